internal import Core
internal import Secrets

/// Walks a page once and collects forms and texts; not recursive, because pages may be nested to any depth.
struct PageCollector {
    private var forms = FormCollector()
    private var texts = TextCollector()
    private var scripts = ScriptFindings()
    private var scopes: [PageScope] = [PageScope()]
    private var base: String?
    private var refresh: MetaRefresh?
    private var policies: [String] = []
    /// The names of the `details` that are open: of those with one name only the first is (HTML, "the details element").
    private var openDetails: Set<String> = []
    private var styles: StyleRules

    private init(_ styles: StyleRules) { self.styles = styles }

    /// Reads the page that begins with `first`, by its style sheets. Throws `bad-answer` when it has too many controls.
    static func page(from first: MarkupNode?, _ styles: StyleRules) throws(FedauthError) -> Page {
        var collector = PageCollector(styles)
        collector.walk(from: first)
        guard collector.forms.controlCount <= FormCollector.controlLimit else {
            throw FedauthError(.badAnswer, "the page has more than \(FormCollector.controlLimit) fields and options")
        }
        return collector.finish(first)
    }

    private mutating func walk(from first: MarkupNode?) {
        var position = first
        while let node = position {
            if enter(node) {
                if let child = node.firstChild {
                    position = child
                    continue
                }
                leave()
            }
            var last = node
            while last.next == nil, let parent = last.parent {
                leave()
                last = parent
            }
            position = last.next
        }
    }

    /// Enters a node. Returns false when its children are to be skipped; then `leave` is not called.
    private mutating func enter(_ node: MarkupNode) -> Bool {
        guard node.isElement else {
            if node.isText { take(node) }
            return false
        }
        let name = node.name
        // A declarative shadow root is shown (HTML, "shadowrootmode").
        guard name != "template" || node.hasAttribute("shadowrootmode") else { return false }
        guard name != HTMLNormaliser.formEnd else {
            forms.endForm()
            return false
        }
        let outer = scopes[scopes.count - 1]
        var scope = outer
        let flags = ElementTraits.of(name).flags
        scope.isInline = flags.contains(.inline)
        scope.isHeading = flags.contains(.heading)
        // What libxml2 leaves in the head begins the body, as in browsers.
        if outer.isHead, !Self.inHead.contains(name) { (scope.isHead, scope.isSilent) = (false, false) }
        if !scope.isInline { breakWord(outer) }
        if flags.contains(.row) { forms.beginRow() }
        let hasAttributes = node.hasAttributes
        scope.isInvisible = outer.isInvisible || hasAttributes && node.isInvisible
        scope.isClosed = name == "details" && !isOpen(node)
        scope.isUnreachable =
            outer.isUnreachable || outer.isClosed && name != "summary" || name == "dialog" && !node.hasAttribute("open")
            || flags.contains(.fallback) || name == "object" && node.hasAttribute("data")
            || hasAttributes && (node.hasAttribute("inert") || node.hasAttribute("popover") || styles.conceals(node))
        scope.isUnseen =
            outer.isUnseen || scope.isUnreachable || hasAttributes && node.attribute("aria-hidden") == "true"
        // A script shows a form whose fields are to be filled in.
        scope.isConcealed = outer.isConcealed || hasAttributes && name != "form" && node.isConcealed
        scope.isMarginal = outer.isMarginal || node.isMarginal(flags)
        if name == "a" { texts.beginLink(node, &scope) }
        if scope.isHeading, !scope.isMarginal { texts.beginHeadline(&scope) }
        begin(node, name, outer, &scope)
        if !scope.isSilent { texts.beginError(node, name, &scope, outer: &scopes[scopes.count - 1]) }
        scopes.append(scope)
        return true
    }

    private mutating func isOpen(_ details: MarkupNode) -> Bool {
        guard details.hasAttribute("open") else { return false }
        let name = details.attribute("name") ?? ""
        return name.isEmpty || openDetails.insert(name).inserted
    }

    private mutating func leave() {
        let scope = scopes.removeLast()
        if !scope.isInline { breakWord(scope) }
        if scope.isHeading { scope.error?.endHeading() }
    }

    private mutating func begin(_ node: MarkupNode, _ name: String, _ outer: PageScope, _ scope: inout PageScope) {
        switch name {
        case "head": (scope.isHead, scope.isSilent) = (true, true)
        case "main": texts.beginMain()
        case "svg", "math": scope.isForeign = true
        case "noscript": scope.isNoscript = true
        case "style": scope.isSilent = true
        case "title" where !scope.isForeign: texts.beginTitle(&scope)
        case "base": base = base ?? node.attribute("href")
        case "meta":
            guard let content = node.attribute("content") else { break }
            switch node.attribute("http-equiv")?.lowercased() {
            case "refresh" where refresh == nil:
                refresh = MetaRefresh(content: content)
                refresh?.isForNoscript = outer.isNoscript
            case "content-security-policy": policies.append(content)
            default: break
            }
        case "script":
            scope.isSilent = true
            scripts.note(script: node)
        case "body": scripts.note(body: node)
        case "iframe", "frame":
            let isShown = !scope.isInvisible && !scope.isNoscript && Self.hasRoom(node)
            scripts.note(frame: node, isShown: isShown)
            if isShown { forms.begin(frame: node) }
        case "object", "embed":
            if !scope.isInvisible, Self.hasRoom(node), node.attribute("type", mentions: Self.pageTypes) {
                scripts.note(frame: node, isShown: true)
            }
        case "form": forms.beginForm(node, &scope)
        case "fieldset":
            scope.isDisabledOutsideFieldset = outer.isDisabled
            scope.isDisabled = outer.isDisabled || node.hasAttribute("disabled")
        case "legend": if node.parent?.name == "fieldset" { scope.isDisabled = outer.isDisabledOutsideFieldset }
        case "label": forms.beginLabel(node, &scope)
        case "input", "button", "select", "textarea": forms.beginControl(node, name, &scope)
        case "optgroup": scope.isSilent = true
        case "option": forms.beginOption(node, &scope)
        case "img": texts.take(picture: node, in: scope)
        default: break
        }
        forms.beginOffer(node, name, &scope)
        if Self.isLooseWay(node, name, scope) { texts.beginLooseWay(node, &scope) }
        guard node.hasAttributes else { return }
        texts.beginDetail(node, &scope)
        if !scope.isInvisible && !scope.isConcealed && !scope.isUnseen { scripts.note(element: node, name) }
    }

    /// Whether the size of a frame leaves something to see (HTML, "dimension attributes").
    private static func hasRoom(_ frame: MarkupNode) -> Bool {
        ["width", "height"].allSatisfy { frame.attribute($0)?.prefix(while: \.isNumber) != "0" }
    }

    /// Whether it can be pressed, and is neither a link nor in a form, or is suggested for a field.
    private static func isLooseWay(_ node: MarkupNode, _ name: String, _ scope: PageScope) -> Bool {
        if name == "option" { return node.parent?.name == "datalist" }
        guard !scope.isInvisible, scope.form == nil else { return false }
        return switch name {
        case "area": node.hasAttribute("href")
        case "object", "embed": true
        case "button": !node.hasAttribute("form")
        case "input":
            !node.hasAttribute("form")
                && ["submit", "button", "image"].contains(node.attribute("type")?.lowercased() ?? "")
        case "a", "body", "html": false
        default: node.hasAttributes && (node.attribute("role") == "button" || node.hasAttribute("onclick"))
        }
    }

    private mutating func take(_ node: MarkupNode) {
        let scope = scopes[scopes.count - 1]
        if forms.take(value: node, in: scope) { return }
        if let title = scope.title {
            node.withContent { title.append($0) }
        } else if scope.isSilent {
            scripts.note(text: node)
        } else {
            let isSeen = !scope.isInvisible && !scope.isConcealed
            node.withContent { content in
                if scope.isNoscript { forms.take(forNoScript: content, in: scope) }
                forms.take(content, in: scope, isSeen: isSeen)
                texts.take(content, of: node, in: scope, isSeen: isSeen)
            }
        }
    }

    private static let inHead: Set<String> = [
        "title", "base", "link", "meta", "script", "style", "noscript", "template", "html", "head", "body",
    ]
    private static let pageTypes: [StaticString] = ["html"]
    private static let forwardTextBytes = 300
    private static let blankBytes = 30

    private func breakWord(_ scope: PageScope) {
        texts.breakWord(in: scope)
        forms.breakWord(in: scope)
    }

    private func finish(_ first: MarkupNode?) -> Page {
        // A page with content, or with a button of its own, has scripts for more.
        let isShort = texts.text.utf8.count <= Self.forwardTextBytes
        let forward = isShort && !texts.hasLooseWays ? scripts.forward : nil
        var page = Page(
            title: texts.title, base: base,
            forms: forms.finish(
                first, scripts, isBlank: texts.shownBytes < Self.blankBytes && scripts.loadsScripts, isShort: isShort),
            refresh: refresh ?? forward, text: texts.text, mainText: texts.mainText, errors: texts.errors,
            reference: texts.reference, details: texts.details, hasScripts: scripts.hasScripts, frames: scripts.frames,
            numbers: texts.numbers, links: texts.links, submitsItself: scripts.submitsItself,
            obstacles: scripts.obstacles)
        if scripts.maySubmit { page.obstacles.insert(.waitingScript) }
        page.scriptTexts = scripts.texts
        page.otherWays = texts.otherWays
        page.policies = policies
        page.namedLinks = texts.namedLinks
        page.headings = texts.headings
        return page
    }
}
