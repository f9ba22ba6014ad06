internal import Secrets

/// Finds the secrets of a conversation by their position and name, so that a trace can mask them from then on. Where
/// names are arbitrary (form fields, parameters, JSON members), a value is secret if its name suggests a secret or if
/// it looks randomly generated. Addresses and words are not, because a trace without them would be useless.
enum ConversationSecrets {
    /// `passwords`: the names of password fields in earlier pages.
    static func of(_ request: Request, passwords: Set<String> = []) -> [SharedSecret] {
        var found = of(request.url)
        for header in request.headers {
            switch header.name.asciiLowercased {
            case "cookie": found += pairs(header.value, separator: 0x3B).map(\.value).filter(isLongEnough)
            case let name where Redaction.harmless.contains(name) || ofRequests.contains(name): break
            case let name where ofBrowsers.contains(where: name.hasPrefix): break
            default: found += credentials(header.value)
            }
        }
        guard let body = request.body else { return found }
        let type = request.headers.first { $0.name.asciiLowercased == "content-type" }?.value
        let essence = type?.withBytes { MediaType(String(decoding: $0, as: UTF8.self)).essence } ?? ""
        if essence == MediaType.form {
            let fields = FormBody(body).fields
            return found + fields.filter { passwords.contains($0.name) }.map(\.value) + secrets(in: fields)
        }
        guard essence.hasSuffix("xml") else { return found + json(body) }
        // The element of WS-Security's UsernameToken profile, and others of such a name.
        return found + texts(xml: body).filter { $0.name.hasSuffix("Password") }.map(\.value)
    }

    static func of(_ response: Response) -> [SharedSecret] {
        var found = response.setCookies.compactMap { SetCookie(field: $0)?.value }.filter(isLongEnough)
        for header in response.headers where !Redaction.harmless.contains(header.name) {
            if header.name == "location" {
                found += (try? response.url.resolving(header.value)).map(of) ?? []
            } else {
                let value = SharedSecret(text: header.value)
                if isSecret(header.name, value) { found += credentials(value) }
            }
        }
        return found + json(response.body)
    }

    static func of(_ page: Page) -> [SharedSecret] {
        page.forms.flatMap { form in
            secrets(
                in: form.fields.filter { [.hidden, .password].contains($0.kind) }
                    .map { (name: $0.name, value: $0.value) })
        }
    }

    /// Returns the secret parameters of path, query and fragment.
    static func of(_ url: WebURL) -> [SharedSecret] {
        let ofPath = url.path.split(separator: "/").flatMap { $0.split(separator: ";").dropFirst() }.joined(
            separator: "&")
        return [ofPath, url.query ?? "", url.fragment ?? ""].filter { !$0.isEmpty }.flatMap { text in
            secrets(in: FormBody(SharedSecret(text: text)).fields)
        }
    }

    /// Returns the values in the content of a request, with their names if any: those of a form, of JSON, of XML.
    static func ofContent(_ piece: SharedSecret) -> [(name: String, value: SharedSecret)] {
        if let value = try? JSONReader.parse(piece) { return texts(value, "", withNumbers: true) }
        return FormBody(piece).fields + texts(xml: piece)
    }

    // MARK: Places of secrets

    /// Fields that only describe a request; fields of a provider or the user may have any name.
    private static let ofRequests: Set<String> = [
        "accept-charset", "accept-encoding", "accept-language", "dnt", "expect", "host", "if-match",
        "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "origin", "pragma", "range", "referer",
        "te", "upgrade-insecure-requests", "x-requested-with", "x-smp-appid", "x-smp-deviceid",
    ]

    /// Fields with which browsers describe themselves and what they request (Fetch Metadata, client hints, CORS).
    private static let ofBrowsers = [
        "sec-fetch-", "sec-ch-", "sec-gpc", "sec-purpose", "purpose", "priority", "save-data",
        "access-control-request-", "service-worker",
    ]

    /// Returns the value of a field with and without a scheme in front; for Basic (RFC 7617) also the password.
    private static func credentials(_ value: SharedSecret) -> [SharedSecret] {
        if ["fetch", "Fetch", "required", "Required"].contains(where: value.equals) { return [] }
        return value.withBytes { bytes in
            guard let blank = bytes.firstIndex(of: 0x20), bytes[..<blank].isToken else { return [value] }
            let rest = SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[bytes.index(after: blank)...]))
            let pair =
                String(decoding: bytes[..<blank], as: UTF8.self).asciiLowercased == "basic" ? Base64.decode(rest) : nil
            let password: SharedSecret? = pair?.withBytes { pair in
                pair.firstIndex(of: 0x3A).map { colon in
                    SharedSecret(copying: UnsafeRawBufferPointer(rebasing: pair[pair.index(after: colon)...]))
                }
            }
            return [rest] + (password.map { [$0] } ?? []) + parameters(rest)
        }
    }

    /// Returns the values of a credential's parameters (RFC 9110 section 11.4), such as the response of Digest.
    private static func parameters(_ credential: SharedSecret) -> [SharedSecret] {
        pairs(credential, separator: 0x2C).filter { $0.name == "response" || isSecret($0.name, $0.value) }.map {
            unquoted($0.value)
        }
    }

    private static func unquoted(_ value: SharedSecret) -> SharedSecret {
        value.withBytes { bytes in
            guard bytes.count > 1, bytes.first == 0x22, bytes.last == 0x22 else { return value }
            return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[1..<(bytes.count - 1)]))
        }
    }

    private static func pairs(_ content: SharedSecret, separator: UInt8) -> [(name: String, value: SharedSecret)] {
        content.withBytes { bytes in
            bytes.split(separator: separator).compactMap { pair in
                let pair = pair.drop { $0 == 0x20 }
                guard let equals = pair.firstIndex(of: 0x3D) else { return nil }
                return (
                    String(decoding: pair[..<equals], as: UTF8.self),
                    SharedSecret(copying: UnsafeRawBufferPointer(rebasing: pair[pair.index(after: equals)...]))
                )
            }
        }
    }

    private static func json(_ body: SharedSecret) -> [SharedSecret] {
        guard [0x7B, 0x5B].contains(body.firstVisible), body.count <= JSONOutline.maximumBytes,
            let value = try? JSONReader.parse(body)
        else { return [] }
        return secrets(in: texts(value, ""))
    }

    private static func texts(
        _ value: JSONValue, _ name: String, withNumbers: Bool = false
    ) -> [(name: String, value: SharedSecret)] {
        switch value {
        case .string(let text): [(name, text)]
        case .number(let digits) where withNumbers: [(name, SharedSecret(text: digits))]
        case .array(let elements): elements.flatMap { texts($0, name, withNumbers: withNumbers) }
        case .object(let members): members.flatMap { texts($0.value, $0.name, withNumbers: withNumbers) }
        default: []
        }
    }

    /// Returns the contents of elements, both escaped and unescaped.
    private static func texts(xml: SharedSecret) -> [(name: String, value: SharedSecret)] {
        xml.withBytes { bytes in
            var found: [(name: String, value: SharedSecret)] = []
            for tag in bytes.split(separator: UInt8(ascii: "<")) where tag.first != UInt8(ascii: "/") {
                guard let end = tag.firstIndex(of: UInt8(ascii: ">")) else { continue }
                let name = String(decoding: tag[..<end].prefix { $0 != 0x20 }.prefix(200), as: UTF8.self)
                let text = SharedSecret(copying: UnsafeRawBufferPointer(rebasing: tag[tag.index(after: end)...]))
                found += [(name, text), (name, XMLText.unescaped(text))]
            }
            return found
        }
    }

    // MARK: Names and values of secrets

    private static func isLongEnough(_ value: SharedSecret) -> Bool { value.count >= KnownSecrets.leastBytesOfServers }

    /// Returns the values that are secret; of an address in place of a token, what may be secret in it.
    private static func secrets(in fields: [(name: String, value: SharedSecret)]) -> [SharedSecret] {
        fields.filter { isSecret($0.name, $0.value) }.flatMap { name, value -> [SharedSecret] in
            let isAddress = value.withBytes { $0.starts(with: "http".utf8) }
            guard isAddress, !typed.contains(where: { name.asciiLowercased.contains($0) }),
                let url = try? WebURL(value.withBytes { String(decoding: $0, as: UTF8.self) })
            else { return [value] }
            return of(url) + url.path.split(separator: "/").map { SharedSecret(text: String($0)) }.filter(isOpaque)
        }
    }

    static func isSecret(_ name: String, _ value: SharedSecret) -> Bool {
        value.count >= KnownSecrets.leastBytes && !ofRFCs.contains(name.asciiLowercased)
            && !["true", "false", "null", "none"].contains(where: { value.equals($0) })
            && (isSecret(name) || isOpaque(value))
    }

    /// Parts of names, in any context, and whole words of names.
    private static let parts = [
        "pass", "pwd", "token", "secret", "csrf", "xsrf", "nonce", "sess", "ticket", "assertion", "samlresponse",
        "wresult", "credential", "verifier", "execution", "viewstate",
    ]
    /// Parts of the names of what people type, which may be any text.
    private static let typed = ["pass", "pwd"]
    private static let words: Set<String> = [
        "auth", "authorization", "code", "cookie", "hash", "jwt", "key", "otp", "pin", "sid", "sig", "signature",
        "state", "totp",
    ]

    /// Ends of the names of metadata (RFC 8414) and parameters, such as `token_endpoint` and `token_type`, which hold addresses
    /// and words of the RFCs.
    private static let ofMetadata = [
        "_endpoint", "_uri", "_supported", "_type", "_method", "_alg", "_servers", "_expires_in", "_expires_at",
    ]

    /// Names whose values RFC 6749, 7591, 7662, 8414, 8707, 9207 and 9728 show to everybody, whatever they look like.
    private static let ofRFCs: Set<String> = [
        "audience", "client_id", "client_name", "iss", "issuer", "resource", "scope", "token_type_hint",
    ]

    private static func isSecret(_ name: String) -> Bool {
        let name = String(name.prefix(200)).asciiLowercased
        // It stands for a request that was pushed (RFC 9126 section 2.2).
        if name == "request_uri" || name.hasSuffix("_uri_complete") { return true }
        guard !ofMetadata.contains(where: name.hasSuffix) else { return false }
        return parts.contains { name.contains($0) }
            || name.split { !$0.isLetter }.contains { words.contains(String($0)) }
    }

    /// Returns whether the value is a long mixture of base64 or hexadecimal characters: no word, name or address.
    private static func isOpaque(_ value: SharedSecret) -> Bool {
        guard value.count >= 16 else { return false }
        return value.withBytes { bytes in
            var letters = 0
            var digits = 0
            var hasSlash = false
            var hasDot = false
            for byte in bytes {
                switch byte {
                case 0x30...0x39: digits += 1
                case 0x41...0x5A, 0x61...0x7A: letters += 1
                case UInt8(ascii: "/"): hasSlash = true
                case UInt8(ascii: "."): hasDot = true
                case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: "~"):
                    break
                default: return false
                }
            }
            return letters > 0 && digits > 0 && !(hasDot && (hasSlash || !bytes.starts(with: "eyJ".utf8)))
        }
    }
}
