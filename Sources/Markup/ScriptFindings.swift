internal import Core

/// What the scripts, frames and class names of a page show, without running anything.
struct ScriptFindings {
    private(set) var hasScripts = false
    private(set) var frames: [String] = []
    /// Whether the page sends a form itself when it is loaded.
    var submitsItself: Bool { isSentByBody || scopes.sendAtLoad(handler: bodyHandler, Self.submits) }
    /// Whether it does so only under a condition that is not known.
    var maySubmit: Bool {
        !submitsItself
            && (Self.sends(inBody: bodyHandler) || scopes.sendAtLoad(handler: bodyHandler, surely: false, Self.submits))
    }
    /// Whether what it does then sets the value of a field.
    var fillsAtLoad: Bool {
        submitsItself
            && scopes.sendAtLoad(handler: bodyHandler, surely: false) {
                Self.setsValues(String(decoding: $0, as: UTF8.self))
            }
    }
    private var scopes = ScriptScopes()
    /// The functions of all scripts, also of those that wait for something.
    private var functions = ScriptScopes()
    /// Whether all scripts are known, if there are any: none sends a form, or presses something, before the user does.
    var onlyWait: Bool {
        !loadsScripts && !isSentByBody && functions.isComplete
            && !functions.sendAtLoad(handler: bodyHandler, surely: false) { code in
                let text = String(decoding: code, as: UTF8.self)
                return text.contains("ubmit") || text.contains("click(")
            }
    }
    /// The `onload` of the body, and whether it sends a form.
    private var bodyHandler = ""
    private var isSentByBody = false
    /// Whether a script in the page listens for the event `submit`, and sets the value of a field.
    private(set) var fillsAtSubmit = false
    private(set) var obstacles: Set<Page.Obstacle> = []
    /// What scripts in the page may show.
    private(set) var texts: [String] = []
    /// The addresses that scripts in the page set as its location; empty text for one that is no literal.
    private var locations: Set<String> = []
    private(set) var loadsScripts = false

    /// The way of a page whose only script sets its location.
    var forward: MetaRefresh? {
        guard !loadsScripts, locations.count == 1, let target = locations.first, !target.isEmpty else { return nil }
        return MetaRefresh(delaySeconds: 0, target: target, isForNoscript: true)
    }

    private static let webAuthn = ["navigator.credentials", "PublicKeyCredential"]
    private static let submitEvents = ["\"submit\"", "'submit'", "onsubmit"]
    /// jQuery's `.submit(function …)` listens, and `.submit()` sends.
    private static let submitCall = ".submit("
    private static let requests = ["fetch(", "xmlhttprequest", ".ajax(", ".post("]
    /// What a script waits for.
    private static let pending =
        requests + [".getjson(", "$.get(", "await ", "setinterval(", "onmessage", "websocket", "eventsource"]
    private static let clicks = ["onclick", "'click'", "\"click\""]
    /// A longer script is a library.
    private static let listenerBytes = 16 << 10
    private static let webAuthnNames: [StaticString] = ["webauthn"]
    private static let captcha: [StaticString] = [
        "captcha", "challenges.cloudflare.com", "cf-turnstile", "arkoselabs", "funcaptcha",
    ]

    mutating func note(script node: MarkupNode) {
        guard Self.runs(node) else { return }
        hasScripts = true
        loadsScripts = loadsScripts || node.hasAttribute("src")
        if node.attribute("src", mentions: Self.webAuthnNames) { obstacles.insert(.webAuthn) }
        if node.attribute("src", mentions: Self.captcha) { obstacles.insert(.captchaScript) }
    }

    /// Reads the text of a script (or of a style, which shows nothing).
    mutating func note(text node: MarkupNode) {
        guard let script = node.parent, script.name == "script", Self.runs(script) else { return }
        if Self.webAuthn.contains(where: node.contentMentions) { obstacles.insert(.webAuthn) }
        // What a script does once it has an answer, or the user has done something, is not what the page does.
        let waits = Self.pending.contains(where: node.contentMentions) || Self.hasLongDelay(node)
        if waits, node.contentMentions(Self.submitCall) { obstacles.insert(.waitingScript) }
        if !waits, !scopes.isEmpty || node.contentMentions("submit") { node.withContent { scopes.read($0) } }
        node.withContent { functions.read($0) }
        note(listenersIn: node)
        note(textsIn: node)
        guard node.contentMentions("location") else { return }
        let isAnswer = waits || Self.clicks.contains(where: node.contentMentions)
        note(locationIn: isAnswer ? "/" : node.content(atMost: Self.forwardBytes + 1))
    }

    /// Whether something happens only minutes later, such as the end of a session that nobody uses.
    private static func hasLongDelay(_ script: MarkupNode) -> Bool {
        guard script.contentMentions("settimeout(") else { return false }
        return script.content(atMost: forwardBytes + 1).split(separator: ",").dropFirst().contains { argument in
            let argument = argument.drop(while: \.isWhitespace)
            let digits = argument.prefix(while: \.isNumber)
            let rest = argument.dropFirst(digits.count).drop(while: \.isWhitespace)
            return rest.hasPrefix("*") || rest.hasPrefix(")") && (Int(digits) ?? .max) > 60_000
        }
    }

    private static let textCount = 40
    private static let textBytes = 12...300

    /// Finds texts of several words in quotes.
    private mutating func note(textsIn node: MarkupNode) {
        guard texts.count < Self.textCount else { return }
        let script = node.content(atMost: Self.listenerBytes + 1)
        guard script.utf8.count <= Self.listenerBytes else { return }
        var rest = script[...]
        while texts.count < Self.textCount, let quote = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }) {
            let sign = rest[quote]
            rest = rest[rest.index(after: quote)...]
            var value = rest
            guard let text = ScriptOffer.literal(upTo: sign, of: &value) else { continue }
            rest = value
            let words = text.split(separator: " ").count { $0.allSatisfy { $0.isLetter || "'’.,!:-".contains($0) } }
            if words > 1, Self.textBytes.contains(text.utf8.count), !text.contains("<"), !texts.contains(text) {
                texts.append(text)
            }
        }
    }

    private mutating func note(listenersIn node: MarkupNode) {
        let listens = Self.submitEvents.contains(where: node.contentMentions)
        guard listens || node.contentMentions(Self.submitCall) else { return }
        let script = node.content(atMost: Self.listenerBytes + 1)
        guard script.utf8.count <= Self.listenerBytes, listens || Self.hasArgument(Self.submitCall, in: script)
        else { return }
        fillsAtSubmit = fillsAtSubmit || Self.setsValues(script)
        if node.contentMentions("preventDefault"), Self.requests.contains(where: node.contentMentions) {
            obstacles.insert(.sendingScript)
        }
    }

    /// Whether a function that hears of a form that is sent sends something in its place.
    var sendsForForms: Bool { functions.replaceSubmission(by: Self.sendsOther) }

    /// Returns whether the `onsubmit` of a form does so.
    func sends(insteadOf handler: String) -> Bool {
        !handler.isEmpty && functions.replaceSubmission(in: handler, by: Self.sendsOther)
    }

    /// Whether a script fills in something else than what is typed, or sends it by itself.
    private static func sendsOther(_ script: String) -> Bool {
        let lowered = script.lowercased()
        return setsValues(script) || requests.contains { lowered.contains($0) }
    }

    /// Returns the hidden field that the press of an element fills before it sends the form, and the value; empty texts for what
    /// is no literal, nil when it does not send the form, or fills nothing.
    func filled(byPress handler: String) -> (name: String, value: String)? {
        let text = (functions.texts(calledBy: handler) + [handler]).joined(separator: "\n")
        let settings = text.ranges(of: ".value").filter { found in
            let next = text[found.upperBound...].drop(while: \.isWhitespace)
            return next.hasPrefix("=") && !next.hasPrefix("==")
        }
        guard let setting = settings.first, text.contains("submit(") else { return nil }
        var value = text[setting.upperBound...].drop(while: \.isWhitespace).dropFirst().drop(while: \.isWhitespace)
        var field = text[..<setting.lowerBound]
        guard settings.count == 1, field.popLast() == "]", let mark = field.popLast(), Self.quotes.contains(mark),
            let start = field.lastIndex(of: mark), let quote = value.popFirst(), Self.quotes.contains(quote),
            let literal = ScriptOffer.literal(upTo: quote, of: &value)
        else { return ("", "") }
        return (String(field[field.index(after: start)...]), literal)
    }

    /// Finds `.value = …`, and jQuery's `.val(…)`; a text in quotes is no copy of what was typed, but the label of a button.
    static func setsValues(_ script: String) -> Bool {
        hasArgument(".val(", in: script)
            || script.ranges(of: ".value").contains { found in
                let next = script[found.upperBound...].drop(while: \.isWhitespace)
                guard next.hasPrefix("="), !next.hasPrefix("==") else { return false }
                return next.dropFirst().first { !$0.isWhitespace }.map { !"'\"`".contains($0) } ?? false
            }
    }

    private static func hasArgument(_ call: String, in script: String) -> Bool {
        script.ranges(of: call).contains { !script[$0.upperBound...].drop(while: \.isWhitespace).hasPrefix(")") }
    }

    mutating func note(body node: MarkupNode) {
        guard let handler = node.attribute("onload") else { return }
        hasScripts = true
        note(locationIn: handler)
        isSentByBody = Self.sends(inBody: ScriptScopes.certain(handler))
        bodyHandler = handler
    }

    private static func sends(inBody handler: String) -> Bool {
        var text = handler
        // The script of SimpleSAMLphp's page presses its button.
        return text.contains("click()") || text.contains("submit(")
            || text.withUTF8 { submits(UnsafeRawBufferPointer($0)) }
    }

    /// A script that does more than to forward is longer.
    private static let forwardBytes = 2000

    /// Finds `location = …`, `location.href = …`, `location.replace(…)` and `location.assign(…)` in code; what stands in a text may be
    /// another user's. What is more than that cannot be told from texts: a division, a regular expression.
    private mutating func note(locationIn script: String) {
        var rest = script.utf8.count <= Self.forwardBytes ? script[...] : "/"
        while let sign = rest.first {
            if Self.quotes.contains(sign) {
                rest = rest.dropFirst()
                guard ScriptOffer.literal(upTo: sign, of: &rest) == nil else { continue }
                rest = "/"
            }
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*"), let end = rest.firstRange(of: "*/") {
                rest = rest[end.upperBound...]
            } else if sign == "/" || rest == "/" {
                locations.insert("")
                return
            } else if rest.hasPrefix("location") {
                let before = script[..<rest.startIndex]
                rest = rest.dropFirst("location".count)
                note(locationBehind: before, &rest)
            } else {
                rest = rest.dropFirst()
            }
        }
    }

    private static let quotes: Set<Character> = ["'", "\"", "`"]

    /// Reads what follows the word; `rest` loses the text that is set.
    private mutating func note(locationBehind before: Substring, _ rest: inout Substring) {
        let isOwnWord = before.last.map { !$0.isLetter && !$0.isNumber && !"_$-".contains($0) } ?? true
        var value = rest.drop(while: \.isWhitespace)
        if value.hasPrefix(".href") { value = value.dropFirst(5).drop(while: \.isWhitespace) }
        let setter = ["=", ".replace(", ".assign("].first(where: value.hasPrefix)
        guard isOwnWord, let setter, !value.hasPrefix("==") else { return }
        value = value.dropFirst(setter.count).drop(while: \.isWhitespace)
        // A page that leaves a frame goes nowhere without one.
        if Self.framing.contains(where: before.hasSuffix), Self.own.contains(where: value.hasPrefix) { return }
        rest = value
        let quote = value.popFirst()
        let text = quote == "'" || quote == "\"" ? quote.flatMap { ScriptOffer.literal(upTo: $0, of: &value) } : nil
        if text != nil { rest = value }
        locations.insert(value.drop(while: \.isWhitespace).first == "+" ? "" : text ?? "")
    }

    private static let framing = ["top.", "parent."]
    private static let own = ["", "window.", "self.", "document."].flatMap { place in
        ["", ".href"].flatMap { part in [";", "}", ")", "\n"].map { "\(place)location\(part)\($0)" } }
    }

    mutating func note(frame node: MarkupNode, isShown: Bool) {
        // What another user has written is kept in a sandbox, which sends no form.
        guard !node.hasAttribute("sandbox") || node.attribute("sandbox", mentions: ["allow-forms"]) else { return }
        let source = node.attribute(node.name == "object" ? "data" : "src") ?? ""
        // AD FS signs out relying parties through invisible frames.
        if isShown || source.contains("wa=wsignoutcleanup1.0"), frames.count < 8, !source.isEmpty,
            source != "about:blank"
        {
            frames.append(source)
        }
        if isShown, node.attribute("src", mentions: Self.captcha), !node.attribute("src", mentions: Self.invisible) {
            obstacles.insert(.captcha)
        }
    }

    /// Reads an element that is shown. An empty one is filled by a script when it is needed, unless it is one of the services'.
    mutating func note(element node: MarkupNode, _ name: String) {
        guard node.attribute("class", mentions: Self.captcha), name != "html", name != "body",
            !node.attribute("data-size", mentions: Self.invisible) || name == "button"
        else { return }
        if node.hasAttribute("data-sitekey") || node.hasElement || Self.empty.contains(name) {
            obstacles.insert(.captcha)
        }
    }

    private static let invisible: [StaticString] = ["invisible"]
    private static let empty: Set<String> = ["img", "input", "iframe", "canvas"]

    /// Returns whether a script runs; data blocks, with their own type, do not, nor does what is for browsers without modules.
    private static func runs(_ script: MarkupNode) -> Bool {
        guard !script.hasAttribute("nomodule") else { return false }
        let type = script.attribute("type")?.lowercased() ?? ""
        return !type.contains("json") && !type.contains("template")
    }

    /// Returns true for `.submit()`, also with blanks, and `submit.call(`; not for `.submit(function…`, which waits.
    private static func submits(_ script: UnsafeRawBufferPointer) -> Bool {
        let word = Array("submit".utf8)
        var index = 0
        while index + word.count < script.count {
            guard script[index] == word[0], script[index..<(index + word.count)].elementsEqual(word) else {
                index += 1
                continue
            }
            let before = script[..<index].last { !$0.isMarkupBlank }
            let isMember = before == 0x2E || before == 0x22 || before == 0x27
            index += word.count
            guard isMember else { continue }
            var rest = script[index...].lazy.filter { !$0.isMarkupBlank && $0 != 0x22 && $0 != 0x27 && $0 != 0x5D }
                .makeIterator()
            let next = (rest.next(), rest.next())
            if next.0 == 0x28, next.1 == 0x29 { return true }
            if script[index...].starts(with: ".call(".utf8) { return true }
        }
        return false
    }
}
