internal import Secrets

/// Reads from the tags of a SAML or WS-Trust message what a trace shows. It only describes: nothing is decided by it, so it needs
/// no parser, and a message that is no XML gives no facts.
struct XMLFacts {
    private let now: Timestamp
    private let redaction: Redaction
    /// The local name of the first element.
    private(set) var root = "(no XML)"
    /// What it says, as `name: value`.
    private(set) var lines: [String] = []
    private var attributes: [String] = []
    private var isInAssertion = false
    private static let maximumBytes = 256 << 10
    private static let maximumTags = 2000
    private static let maximumAttributes = 100

    init(now: Timestamp, _ redaction: Redaction) { (self.now, self.redaction) = (now, redaction) }

    mutating func read(_ xml: SharedSecret) {
        xml.withBytes { bytes in
            let tags = bytes.prefix(Self.maximumBytes).split(separator: UInt8(ascii: "<"), maxSplits: Self.maximumTags)
            for tag in tags where !"/!?".utf8.contains(tag.first ?? 0x2F) { read(tag: tag) }
        }
        if !attributes.isEmpty {
            add("attributes", attributes.joined(separator: ", ") + " (their values are left out)")
        }
    }

    private mutating func read(tag: Slice<UnsafeRawBufferPointer>) {
        // A quoted '>' is written as it is in few messages; what follows it is then no attribute.
        let end = tag.firstIndex(of: UInt8(ascii: ">")) ?? tag.endIndex
        let head = tag[..<end]
        let name = Self.local(head.prefix { !Self.isSpace($0) && $0 != 0x2F })
        guard !name.isEmpty else { return }
        let isRoot = root == "(no XML)"
        if isRoot || root == "Envelope" && !["Header", "Body"].contains(name) && lines.isEmpty { root = name }
        if name.hasSuffix("Assertion") { isInAssertion = true }
        switch name {
        case "EncryptedAssertion", "EncryptedData":
            if !lines.contains("assertion: encrypted") { add("assertion", "encrypted") }
        case "Signature":
            add("signature", "on the \(isInAssertion ? "assertion" : "message"); a trace does not check it")
        case "Attribute":
            let title = Self.value("Name", in: head) ?? Self.value("AttributeName", in: head)
            if let title, attributes.count < Self.maximumAttributes { attributes.append(title.folded(to: 80)) }
        case "StatusCode":
            if let value = Self.value("Value", in: head) {
                add("status", String(value.split(separator: ":").last ?? ""))
            }
        case "NameID", "NameIDPolicy", "NameIdentifier":
            let format = Self.value("Format", in: head).map { String($0.split(separator: ":").last ?? "") }
            add("name", "\(Redaction.mark), format \(format ?? "not given")")
        case "Issuer", "Audience", "StatusMessage", "AuthnContextClassRef", "Address", "TokenType", "AppliesTo":
            let end = end == tag.endIndex ? end : tag.index(after: end)
            let text = String(decoding: tag[end...].prefix(500), as: UTF8.self).folded(to: 160)
            if !text.isEmpty { add(Self.titles[name] ?? name, Self.address(text, redaction)) }
        case "Created", "Expires":
            let text =
                end == tag.endIndex ? "" : String(decoding: tag[tag.index(after: end)...].prefix(40), as: UTF8.self)
            add(time: text, name == "Created" ? "valid from" : "valid until")
        default: break
        }
        for (attribute, title) in Self.addresses {
            if let value = Self.value(attribute, in: head) {
                add(title, Self.address(value.folded(to: 160), redaction))
            }
        }
        for (attribute, title) in Self.times {
            if attribute == "IssueInstant", !isRoot { continue }
            if let value = Self.value(attribute, in: head) { add(time: value, title) }
        }
        for attribute in ["ForceAuthn", "IsPassive"]
        where ["true", "1"].contains(Self.value(attribute, in: head) ?? "") { add("asks for", attribute) }
    }

    private static let titles = [
        "Issuer": "issuer", "Audience": "audience", "StatusMessage": "says", "AuthnContextClassRef": "method",
        "Address": "audience", "TokenType": "token",
    ]
    private static let addresses = [
        ("Destination", "destination"), ("AssertionConsumerServiceURL", "answer to"), ("Recipient", "recipient"),
    ]
    private static let times = [
        ("IssueInstant", "issued"), ("AuthnInstant", "signed in"), ("NotBefore", "valid from"),
        ("NotOnOrAfter", "valid until"), ("SessionNotOnOrAfter", "session until"),
    ]

    private mutating func add(_ name: String, _ value: String) {
        let line = "\(name): \(value)"
        if lines.count < Self.maximumAttributes, !lines.contains(line) { lines.append(line) }
    }

    private mutating func add(time text: String, _ name: String) {
        guard let time = Timestamp(xmlDateTime: text) else { return add(name, text.folded(to: 40)) }
        add(name, name.hasSuffix("until") ? ClockWords.end(time, now) : ClockWords.begin(time, now))
    }

    /// Returns an address without the values of its parameters; another text as it is.
    static func address(_ text: String, _ redaction: Redaction) -> String {
        guard text.contains("://") else { return text }
        return (try? WebURL(text)).map(redaction.url) ?? Redaction.withoutParameters(text)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func local(_ name: Slice<UnsafeRawBufferPointer>) -> String {
        String(decoding: name.prefix(200).split(separator: 0x3A).last ?? name.prefix(0), as: UTF8.self)
    }

    /// Returns the value of an attribute in a tag.
    private static func value(_ name: String, in head: Slice<UnsafeRawBufferPointer>) -> String? {
        var rest = head.drop { !isSpace($0) }
        while let equals = rest.firstIndex(of: 0x3D) {
            let isWanted = rest[..<equals].filter { !isSpace($0) }.elementsEqual(name.utf8)
            let value = rest[rest.index(after: equals)...].drop(while: isSpace)
            guard let quote = value.first, quote == 0x22 || quote == 0x27 else { return nil }
            let inner = value.dropFirst()
            guard let end = inner.firstIndex(of: quote) else { return nil }
            if isWanted { return String(decoding: inner[..<end].prefix(500), as: UTF8.self) }
            rest = inner[inner.index(after: end)...]
        }
        return nil
    }
}
