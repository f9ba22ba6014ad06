/// The scripts that fedauth runs in an isolated world of a page, which the page's own scripts can neither see nor change.
enum PageScript {
    /// What the scripts keep in their world of a page. A symbol: an element with the ID `fedauth` is found by a plain name.
    static let state = "globalThis[Symbol.for('fedauth')]"

    /// Writes the visible document as plain HTML: with shadow roots and frames of the same origin in place, each control
    /// with its number and its label, and without what was typed. The first line is the loading state, the number of requests
    /// of scripts that were answered, and of those that were with a fault of the server, 1 if the user has pressed a key or a
    /// button of the mouse, the number of elements that may have a closed shadow root (`takeRoot`), and that of frames in which the page
    /// lets servers of other sites use passkeys.
    ///
    /// A button that no form sends counts as one that sends when its form has no other, and it stands after the last field.
    static let markup = """
        (() => {
            const state = \(state) ??= {
                numbers: new WeakMap(), nodes: [], kinds: new Map(), hosts: [], asked: new WeakSet(), roots: new WeakMap(),
                user: false, busy: false, acted: -Infinity, watched: new WeakSet() };
            state.hosts = [];
            \(reading)
            const watch = place => {
                if (state.watched.has(place)) return;
                state.watched.add(place);
                for (const type of ['keydown', 'pointerdown', 'paste']) of(place, 'defaultView').addEventListener(
                    type, event => { state.user ||= event.isTrusted && !state.busy; }, true);
            };
            watch(document);
            // All that frames of other servers tell is that the user was active in the last 5 seconds, as does fedauth's input.
            state.user ||= navigator.userActivation.isActive && performance.now() - state.acted > 5500;
            state.boxes ??= element => {
                const all = of(element.form ?? element.getRootNode(), 'querySelectorAll', 'input');
                const row = [...all].filter(box => box.maxLength === 1 && box.type === element.type && box.form === element.form);
                // Fewer are letters of a word, each asked for by itself.
                return row.length > 3 ? row : [element];
            };
            // An element that replaces one of its kind has the number of that one: frameworks make elements anew at each key.
            const number = element => {
                if (state.numbers.has(element)) return state.numbers.get(element);
                const words = isField(element) ? label(element) : text(element);
                const kind = [element.localName, element.type, element.name, element.id, words].join('\\n');
                const like = state.kinds.get(kind) ?? [];
                const free = like.find(one => !state.nodes[one].isConnected) ?? state.nodes.length;
                if (free === state.nodes.length) state.kinds.set(kind, [...like, free]);
                state.nodes[free] = element;
                state.numbers.set(element, free);
                return free;
            };
            const quote = text => String(text).slice(0, 1000).replace(/[&"<>]/g, sign => `&#${sign.charCodeAt(0)};`);
            const copy = (element, names) => names.split(' ').map(name =>
                of(element, 'hasAttribute', name) ? ` ${name}="${quote(of(element, 'getAttribute', name))}"` : '').join('');
            const rootOf = element => element.shadowRoot ?? (element.localName.includes('-') ? state.roots.get(element) : null);
            const children = element => isForm(element) ? of(element, 'childNodes') : rootOf(element) ? rootOf(element).childNodes
                : element.localName === 'slot' && element.assignedNodes().length ? element.assignedNodes({ flatten: true })
                : element.childNodes;
            // Pages that set document.domain can reach each other, and are of different origins all the same.
            const inner = frame => {
                try {
                    const place = frame.contentDocument;
                    return place && of(place, 'defaultView')?.origin === window.origin ? place : null;
                } catch { return null; }
            };
            const isShown = element => getComputedStyle(element).display === 'contents'
                || of(element, 'checkVisibility', { visibilityProperty: true, checkVisibilityCSS: true });
            const isInPage = element => {
                const box = of(element, 'getBoundingClientRect');
                const view = of(of(element, 'ownerDocument'), 'defaultView');
                return box.width > 0 && box.height > 0 && box.right + view.scrollX > 0 && box.bottom + view.scrollY > 0;
            };
            // What kind of box an element is, also one that a script draws; undefined for other elements.
            const boxKind = element => element.localName === 'input' ? /^(checkbox|radio)$/.exec(element.type)?.[0]
                : { checkbox: 'checkbox', switch: 'checkbox', radio: 'radio' }[element.role];
            // Styles may hide a box and draw its label instead.
            const isDrawn = element => isShown(element) || !isForm(element) && boxKind(element) && [...(element.labels ?? [])].some(isShown);
            const part = element => element.localName === 'a' && element.hash?.length > 1
                && of(element.getRootNode(), 'getElementById', element.hash.slice(1));
            // The message of a field may be a link to it.
            const isOfField = element => part(element) && part(element).matches('input, select, textarea');
            // What is shown already is nothing that a link leads to, nor is an empty mark in the text.
            const leadsNowhere = element => of(element, 'getAttribute', 'href')?.startsWith('#')
                && !of(element, 'hasAttribute', 'onclick') && part(element) && !isOfField(element)
                && (isShown(part(element)) || part(element).matches('a:empty, span:empty'));
            // Also elements that only a script makes a button; not those around other controls, and no links at the foot of the page.
            const isButton = element => !boxKind(element) && (element.matches(
                'button, input:is([type=submit], [type=button], [type=image]), [role=button]')
                || !isOfField(element) && !leadsNowhere(element) && element.matches('summary, [onclick], [role=link][tabindex]:not(a),'
                    + 'a:is(:not([href]), [href=""], [href^="#"], [href^="javascript:"])')
                && element.matches('a, span, div, td, li, summary')
                && element.innerText?.trim().length < (element.role === 'link' ? 160 : 80)
                && !element.querySelector('input, select, textarea, button, a, [role=button]')
                && !element.closest('footer, [role=contentinfo]'));
            const shownText = element => element.innerText?.trim() || [...element.querySelectorAll('slot')]
                .flatMap(slot => slot.assignedNodes({ flatten: true })).map(node => node.textContent).join(' ').trim();
            const text = element => element.localName === 'input' ? element.value || element.alt || ''
                : element.ariaLabel || shownText(element) || element.title || '';
            const told = element => `${text(element)} ${element.title}`;
            const isToggle = element => element.matches(
                'summary, [aria-pressed], [aria-expanded], [aria-haspopup], [type=reset], [role=tab], [role=menuitem]')
                || /^(collapse|dropdown)$/.test(element.dataset.toggle ?? element.dataset.bsToggle ?? '')
                || /show|hide|reveal|toggle|display|view|visib|anzeigen|verbergen|afficher|mostrar|mostra|toon|poka/i.test(told(element))
                    && /pass|kenn|contrase|senha|wacht|has[lł]|visib/i.test(told(element))
                || /(toggle|show|hide|reveal|unmask)[-_]?pass|pass\\w*[-_]?(toggle|show|hide|reveal|mask|eye)/i
                    .test(element.getAttribute('class') ?? '') && !sends(element)
                || /^visibility(_off)?$/.test(shownText(element));
            // A picture in the line of a field, where another button has words: it shows the password, or clears the field.
            const isFitting = (element, group) => {
                if (!(group.words > group.last) || element.localName === 'input' || shownText(element)) return false;
                const box = element.getBoundingClientRect();
                const middle = box.top + box.height / 2;
                return (group.fields ?? []).some(field => {
                    const line = field.getBoundingClientRect();
                    return line.top < middle && middle < line.bottom;
                });
            };
            // It shows a part of the page, or a dialog, and no menu.
            const isCollapsed = element => element.matches('details:not([open]) > summary, [aria-expanded="false"]')
                && element.matches(':not([aria-haspopup]), [aria-haspopup="dialog"]');
            const isField = element => element.matches('textarea') || element.matches('input')
                && !['hidden', 'checkbox', 'radio', 'submit', 'button', 'image', 'reset', 'file', 'range', 'color']
                    .includes(element.type);
            \(visibility)
            // Boxes for one sign each are one field: the first of them.
            const furtherBoxes = new Map();
            const isFurtherBox = element => {
                if (element.maxLength !== 1 || !isField(element)) return false;
                const place = element.form ?? element.getRootNode();
                const further = furtherBoxes.get(place) ?? {};
                furtherBoxes.set(place, further);
                return (further[element.type] ??= new Set(state.boxes(element).slice(1))).has(element);
            };
            const formAround = element => {
                for (let at = element; at; at = of(at, 'parentNode') ?? at.host) if (isForm(at)) return at;
                return null;
            };
            const owner = element => formAround(element) ?? element.form ?? null;
            const sends = element => owner(element) !== null && element.matches(
                'button:not([type=button], [type=reset]), input:is([type=submit], [type=image])');
            const groups = new Map();
            const views = [window];
            const free = [];
            let order = 0, elements = 0, left = 200000, modal = null;
            const survey = (element, shown) => {
                if (++elements > 20000) return;
                shown = shown && isShown(element);
                if (shown && isUnrelated(element)) return;
                if (isForm(element)) {
                    for (const child of children(element)) if (of(child, 'nodeType') === 1) survey(child, shown);
                    return;
                }
                if (element.localName.includes('-') && state.hosts.length < 200 && !element.shadowRoot
                    && !state.asked.has(element) && element.matches(':defined')) state.hosts.push(element);
                if (shown && element.matches('dialog:modal') && element.ownerDocument === document) modal = element;
                if (shown && (isField(element) && !isTrap(element) || isButton(element)) && isInPage(element)) {
                    const group = groups.get(owner(element)) ?? { last: -1, sends: false };
                    groups.set(owner(element), group);
                    order += 1;
                    if (isField(element)) {
                        group.last = order;
                        (group.fields ??= []).push(element);
                    } else if (sends(element)) group.sends = true;
                    else if (!isToggle(element) && !leadsAside(element)) {
                        group.way = order;
                        if (saysGo(element)) group.go = order;
                    }
                    if (!isField(element) && !isToggle(element) && !leadsAside(element)
                        && (element.value || shownText(element))) group.words = order;
                    if (!isField(element) && owner(element) === null) free.push(element);
                    if (!isField(element) && !element.matches('a, summary')) group.button = order;
                    group[number(element)] = order;
                }
                for (const child of children(element)) if (of(child, 'nodeType') === 1) survey(child, shown);
                if (/^i?frame$/.test(element.localName) && inner(element) && of(inner(element), 'body')) {
                    watch(inner(element));
                    views.push(of(inner(element), 'defaultView'));
                    survey(of(inner(element), 'body'), shown);
                }
            };
            const label = element => [
                [...(element.labels ?? [])].map(shownText).join(' '),
                (element.getAttribute('aria-labelledby') ?? '').split(/\\s+/)
                    .map(name => name && of(element.getRootNode(), 'getElementById', name)?.innerText || '').join(' '),
                element.ariaLabel, element.placeholder, element.title,
            ].find(text => text?.trim()) ?? '';
            const out = [];
            const put = text => { left -= text.length; if (left > 0) out.push(text); };
            // A control may belong to a form that is not around it.
            const form = element => {
                if (adopted.has(element)) return ` form="${quote(nameOf(adopted.get(element)))}"`;
                if (formAround(element)) return '';
                return ` form="${quote(element.form && of(element.form, 'id') || 'fedauth-page')}"`;
            };
            // The URI with which an element's handler calls a function: an organisation in a list.
            const offered = element => {
                const call = /^\\s*(?:return\\s+)?[\\w.$]+\\(\\s*(["'])((?:\\\\.|[^\\\\])*?)\\1\\s*\\)/
                    .exec(element.getAttribute('onclick') ?? '');
                const uri = call?.[2].replace(/\\\\(?:x(..)|u(....)|(.))/g,
                    (_, two, four, other) => other ?? String.fromCharCode(parseInt(two ?? four, 16)));
                return uri?.includes(':') ? ` value="${quote(uri)}"` : '';
            };
            const button = element => {
                const group = groups.get(adopted.get(element) ?? owner(element)) ?? {};
                // A link beside a button does something else.
                const isBeside = element.localName === 'a' && group.button > group.last;
                const isLast = !group.sends && !isBeside && (group[number(element)] ?? 0) > group.last;
                // Another tab may have the fields.
                const isWay = !isToggle(element) && !isFitting(element, group) || element.role === 'tab' && element.ariaSelected !== 'true' && group.last < 0;
                const type = isWay && (sends(element) || group.last < 0 || isLast) ? 'submit' : 'button';
                // Where nothing is typed, a box that will be ticked may enable it.
                const isOff = (element.disabled || element.ariaDisabled === 'true') && group.last >= 0;
                const value = element.matches('button, input') ? copy(element, 'value') : offered(element);
                put(`<button type="${type}" data-fedauth-node="${number(element)}"${copy(element, 'id name formaction formnovalidate')}`
                    + `${value}${form(element)}${isOff ? ' disabled' : ''}${element.localName === 'a' ? ' role="link"' : ''}`
                    + `${isCollapsed(element) ? ' aria-expanded="false"' : ''}>${quote(text(element))}</button>`);
            };
            const used = new Set();
            const control = element => {
                if (isFurtherBox(element)) return;
                const box = boxKind(element);
                const type = box ?? element.type;
                const isMasked = type === 'text' && getComputedStyle(element).webkitTextSecurity !== 'none';
                const isKept = type === 'hidden' || !isMasked && type !== 'password' && element.readOnly && !state.typed?.has(element);
                const value = box || isKept ? element.value ?? element.getAttribute('value') ?? 'on'
                    : type !== 'password' && element.value ? '*' : '';
                const group = box === 'radio' && element.closest('[role=radiogroup]');
                let name = element.name || element.localName !== 'input' && group && (group.id || `group-${number(group)}`)
                    || element.id || `field-${number(element)}`;
                // Fields of different shadow roots may have one ID.
                if (isField(element) && used.has(name)) name += `-${number(element)}`;
                used.add(name);
                // Against password managers, pages make empty fields writable when they get the focus.
                const isFixed = element.value && !state.typed?.has(element);
                const isCode = type !== 'password' && element.maxLength === 1 && state.boxes(element).length > 1;
                const words = `${isMasked || box ? '' : 'type '}${isCode ? '' : 'maxlength '}${isFixed ? 'readonly ' : ''}`
                    + 'id inputmode required aria-hidden';
                const isChecked = element.checked ?? element.ariaChecked === 'true';
                const tag = element.localName === 'textarea' ? 'textarea' : 'input';
                put(`<${tag} data-fedauth-node="${number(element)}" name="${quote(name)}" value="${quote(value)}"`
                    + `${copy(element, words)}${isMasked ? ' type="password"' : box ? ` type="${box}"` : ''}`
                    + (isCode ? ' autocomplete="one-time-code"' : copy(element, 'autocomplete'))
                    + `${form(element)}${element.disabled ? ' disabled' : ''}${box && isChecked ? ' checked' : ''}`
                    + ` aria-label="${quote(label(element) || box && shownText(element) || '')}">`
                    + (tag === 'textarea' ? `${quote(value)}</textarea>` : ''));
            };
            const list = element => {
                put(`<select data-fedauth-node="${number(element)}" name="${quote(element.name)}"${copy(element, 'id required')}`
                    + `${form(element)} aria-label="${quote(label(element))}">`);
                for (const option of [...element.options].slice(0, 300))
                    put(`<option value="${quote(option.value)}"${option.selected ? ' selected' : ''}>${quote(option.text)}</option>`);
                put('</select>');
            };
            const plain = new Set('h1 h2 h3 h4 h5 h6 p ul ol li table tr td th b strong em i a form main section'.split(' '));
            const skipped = new Set('script style noscript template svg head meta link object embed'.split(' '));
            const write = (element, shown) => {
                const tag = of(element, 'localName');
                // What may be a way, and cannot be read.
                if (tag === 'area' ? element.href : shown && /^(object|embed)$/.test(tag)) put('<embed>');
                if (skipped.has(tag) || left <= 0 || ++elements > 20000) return;
                shown = shown && isDrawn(element);
                if (shown && isUnrelated(element)) return;
                if (tag === 'input' && element.type === 'hidden') return control(element);
                if (tag !== 'input' && tag !== 'form' && boxKind(element))
                    return shown && isInPage(element) ? control(element) : undefined;
                if (shown && tag !== 'form' && isButton(element)) return isInPage(element) ? button(element) : undefined;
                if (tag === 'input') {
                    const isReached = isInPage(element) || !isField(element) && element.labels?.length;
                    return shown && isReached && !isTrap(element) ? control(element) : undefined;
                }
                if (tag === 'textarea') return shown ? control(element) : undefined;
                if (tag === 'select') return shown ? list(element) : undefined;
                if (/^i?frame$/.test(tag)) {
                    if (inner(element) && of(inner(element), 'body')) return write(of(inner(element), 'body'), shown);
                    return shown && isInPage(element) && !isWatcher(element) ? put(`<iframe src="${quote(element.src)}"></iframe>`) : undefined;
                }
                const isWay = tag === 'a' && shown && isInPage(element) && !leadsNowhere(element)
                    && element.matches('a[href]:not([rel~=ugc i], [rel~=sponsored i])');
                const link = isWay ? ` data-fedauth-node="${number(element)}" href="${quote(element.href)}"` : '';
                const name = plain.has(tag) ? tag : shown && getComputedStyle(element).display.startsWith('inline') ? 'span' : 'div';
                const method = tag === 'form' ? ` method="${quote(of(element, 'getAttribute', 'method') ?? 'post')}"` : '';
                const role = element.ariaLive === 'assertive' ? ' role="alert"' : copy(element, 'role');
                const action = /^\\s*javascript:/i.test(of(element, 'getAttribute', 'action') ?? '') ? '' : copy(element, 'action');
                const id = tag === 'form' && !of(element, 'id') && [...adopted.values()].includes(element)
                    ? ` id="${nameOf(element)}"` : copy(element, 'id');
                put(`<${name}${id}${link}${marks(element, shown) ? copy(element, 'class') : ''}${role}${tag === 'form' ? copy(element, 'name') + action : ''}${method}>`);
                for (const child of children(element)) {
                    if (of(child, 'nodeType') === 1) write(child, shown);
                    else if (of(child, 'nodeType') === 3 && shown) put(quote(child.data));
                }
                put(`</${name}>`);
            };
            \(adoption)
            // A page of the browser itself in place of one that failed has the address of that one.
            if (/^about:(?!blank|srcdoc)/.test(of(document, 'documentURI'))) return '';
            const body = of(document, 'body');
            if (!body) return 'loading 0 0 0 0\\n';
            survey(body, true);
            elements = 0;
            adopt();
            const base = of(document, 'querySelector', 'base[href]') ? `<base href="${quote(of(document, 'baseURI'))}">` : '';
            const again = of(document, 'querySelector', 'meta[http-equiv=refresh i][content]');
            const refresh = again ? `<meta http-equiv="refresh" content="${quote(again.content)}">` : '';
            put(`<html><head>${base}${refresh}<title>${quote(of(document, 'title'))}</title></head><body>`);
            // Scripts make ways of elements of any kind, and later.
            if ([...of(document, 'scripts')].some(script => !/json|template/i.test(script.type))) put('<embed>');
            // Nothing outside of a modal dialog reacts.
            write(modal ?? body, true);
            if (out.some(text => text.includes(' form="fedauth-page"'))) put('<form id="fedauth-page" method="post"></form>');
            put('</body></html>');
            const sent = views.flatMap(view => view.performance.getEntriesByType('resource'))
                .filter(entry => ['fetch', 'xmlhttprequest', 'iframe'].includes(entry.initiatorType));
            const failed = sent.filter(entry => entry.responseStatus >= 500).length;
            const lent = [...of(document, 'querySelectorAll', 'iframe[allow*="publickey-credentials-get" i]')].filter(frame => {
                const [own, other] = [location.hostname, URL.parse?.(frame.src)?.hostname];
                return !other || other !== own && !other.endsWith('.' + own) && !own.endsWith('.' + other);
            });
            return `${of(document, 'readyState')} ${sent.length} ${failed} ${state.user ? 1 : 0} ${state.hosts.length} ${lent.length}\\n${out.join('')}`;
        })()
        """
}
