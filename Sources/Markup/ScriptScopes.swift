/// The functions of a page's scripts, as far as they show without running anything: which of them run when the page is loaded, and
/// whether these send a form. What only an event would run, such as the press of a button, the page does not do by itself.
///
/// It reads strings, comments, regular expressions and braces (ECMA-262), and no grammar beyond them.
struct ScriptScopes {
    /// What is in the braces of one function, without the functions in it; the first one is what is in none.
    private struct Scope {
        let name: String?
        let parent: Int
        /// Where the digit is that stands for it in the text of its parent.
        var start = 0
        /// Whether it runs when a form is sent.
        var hearsSubmit = false
        /// Whether it runs as soon as its parent does: it is called at once, or by a timer, or when the page is loaded.
        var runsWithParent: Bool
        var text: [UInt8] = []
        /// Where the parentheses that are open begin in the text, and the last one that was closed.
        var open: [Int] = []
        var closed = 0
    }

    /// What is open: the braces of a block or of a function, or an arrow function without braces.
    private struct Brace {
        /// The function around it; nil for a block.
        let outer: Int?
        var isExpression = false
    }

    private var scopes: [Scope] = []
    var isEmpty: Bool { scopes.isEmpty }
    /// Whether all scripts were read.
    private(set) var isComplete = true

    private var count = 0
    /// Longer scripts are libraries, which do not forward.
    private static let maximumBytes = 64 << 10
    private static let maximumScopes = 2_000
    private static let mostListeners = 50

    /// Reads one more script.
    mutating func read(_ script: UnsafeRawBufferPointer) {
        count += script.count
        guard count <= Self.maximumBytes, scopes.count < Self.maximumScopes else {
            isComplete = false
            return
        }
        defer { isComplete = isComplete && scopes.count < Self.maximumScopes }
        var current = scopes.count
        scopes.append(Scope(name: nil, parent: current, runsWithParent: true))
        var braces: [Brace] = []
        var index = 0
        func next(_ from: Int) -> Int { script[from...].firstIndex { !$0.isMarkupBlank } ?? script.count }
        /// Begins what is in braces, or the expression behind an arrow.
        func begin(isExpression: Bool = false) {
            let (name, runs, isFunction, hearsSubmit) = Self.head(&scopes[current])
            braces.append(Brace(outer: isFunction ? current : nil, isExpression: isExpression))
            guard isFunction else { return scopes[current].text.append(UInt8(ascii: "{")) }
            let start = scopes[current].text.count - 2
            scopes.append(
                Scope(name: name, parent: current, start: start, hearsSubmit: hearsSubmit, runsWithParent: runs))
            current = scopes.count - 1
        }
        /// Ends the arrow functions whose expression ends here.
        func endExpressions(always: Bool = false) {
            while braces.last?.isExpression == true, always || scopes[current].open.isEmpty {
                current = braces.removeLast().outer ?? current
            }
        }
        while index < script.count, scopes.count < Self.maximumScopes {
            let byte = script[index]
            let end = Self.end(ofLiteralAt: index, in: script, after: scopes[current].text)
            if end.index > index {
                if end.isText { scopes[current].text += script[index..<end.index] }
                index = end.index
                continue
            }
            index += 1
            switch byte {
            case UInt8(ascii: "{"): begin()
            case UInt8(ascii: "}"):
                endExpressions(always: true)
                guard let outer = braces.popLast()?.outer else {
                    scopes[current].text.append(byte)
                    break
                }
                if Self.isCall(script[next(index)...]) { scopes[current].runsWithParent = true }
                current = outer
            case UInt8(ascii: "("):
                scopes[current].open.append(scopes[current].text.count)
                scopes[current].text.append(byte)
            case UInt8(ascii: ")"):
                endExpressions()
                scopes[current].closed = scopes[current].open.popLast() ?? 0
                scopes[current].text.append(byte)
            case UInt8(ascii: ">") where scopes[current].text.last == UInt8(ascii: "="):
                scopes[current].text.append(byte)
                guard next(index) < script.count, script[next(index)] != UInt8(ascii: "{") else { break }
                begin(isExpression: true)
            default:
                if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") { endExpressions() }
                // One blank stands for all that follow each other: what is looked for before them is near.
                guard !byte.isMarkupBlank || scopes[current].text.last?.isMarkupBlank == false else {
                    // A line may end a statement.
                    if byte == 10, scopes[current].text.popLast() != nil { scopes[current].text.append(byte) }
                    break
                }
                scopes[current].text.append(byte)
            }
        }
    }

    /// Returns whether what runs when the page is loaded sends a form. `handler` is the `onload` of its body; `surely` leaves out
    /// what runs only under a condition that is not known.
    func sendAtLoad(handler: String, surely: Bool = true, _ sends: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        let named = named
        var children: [Int: [Int]] = [:]
        var running: [Int] = []
        for (index, scope) in scopes.enumerated() where scope.runsWithParent {
            if scope.parent == index {
                running.append(index)
            } else {
                children[scope.parent, default: []].append(index)
            }
        }
        running += Self.calls(in: Array((surely ? Self.certain(handler) : handler).utf8), named)
        var seen = Set(running)
        while let index = running.popLast() {
            let text = surely ? Self.certain(scopes[index].text) : scopes[index].text
            if text.withUnsafeBytes(sends) { return true }
            let inner = children[index, default: []].filter {
                !surely || text.dropFirst(scopes[$0].start).first == UInt8(ascii: "0")
            }
            for other in inner + Self.calls(in: text, named) where seen.insert(other).inserted { running.append(other) }
        }
        return false
    }

    /// Returns the handler of an event without what runs only under a condition that is not known.
    static func certain(_ handler: String) -> String { String(decoding: certain(Array(handler.utf8)), as: UTF8.self) }

    /// More conditions than that are taken as not known.
    private static let mostConditions = 200

    /// Returns the text with blanks in place of what runs only under a condition that is not known: the statement behind it, its other
    /// branch, and all that follows a `return` in that; and of what follows a `throw`. A text in quotes is no code.
    private static func certain(_ code: [UInt8]) -> [UInt8] {
        var result = code
        code.withUnsafeBytes { text in
            func word(at index: Int) -> String {
                String(decoding: text[index...].prefix(20).prefix { $0.isOfName }, as: UTF8.self)
            }
            func next(_ index: Int) -> Int { text[index...].firstIndex { !$0.isMarkupBlank } ?? text.count }
            /// Returns where the statement behind `start` ends; with `if`, behind the condition and the statement.
            func end(behind start: Int) -> Int {
                var start = next(start)
                while word(at: start) == "if" { start = next(end(from: start + 2, isGroup: true)) }
                return end(from: start, isGroup: false)
            }
            func end(from start: Int, isGroup: Bool) -> Int {
                var (index, depth) = (next(start), 0)
                let isGroup = isGroup || index < text.count && text[index] == UInt8(ascii: "{")
                while index < text.count {
                    let byte = text[index]
                    switch byte {
                    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                        index = Self.end(of: byte, in: text, from: index + 1, isLine: byte != UInt8(ascii: "`")) - 1
                    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                        guard depth > 0 else { return index }
                        depth -= 1
                        if depth == 0, isGroup { return index + 1 }
                    case UInt8(ascii: ";") where depth == 0: return index + 1
                    case 10, 13:
                        let follower = next(index)
                        let goesOn = follower < text.count && ".?:&|=+,".utf8.contains(text[follower])
                        if depth == 0, !goesOn { return index + 1 }
                    default: break
                    }
                    index += 1
                }
                return text.count
            }
            var own: Set<String>?
            var (index, statement, count, depth) = (0, 0, 0, 0)
            while index < text.count {
                let byte = text[index]
                var condition: Range<Int>?
                switch byte {
                case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                    let end = Self.end(of: byte, in: text, from: index + 1, isLine: byte != UInt8(ascii: "`"))
                    if !Self.ends(code[..<index], with: Self.runners) {
                        for place in index..<end where code[place] == UInt8(ascii: "(") { result[place] = 0x20 }
                    }
                    index = end - 1
                case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"), 10, 13:
                    depth += byte == UInt8(ascii: "{") ? 1 : byte == UInt8(ascii: "}") ? -1 : 0
                    statement = index + 1
                case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "|"):
                    let isDouble = index + 1 < text.count && text[index + 1] == byte
                    let isChain = text[(index + 1)...].first == UInt8(ascii: ".")
                    if (byte == UInt8(ascii: "?")) != isDouble, !isChain { condition = statement..<index }
                    if isDouble { index += 1 }
                case UInt8(ascii: "i"), UInt8(ascii: "w"), UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "f"):
                    let name = word(at: index)
                    let isWord = index == 0 || !text[index - 1].isOfName && text[index - 1] != UInt8(ascii: ".")
                    if isWord, name == "throw", depth == 0 {
                        for place in index..<text.count { result[place] = 0x20 }
                        index = text.count
                    }
                    guard isWord, ["if", "while", "switch", "for"].contains(name) else { break }
                    let start = index + name.utf8.count
                    let head = start..<max(start, end(from: start, isGroup: true))
                    guard name != "for" || Self.isNever(text[head]) else { break }
                    condition = head
                    index = max(start, condition?.upperBound ?? start) - 1
                default: break
                }
                index += 1
                guard let condition else { continue }
                count += 1
                let asked = String(decoding: text[condition].prefix(401), as: UTF8.self)
                statement = index
                let names = own ?? Self.names(ofFormsIn: text)
                own = names
                if count <= Self.mostConditions, Self.isKnown(asked, names) { continue }
                var stop = count > Self.mostConditions ? text.count : max(index, end(behind: index))
                while word(at: next(stop)) == "else" { stop = max(stop, end(behind: next(stop) + 4)) }
                let doubtful = String(decoding: text[min(index, stop)..<stop], as: UTF8.self)
                if doubtful.contains("return") || doubtful.contains("throw ") { stop = text.count }
                for place in index..<max(index, stop) { result[place] = 0x20 }
                (index, statement) = (max(index, stop), max(index, stop))
            }
        }
        return result
    }

    /// Returns whether the head of a `for` asks nothing in the middle, and so is there to leave something out.
    private static func isNever(_ head: Slice<UnsafeRawBufferPointer>) -> Bool {
        let parts = String(decoding: head.prefix(400), as: UTF8.self).filter { !$0.isWhitespace }
            .split(separator: ";", omittingEmptySubsequences: false)
        return parts.count > 1 && ["false", "0", "!1", "null"].contains(parts[1])
    }

    /// Returns whether a condition only asks whether a part of the page is there: an answer of the user, an address, a cookie, or what
    /// a server has said is not known, and one that asks nothing is there to leave something out.
    ///
    /// - Parameter names: those of forms, and with "!" of what is noted to be done only once.
    private static func isKnown(_ condition: String, _ names: Set<String>) -> Bool {
        guard condition.utf8.count <= 400 else { return false }
        var (rest, before, last, asks) = (condition[...], Character(";"), "", false)
        while let sign = rest.popFirst() {
            if sign.isWhitespace { continue }
            if "'\"`".contains(sign) {
                let text = rest.prefix { $0 != sign }
                rest = rest.dropFirst(text.count + 1)
                guard !unknown.contains(String(text)), before != "=" || states.contains(String(text)) else {
                    return false
                }
            } else if sign.continuesName {
                let name = String(sign) + rest.prefix(while: \.continuesName)
                rest = rest.dropFirst(name.count - 1)
                let isOwn = parts.contains(name) || sign.isNumber || last == "typeof"
                let isForm = names.contains(name) || before == "!" && names.contains("!" + name)
                guard before == "." || isOwn || isForm, !unknown.contains(name) else { return false }
                asks = asks || !sign.isNumber && !constants.contains(name)
                last = name
            }
            before = sign
        }
        return asks
    }

    private static func names(ofFormsIn text: UnsafeRawBufferPointer) -> Set<String> {
        let whole = String(decoding: text.lazy.filter { !$0.isMarkupBlank }, as: UTF8.self)
        var names: Set<String> = []
        for sign in forms {
            for found in whole.ranges(of: sign) {
                let before = whole[..<found.lowerBound]
                let start = before.lastIndex { !$0.continuesName }.map(before.index(after:)) ?? before.startIndex
                for keyword in ["", "var", "let", "const"] where before[start...].hasPrefix(keyword) {
                    names.insert((sign == "=true" ? "!" : "") + before[start...].dropFirst(keyword.count))
                }
            }
        }
        return names
    }

    private static let parts: Set<String> = [
        "window", "document", "self", "top", "parent", "this", "typeof", "undefined", "null", "true", "false",
        "navigator", "return", "else",
    ]
    private static let constants: Set<String> = ["true", "false", "null", "undefined"]
    /// What runs the text in quotes behind it.
    private static let runners = ["setTimeout(", "setInterval(", "eval("]
    /// What follows the name of a form, and of a note.
    private static let forms = [".submit", "=document.get", "=document.query", "=document.forms", "=$(", "=true"]
    private static let states: Set<String> = [
        "", "undefined", "object", "function", "complete", "interactive", "loading",
    ]
    private static let unknown: Set<String> = [
        "location", "hash", "search", "href", "cookie", "referrer", "opener", "confirm", "prompt", "name", "history",
        "localStorage", "sessionStorage", "hidden", "visibilityState", "hasFocus", "checked", "title", "userAgent",
        "language", "platform",
    ]

    private var named: [String: [Int]] {
        var named: [String: [Int]] = [:]
        for (index, scope) in scopes.enumerated() {
            if let name = scope.name { named[name, default: []].append(index) }
        }
        return named
    }

    /// Returns the texts of what a handler calls, and of what these call.
    func texts(calledBy handler: String) -> [String] {
        let named = named
        var (found, open) = (Set<Int>(), Self.calls(in: Array(handler.utf8), named))
        while let index = open.popLast(), found.count < Self.mostListeners {
            guard found.insert(index).inserted else { continue }
            open += Self.calls(in: scopes[index].text, named)
        }
        return found.sorted().map { String(decoding: scopes[$0].text, as: UTF8.self) }
    }

    /// Whether a function that hears of a form that is sent keeps the browser from sending it, and does `something` in its place.
    func replaceSubmission(by something: (String) -> Bool) -> Bool {
        let named = named
        let passed = scopes.flatMap { scope in
            Self.names(in: scope.text, named) { before, _ in Self.ends(before, with: Self.submitTriggers) }
        }
        let listeners = scopes.indices.filter { scopes[$0].hearsSubmit } + passed
        return listeners.prefix(Self.mostListeners).contains { replaces($0, something) }
    }

    /// Returns whether the `onsubmit` of a form does so.
    func replaceSubmission(in handler: String, by something: (String) -> Bool) -> Bool {
        let calls = Self.calls(in: Array(handler.utf8), named)
        if handler.keepsForm(byReturn: true) { return something(handler) || calls.contains { something(whole($0)) } }
        return calls.contains { replaces($0, byReturn: handler.contains("return"), something) }
    }

    private func replaces(_ index: Int, byReturn: Bool = true, _ something: (String) -> Bool) -> Bool {
        String(decoding: scopes[index].text, as: UTF8.self).keepsForm(byReturn: byReturn) && something(whole(index))
    }

    /// Returns the text of a function, with the functions in it.
    private func whole(_ index: Int) -> String {
        var inner: Set = [index]
        for other in scopes.indices.dropFirst(index + 1) where inner.contains(scopes[other].parent) {
            inner.insert(other)
        }
        return inner.sorted().map { String(decoding: scopes[$0].text, as: UTF8.self) }.joined(separator: "\n")
    }

    /// Returns the functions that a text calls, or that it has called when the page is loaded.
    private static func calls(in text: [UInt8], _ named: [String: [Int]]) -> [Int] {
        names(in: text, named) { before, next in next == UInt8(ascii: "(") || ends(before, with: triggers) }
    }

    /// Returns the functions whose names are in a text. `isWanted` decides by what is before a name, and by the sign that follows it.
    private static func names(
        in text: [UInt8], _ named: [String: [Int]], where isWanted: (ArraySlice<UInt8>, UInt8?) -> Bool
    ) -> [Int] {
        guard !named.isEmpty else { return [] }
        var found: Set<String> = []
        var index = 0
        while index < text.count {
            guard text[index].isOfName else {
                index += 1
                continue
            }
            let start = index
            while index < text.count, text[index].isOfName { index += 1 }
            guard index - start <= 80 else { continue }
            let name = String(decoding: text[start..<index], as: UTF8.self)
            guard named[name] != nil, !found.contains(name) else { continue }
            let next = text[index...].first { !$0.isMarkupBlank }
            if isWanted(text[..<start], next) { found.insert(name) }
        }
        return found.flatMap { named[$0] ?? [] }
    }

    /// Returns the name of the function that begins, and whether what is before it runs it; in the text a digit takes the place of
    /// its head, so that it stays an argument.
    private static func head(_ scope: inout Scope) -> (name: String?, runs: Bool, isFunction: Bool, hearsSubmit: Bool) {
        var head = scope.text[...].trimmed
        let isArrow = head.ends(with: "=>")
        if isArrow { head = head.dropLast(2).trimmed }
        let hasList = head.last == UInt8(ascii: ")")
        guard isArrow || hasList else { return (nil, false, false, false) }
        head = hasList ? head.prefix(upTo: min(scope.closed, head.endIndex)).trimmed : head.droppingWord.trimmed
        var name: String?
        if !isArrow {
            let word = head.lastWord
            if ["if", "for", "while", "switch", "catch", "with"].contains(word) { return (nil, false, false, false) }
            head = head.droppingWord.trimmed
            if word != "function" {
                name = word
                if head.last == UInt8(ascii: "*") { head = head.dropLast().trimmed }
                if head.lastWord == "function" { head = head.droppingWord.trimmed }
            }
        }
        if head.lastWord == "async" { head = head.droppingWord.trimmed }
        let runs = ends(head, with: triggers)
        let hearsSubmit = ends(head, with: submitTriggers)
        if name == nil, head.last == UInt8(ascii: "=") || head.last == UInt8(ascii: ":") {
            name = head.dropLast().trimmed.lastWord
        }
        scope.text.removeLast(scope.text.count - head.endIndex)
        scope.text += "0 ".utf8
        return (name, runs, true, hearsSubmit)
    }

    /// Whether what follows a text is what one of these runs.
    private static func ends(_ text: ArraySlice<UInt8>, with triggers: [String]) -> Bool {
        let tail = String(decoding: text.suffix(60).filter { !$0.isMarkupBlank }, as: UTF8.self)
            .replacing("\"", with: "'").replacing("`", with: "'")
        return triggers.contains(where: tail.hasSuffix)
    }

    /// What runs a function when a form is sent.
    private static let submitTriggers = ["onsubmit=", "('submit',", ".submit("]
    /// What runs a function soon: a timer, or the page's load.
    private static let triggers = [
        "setTimeout(", "setInterval(", "requestAnimationFrame(", "queueMicrotask(", ".then(", ".ready(", "$(",
        "jQuery(", "onload=", "onpageshow=", "('load',", "('DOMContentLoaded',", "('pageshow',", "('onload',",
        "('ready',", "onreadystatechange=", "('readystatechange',",
    ]

    /// Whether the function that has just ended is called at once.
    private static func isCall(_ rest: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = rest
        if rest.first == UInt8(ascii: ")") { rest = rest.dropFirst().drop(while: \.isMarkupBlank) }
        return rest.first == UInt8(ascii: "(") || rest.starts(with: ".call(".utf8) || rest.starts(with: ".apply(".utf8)
    }

    /// Returns where a string, a comment or a regular expression ends that begins at `index`, and whether it is kept as text;
    /// `index` for other things.
    private static func end(
        ofLiteralAt index: Int, in script: UnsafeRawBufferPointer, after text: [UInt8]
    ) -> (index: Int, isText: Bool) {
        let byte = script[index]
        let rest = script[(index + 1)...]
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
            return (end(of: byte, in: script, from: index + 1, isLine: byte != UInt8(ascii: "`")), true)
        case UInt8(ascii: "/"):
            if rest.first == UInt8(ascii: "/") {
                return (rest.firstIndex { $0 == 10 || $0 == 13 } ?? script.count, false)
            }
            if rest.first == UInt8(ascii: "*") {
                var end = index + 2
                while end < script.count, !script[end...].starts(with: "*/".utf8) { end += 1 }
                return (min(end + 2, script.count), false)
            }
            let before = text.last { !$0.isMarkupBlank }
            guard before.map("(,=:[!&|?{};".utf8.contains) ?? true else { return (index, false) }
            return (end(of: byte, in: script, from: index + 1, isLine: true), false)
        default: return (index, false)
        }
    }

    private static func end(of sign: UInt8, in script: UnsafeRawBufferPointer, from start: Int, isLine: Bool) -> Int {
        var index = start
        while index < script.count {
            switch script[index] {
            case sign: return index + 1
            case UInt8(ascii: "\\"): index += 2
            case 10 where isLine: return index
            default: index += 1
            }
        }
        return script.count
    }
}

extension String {
    /// Returns whether a handler with this text keeps the browser from sending the form, whatever else happens in it.
    /// If its result counts (`byReturn`), `return false` does so as its last statement and only result.
    fileprivate func keepsForm(byReturn: Bool) -> Bool { byReturn && returnsOnlyFalse || preventsDefault }

    private var returnsOnlyFalse: Bool {
        var last: (start: String.Index, rest: Substring)?
        for found in ranges(of: "return") {
            let rest = self[found.upperBound...]
            let isWord = [self[..<found.lowerBound].last, rest.first].allSatisfy { $0.map(\.continuesName) != true }
            guard isWord else { continue }
            let value = rest.drop(while: \.isWhitespace)
            guard let text = ["false", "!1"].first(where: value.hasPrefix) else { return false }
            last = (found.lowerBound, value.dropFirst(text.count))
        }
        guard let last, last.rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else { return false }
        return self[..<last.start].endsStatement
    }

    /// Whether it calls `preventDefault()` outside every block, and before it may return.
    private var preventsDefault: Bool {
        guard let call = firstRange(of: "preventDefault()") else { return false }
        var before = self[..<call.lowerBound]
        while before.last.map({ $0.continuesName || $0 == "." }) == true { before = before.dropLast() }
        return before.count { $0 == "{" } == before.count { $0 == "}" } && !before.contains("return")
            && before.endsStatement
    }
}

extension Substring {
    /// Whether a statement may begin behind it that runs in any case.
    fileprivate var endsStatement: Bool {
        var rest = self
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return rest.last.map { ";{}".contains($0) } ?? true
    }
}

extension Character { fileprivate var continuesName: Bool { isLetter || isNumber || self == "_" || self == "$" } }

extension ArraySlice<UInt8> {
    // A part shares the bytes; what removes them one by one would copy all.
    fileprivate var trimmed: ArraySlice<UInt8> {
        prefix(upTo: lastIndex { !$0.isMarkupBlank }.map { $0 + 1 } ?? startIndex)
    }

    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }

    /// The text before the name at its end.
    fileprivate var droppingWord: ArraySlice<UInt8> {
        prefix(upTo: lastIndex { !$0.isOfName }.map { $0 + 1 } ?? startIndex)
    }

    fileprivate var lastWord: String { String(decoding: self[droppingWord.endIndex...], as: UTF8.self) }
}

extension UInt8 {
    /// Whether it is part of a name in a script, as far as names in ASCII go.
    fileprivate var isOfName: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
        default: false
        }
    }
}
