/// The parts of `PageScript.markup` that decide what belongs to the sign-in, as a user sees it.
extension PageScript {
    /// How forms and documents are read: what a page has named hides properties of the same name, such as `id`, `matches` and
    /// `body`, in every world (HTML, sections 3.1.7 and 4.10.3, [LegacyOverrideBuiltIns]).
    static let reading = """
        const isForm = node => node[Symbol.toStringTag] === 'HTMLFormElement';
        const of = (node, name, ...words) => {
            const kind = { HTMLFormElement, Document, HTMLDocument: Document }[node[Symbol.toStringTag]];
            const found = kind ? Reflect.get(kind.prototype, name, node) : node[name];
            return typeof found === 'function' ? found.apply(node, words) : found;
        };
        """

    /// What a user does not see, or does not take for a part of the sign-in.
    static let visibility = """
        // A box without a size that hides what is in it.
        const isClipped = element => {
            for (let at = element.parentElement; at && at !== of(document, 'body'); at = of(at, 'parentElement'))
                if ((at.clientWidth < 3 || at.clientHeight < 3) && getComputedStyle(at).overflow !== 'visible') return true;
            return false;
        };
        // A field for programs, which no user sees: a trap, or one for password managers.
        const isTrap = element => {
            if (!isField(element) || /one-time-code/.test(element.autocomplete)) return false;
            const box = element.getBoundingClientRect();
            const isAway = box.width < 3 || box.height < 3 || box.left > 8000 || isClipped(element);
            const isUntold = element.closest('[aria-hidden="true"]') || !element.checkVisibility({ opacityProperty: true });
            return isAway || isUntold && element.tabIndex < 0;
        };
        const robots = /captcha|turnstile|challenges\\.cloudflare|arkoselabs/i;
        // The frame of a check for robots that asks the user nothing.
        const isWatcher = frame => robots.test(frame.src) && /invisible/.test(frame.src);
        // Whether a check for robots asks for something. The badge of one that only watches has a fixed place, and no control.
        const isChallenge = element => {
            if (!isInPage(element) || of(element, 'querySelector', 'form, [type=password]')) return false;
            const parts = [...of(element, 'querySelectorAll', 'iframe, img, canvas, input, button, [role=checkbox], [role=button]')];
            if (parts.some(part => isShown(part) && isInPage(part) && !(part.localName === 'iframe' && isWatcher(part))))
                return true;
            for (let at = element; at; at = of(at, 'parentElement')) if (getComputedStyle(at).position === 'fixed') return false;
            return of(element, 'getBoundingClientRect').height > 20
                && !of(element, 'innerText')?.trim();
        };
        // Whether the class of an element tells what it is; on one around a field, "invalid" is the state of the field.
        const marks = (element, shown) => {
            const name = of(element, 'getAttribute', 'class') ?? '';
            if (robots.test(name)) return shown && isChallenge(element);
            return !/invalid/i.test(name) || !of(element, 'querySelector', 'input, select, textarea');
        };
        // A question about cookies, and forms at the foot of the page or for a search, but of the user's institution.
        const isUnrelated = element => {
            if (isForm(element)) return of(element, 'matches', 'footer *, [role=contentinfo] *, [role=search]')
                && !of(element, 'querySelector', '[type=password]') && !/your (insti|organi)/i.test(of(element, 'textContent'))
                && [...of(element, 'querySelectorAll', 'input')].some(isField);
            return element.matches('[role=dialog], [role=alertdialog], [role=region], [id*=cookie i], [class*=cookie i]')
                && !element.matches('body, main, form, :modal') && /cookie/i.test(element.innerText?.slice(0, 4000) ?? '')
                && !element.querySelector('main, form, h1') && !!element.querySelector('button, [role=button], a')
                && ![...element.querySelectorAll('input, textarea')].some(isField);
        };
        // Buttons beside a field that do not send it.
        const leadsAside = element =>
            /forg[eo]t|vergess|oubli|olvid|esquec|dimentic|vergeten|zapomn|glömt|glemt|unohd|unuttu|забыл|忘|잊/i.test(text(element));
        // A button that says that it signs in, or goes on, and names no other way.
        const saysGo = element =>
            /log.?[io]n|sign.?in|anmeld|einlogg|connexion|connecter|entrar|iniciar|acced|zaloguj|continu|weiter|next|suivant|siguiente|avanti|volgende|dalej|submit|^enter$|войти|ログイン|登录|로그인/i
                .test(text(element)) && !/ (with|via|using|by|mit|avec|con|com) |\\bqr\\b|sso|single/i.test(text(element));
        """

    /// Gives a form that has no button the nearest buttons that belong to none.
    static let adoption = """
        const adopted = new Map();
        const nameOf = form => of(form, 'id') || `fedauth-form-${[...groups.keys()].indexOf(form)}`;
        const adopt = () => {
            const forms = [...groups.keys()].filter(form => form && groups.get(form).last >= 0);
            for (const form of forms) {
                const group = groups.get(form);
                if (group.sends || group.go > group.last) continue;
                // What is in the form may be for something else than the button outside that says so.
                const hasWay = group.way > group.last;
                for (let at = of(form, 'parentElement'); at; at = of(at, 'parentElement')) {
                    if (forms.some(other => other !== form && at.contains(other))) break;
                    const near = free.filter(button => at.contains(button) && !button.matches('a, summary, [role=link]')
                        && (!hasWay || saysGo(button)) && !isToggle(button) && groups.get(null)[number(button)] > group.last
                        && (button.closest('dialog, [role=dialog], [role=alertdialog], header, nav, footer, aside') ?? at)
                            .contains(form));
                    for (const button of near) {
                        adopted.set(button, form);
                        group[number(button)] = groups.get(null)[number(button)];
                    }
                    if (near.length) break;
                }
            }
        };
        """
}
