internal import Core

/// What the scripts, frames and class names of a page show, without running anything.
struct ScriptFindings {
    private(set) var hasScripts = false
    private(set) var frames: [String] = []
    private(set) var submitsItself = false
    private(set) var obstacles: Set<Page.Obstacle> = []

    private static let webAuthn = ["navigator.credentials", "PublicKeyCredential"]
    private static let webAuthnNames: [StaticString] = ["webauthn"]
    private static let captcha: [StaticString] = [
        "captcha", "challenges.cloudflare.com", "cf-turnstile", "arkoselabs", "funcaptcha",
    ]

    mutating func note(script node: MarkupNode) {
        guard Self.runs(node) else { return }
        hasScripts = true
        if node.attribute("src", mentions: Self.webAuthnNames) { obstacles.insert(.webAuthn) }
        noteCaptcha(node, "src")
    }

    /// Reads the text of a script (or of a style, which shows nothing).
    mutating func note(text node: MarkupNode) {
        guard let script = node.parent, script.name == "script", Self.runs(script) else { return }
        if Self.webAuthn.contains(where: node.contentMentions) { obstacles.insert(.webAuthn) }
        if !submitsItself { submitsItself = node.withContent(Self.submits) }
    }

    mutating func note(body node: MarkupNode) {
        guard let handler = node.attribute("onload") else { return }
        hasScripts = true
        var text = handler
        // The script of SimpleSAMLphp's page presses its button.
        submitsItself =
            submitsItself || text.contains("click()") || text.contains("submit(")
            || text.withUTF8 { Self.submits(UnsafeRawBufferPointer($0)) }
    }

    mutating func note(frame node: MarkupNode, isShown: Bool) {
        let source = node.attribute("src") ?? ""
        // AD FS signs out relying parties through invisible frames.
        if isShown || source.contains("wa=wsignoutcleanup1.0"), frames.count < 8, !source.isEmpty,
            source != "about:blank"
        {
            frames.append(source)
        }
        noteCaptcha(node, "src")
    }

    mutating func note(element node: MarkupNode) {
        noteCaptcha(node, "class")
    }

    private mutating func noteCaptcha(_ node: MarkupNode, _ attribute: StaticString) {
        if node.attribute(attribute, mentions: Self.captcha) { obstacles.insert(.captcha) }
    }

    /// Returns whether a script runs; data blocks, with their own type, do not.
    private static func runs(_ script: MarkupNode) -> Bool {
        let type = script.attribute("type")?.lowercased() ?? ""
        return !type.contains("json") && !type.contains("template")
    }

    /// Returns true for `.submit()`, also with blanks, and `submit.call(`; not for jQuery's `.submit(function…`, which
    /// waits for an event.
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
            var rest = script[index...].lazy.filter {
                !$0.isMarkupBlank && $0 != 0x22 && $0 != 0x27 && $0 != 0x5D
            }
            .makeIterator()
            let next = (rest.next(), rest.next())
            if next.0 == 0x28, next.1 == 0x29 { return true }
            if script[index...].starts(with: ".call(".utf8) { return true }
        }
        return false
    }
}
