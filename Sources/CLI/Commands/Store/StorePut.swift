import Application
import Core
import Crypto
import Secrets
import System

/// `fedauth store put`.
struct StorePut: StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth store put mail": "Ask for a value on the terminal and keep it",
        "printf %s \"$secret\" | fedauth store put ci/token --attribute host=ci.example.org":
            "Keep the output of a pipe, unchanged",
    ]
    static let configuration = CommandConfiguration(
        commandName: "put", abstract: "Keep a value under a name, and replace an existing one.",
        discussion: """
            The value is read from stdin, byte for byte, or asked for when stdin is a terminal. It is never taken from the \
            command line.
            """)

    var name = ""
    // Accepted only to be rejected without repeating it: the parser's message would print the secret.
    var words: [String] = []
    var wordForValue: String?
    var file: String?
    var kind: String?
    var attribute: [String] = []
    var contentType: String?
    var expires: TimeLength?
    var empty = false
    var fresh = false
    var ifAbsent = false
    var ifVersion: UInt64?
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.argument("name", &name, "The entry's name; '/' groups names.", completion: .names(.entries))
        list.arguments("words", &words, "", isHidden: true)
        list.option("value", &wordForValue, "value", "", isHidden: true)
        list.option("file", &file, "file", "Read the value from this file.", completion: .file)
        list.option(
            "kind", &kind, "kind",
            "The kind of entry, such as secret, password or totp (default: that of the existing entry, else secret).")
        list.option("attribute", &attribute, "key=value", "An attribute for searching. Not secret. Repeat it for more.")
        list.option("content-type", &contentType, "type", "Its media type.")
        list.option("expires", &expires, "time", "The entry expires after this time: \(TimeLength.forms).")
        list.flag("empty", &empty, "Keep an empty value too.")
        list.flag("fresh", &fresh, "Keep nothing of the existing entry: drop its kind, attributes and media type.")
        list.flag("if-absent", &ifAbsent, "Only when there is no entry of that name.")
        list.option("if-version", &ifVersion, "number", "Replace only this version.")
    }

    func run(in context: CommandContext) throws(FedauthError) {
        try StoreLimits.check(name: name)
        guard words.isEmpty && wordForValue == nil else {
            throw FedauthError(
                .usage, "a value is not taken from the command line, where others can read it",
                hint: "pipe it in, name a file by '--file FILE', or leave it out to be asked")
        }
        let attributes = try EntryAttributes.parsePrintable(attribute)
        if ifAbsent && ifVersion != nil {
            throw FedauthError(.usage, "'--if-absent' and '--if-version' exclude each other", hint: "give one of them")
        }
        let expectation: StoreExpectation = ifAbsent ? .absent : ifVersion.map { .version($0) } ?? .any
        if let kind, kind != "totp", ["totp", "otp", "2fa"].contains(kind.lowercased()) {
            throw FedauthError(
                .usage, "there is no kind '\(kind)'", hint: "the kind of the key of one-time codes is 'totp'")
        }
        let value = try value(context)
        if value.isEmpty && !empty {
            throw FedauthError(
                .inputNeeded, "the value is empty, and nothing was written", hint: "'--empty' keeps an empty value")
        }
        var draft = StoreDraft(name: name, value: value)
        draft.attributes = attributes
        draft.expires = expires.map { context.clock.now.adding(seconds: $0.seconds) }
        var update = EntryUpdate(draft)
        (update.kind, update.contentType, update.expectation) = (kind, contentType, expectation)
        update.isFresh = fresh
        update.check = { (draft) throws(FedauthError) in
            guard draft.kind == "totp" else { return }
            // A key that gives no codes would be found only by the first sign-in.
            _ = try OneTimePassword(reading: draft.value.copy()).code(at: Timestamp(seconds: 0))
        }
        let store = try context.store(storage)
        let entry = try update.write(to: store)
        try context.report(entry.json)
        let size = value.count == 1 ? "1 byte" : "\(value.count) bytes"
        let verb = entry.version == 1 ? "kept" : "replaced"
        context.streams.done("\(verb) '\(name)' (\(entry.kind), \(size)) in \(store.placeName)")
    }

    private func value(_ context: CommandContext) throws(FedauthError) -> SharedSecret {
        if let file {
            let descriptor = try FileDescriptor(reading: file)
            return SharedSecret(
                try descriptor.read(name: file, limit: StoreLimits.valueBytes, until: context.clock.deadline()))
        }
        if Terminal.isTerminal(0) {
            let typed = try context.prompter().ask("Value of '\(name)': ", isSecret: true)
            guard !typed.isEmpty || empty else {
                throw FedauthError(
                    .cancelled, "nothing was typed, and nothing was written", hint: "'--empty' keeps an empty value")
            }
            return SharedSecret(typed)
        }
        return SharedSecret(try FileBytes.read(0, name: "stdin", limit: StoreLimits.valueBytes))
    }
}
