internal import Core

/// Scripts that act on one element.
extension PageScript {
    /// Returns the element with this number, for a further command.
    static func element(_ node: Int) -> String { "\(state)?.nodes[\(node)]" }

    /// The elements that may have a closed shadow root.
    static let hosts = "\(state)?.hosts"

    /// Takes the closed shadow root of an element, for the next reading.
    static let takeRoot = "function(root) { \(state).roots.set(this, root); return true; }"

    /// Does not ask for the roots of these elements again.
    static let rootsAreKnown = "(state => state.hosts.splice(0).forEach(host => state.asked.add(host)))(\(state))"

    /// Announces input of fedauth, which is not the user's. Returns whether the user has acted.
    static func busy(_ isBusy: Bool) -> String {
        "(state => state && (state.busy = \(isBusy), state.acted = performance.now(), state.user))(\(state))"
    }

    /// Focuses a field and selects its content. Returns whether what is typed now goes there.
    static let focus = """
        function() {
            \(reading)
            (\(state).typed ??= new WeakSet()).add(this);
            this.scrollIntoView({ block: 'center' });
            this.focus();
            this.select?.();
            return this.isConnected && of(this.getRootNode(), 'activeElement') === this && of(this.ownerDocument, 'hasFocus');
        }
        """

    /// Marks what fedauth has typed into, which the user completes, and focuses the first field that is empty, unless such a field has
    /// the focus or the user acts: what is typed now must not go into the field of the user name, which shows it. Where nothing was
    /// typed, the form with a password comes before a search.
    static func handOver(_ nodes: [Int]) -> String {
        """
        (state => {
            const filled = \(nodes).map(number => state.nodes[number]).filter(field => field?.isConnected);
            for (const field of filled)
                field.animate({ outline: ['2px dashed #2563eb', '2px dashed #2563eb'], outlineOffset: ['1px', '1px'] }, 1e9);
            const place = filled.at(-1)?.form ?? filled.at(-1)?.getRootNode()
                ?? document.querySelector('input[type=password]')?.form ?? document;
            const texts = ['text', 'password', 'email', 'tel', 'number', 'search', 'url', 'textarea'];
            const isOpen = field => texts.includes(field?.type) && !field.value && !field.disabled && !field.readOnly
                && (field.checkVisibility?.() ?? true) && field.getBoundingClientRect().width > 1;
            const open = [...place.querySelectorAll('input, textarea')].filter(isOpen);
            if (!state?.user && !isOpen(document.activeElement))
                (open.find(field => field.type !== 'search' && !field.closest('[role=search]')) ?? open[0])?.focus();
            return true;
        })(\(state))
        """
    }

    /// Returns the number of boxes for one sign each that a field consists of; 0 for an ordinary field.
    static let boxCount = "function() { return this.maxLength === 1 ? \(state).boxes(this).length : 0 }"

    /// Types a value into a field, in place of its content, or one sign into the box at `index` of a field of boxes. In one
    /// turn of the page's thread: no frame can take the focus in between, so that nothing goes anywhere else. Returns whether
    /// the field has content.
    static let type = """
        function(value, isSecret, index) {
            \(reading)
            const field = index === undefined ? this : \(state).boxes(this)[index];
            if (!field?.isConnected) return false;
            (\(state).typed ??= new WeakSet()).add(this);
            (\(state).guarded ??= new WeakSet()).add(field);
            if (isSecret) (\(state).secret ??= new WeakSet()).add(field);
            field.scrollIntoView({ block: 'center' });
            field.focus();
            field.select?.();
            if (of(field.getRootNode(), 'activeElement') !== field) return false;
            of(field.ownerDocument, 'execCommand', 'insertText', false, value);
            return field.value.length > 0;
        }
        """

    /// Returns the addresses to which the forms of these elements would be sent, as the browser does it: by the button
    /// that is pressed, else by the default button, even one that nobody sees. Fields whose names are those of the
    /// form's own properties do not change it. From then on, the page sends a form with one of these fields to `judged`
    /// only, whatever is pressed in the end: styles, labels and the order of buttons decide that after each look.
    static func receivers(of nodes: [Int], pressing button: Int?, judged: [Origin]) -> String {
        """
        ((nodes, judged) => {
            \(reading)
            const state = \(state);
            const sends = element => element.form && (element.localName === 'button' ? element.type === 'submit'
                : element.localName === 'input' && ['submit', 'image'].includes(element.type));
            const methodOf = (form, button) =>
                button?.hasAttribute('formmethod') ? button.formMethod : of(form, 'method');
            // Where a form goes; empty where it only runs a script of the page, or closes a dialog.
            const receiver = (form, button) => {
                const address = button?.hasAttribute('formaction') ? button.formAction : of(form, 'action');
                return methodOf(form, button) === 'dialog' || /^(javascript|about):/i.test(address) ? '' : address;
            };
            const fields = nodes.map(node => state?.nodes[node]).filter(field => field);
            if (state) {
                state.guarded ??= new WeakSet();
                state.judged = judged;
                for (const field of fields) {
                    state.guarded.add(field);
                    const root = field.getRootNode();
                    if (state.guarded.has(root)) continue;
                    state.guarded.add(root);
                    of(root, 'addEventListener', 'submit', event => {
                        const address = receiver(event.target, event.submitter);
                        if (![...of(event.target, 'elements')].some(one => state.guarded.has(one))) return;
                        if (!address || /^https?:/i.test(address) && state.judged.includes(new URL(address).origin)) return;
                        event.preventDefault();
                        event.stopImmediatePropagation();
                        state.stray = address;
                    }, true);
                    // After the page's own scripts, most of which send such a form themselves.
                    (of(root, 'defaultView') ?? root).addEventListener('submit', event => {
                        const form = event.target;
                        if (event.defaultPrevented || methodOf(form, event.submitter) !== 'get'
                            || ![...of(form, 'elements')].some(one => state.secret?.has(one))) return;
                        event.preventDefault();
                        state.isOpen = true;
                    });
                }
            }
            const pressed = state?.nodes[\(button ?? -1)];
            const forms = fields.map(field => field.form).concat(pressed?.form);
            return [...new Set(forms.filter(form => form))].map(form => {
                const root = of(form, 'getRootNode');
                return receiver(form, pressed?.form === form && sends(pressed) ? pressed
                    : [...of(root, 'querySelectorAll', 'button, input')].find(one => one.form === form && sends(one)));
            }).filter(address => address).join('\\n');
        })([\(nodes.map(String.init).joined(separator: ", "))], [\(judged.map { "'\($0)'" }.joined(separator: ", "))])
        """
    }

    /// The address to which the page was not let send a form; undefined when there is none.
    static let stray = "\(state)?.stray"

    /// Whether the page was not let put a secret into an address: what is sent by GET is in logs, and in the field Referer.
    static let isOpen = "\(state)?.isOpen === true"

    /// Chooses the option of a list that has this value, as a user does. Returns whether it is chosen.
    static let choose = """
        function(value) {
            this.focus();
            this.value = value;
            for (const type of ['input', 'change']) this.dispatchEvent(new Event(type, { bubbles: true }));
            return this.isConnected && this.value === value;
        }
        """

    /// Returns whether a box has this state.
    static let isTicked = "function(wanted) { return (this.checked ?? this.ariaChecked === 'true') === wanted }"

    /// Returns whether the page has the keyboard focus.
    static let hasFocus = "Document.prototype.hasFocus.call(document)"

    /// Sends the form of the field that has the focus, without the keyboard.
    static let submit = """
        (() => {
            \(reading)
            let field = of(document, 'activeElement');
            while (field?.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
            if (field?.form) of(field.form, 'requestSubmit');
            return !!field?.form;
        })()
        """

    /// Returns how many frames of the page's own origin it has; one of another server may be anywhere when a click arrives.
    static let ownFrames = """
        (function count(page) {
            return [...Document.prototype.querySelectorAll.call(page, 'iframe, frame, object, embed')].reduce((sum, frame) => {
                try { return frame.contentDocument ? sum + 1 + count(frame.contentDocument) : sum; } catch { return sum; }
            }, 0);
        })(document)
        """

    /// Clicks without the mouse. Returns whether the element was there: the click itself may remove it.
    static let click = "function() { const isThere = this.isConnected; this.click(); return isThere; }"

    /// Returns whether the page waits for a passkey: while one request is pending, the browser refuses a second one. It refuses
    /// this one in any case, because its name is no domain, and asks neither a server nor an authenticator.
    static let awaitsPasskey = """
        navigator.credentials?.get({ publicKey: { challenge: new Uint8Array(16), rpId: 'a b', timeout: 1000 } })
            .then(() => false, error => error.name === 'OperationError')
        """

    /// Brings an element into view. Returns whether a click on its middle reaches it. For a box, what is around it does not
    /// count: a click there ticks nothing.
    static let reach = """
        function() {
            this.scrollIntoView({ block: 'center' });
            const box = this.getBoundingClientRect();
            \(reading)
            const hit = of(this.getRootNode(), 'elementFromPoint', box.x + box.width / 2, box.y + box.height / 2);
            const isInput = this.type === 'checkbox' || this.type === 'radio';
            return !!hit && (this.contains(hit) || hit.contains(this) && !isInput || hit.closest('label')?.control === this);
        }
        """
}
