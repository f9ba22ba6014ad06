import Secrets

/// An answer of a Secure Login Server during the login: it requests more input, or the login is complete.
struct SLSLoginStep {
    /// A requested value.
    struct Field {
        var name: String
        var prompt: String
        /// Whether the input is hidden.
        var isHidden: Bool
        /// The server's word for a type that is not known; such a field is hidden.
        var unknownType: String?
        var preset: SharedSecret?
        /// The name of the field that repeats the value.
        var confirmation: String?
    }

    enum State {
        case inputRequired, authenticated, failed
    }

    var state: State
    /// The server's word for a state that is not known.
    var unknownState: String?
    var message: String?
    var isError: Bool
    var disclaimer: String?
    var fields: [Field]
    var offer: EnrollmentOffer
    /// Whether the end of the login is a guess: the answer has no known state or fields, but other content.
    var isGuessed = false

    /// More fields than any login has.
    private static let maximumFields = 32

    /// Reads an answer. Throws `bad-answer` for fields without names, and for a malformed template.
    init(_ answer: JSONValue, _ words: SLSVocabulary) throws(FedauthError) {
        guard answer.members != nil else {
            throw FedauthError(
                .badAnswer, "the Secure Login Server answers with JSON that is not an object",
                hint: "'--trace FILE' shows its form")
        }
        message = words.text(.clientMessage, in: answer)
        isError = words.text(.messageType, in: answer)?.lowercased() == words[.error].lowercased()
        disclaimer = words.text(.disclaimer, in: answer)
        let listed = words.value(.inputFields, in: answer)?.elements ?? []
        guard listed.count <= Self.maximumFields else {
            throw FedauthError(.badAnswer, "the Secure Login Server asks for \(listed.count) fields at once")
        }
        fields = []
        for element in listed {
            guard let name = words.text(.fieldName, in: element) else {
                throw FedauthError(
                    .badAnswer, "the Secure Login Server asks for a field that has no name",
                    hint: "'--trace FILE' shows the names of what it says; '--sls-name fieldName=…' corrects it")
            }
            let preset = words.value(.preset, in: element)?.secret
            let type = words.text(.type, in: element)
            let isHidden = type?.lowercased() != words[.plain].lowercased()
            fields.append(
                Field(
                    name: name, prompt: words.text(.prompt, in: element) ?? name,
                    isHidden: isHidden, unknownType: isHidden ? type.flatMap(Self.unknown) : nil,
                    preset: preset?.isEmpty == true ? nil : preset,
                    confirmation: words.text(.confirmField, in: element)))
        }
        switch words.text(.authStatus, in: answer) {
        case words[.failed]: state = .failed
        case words[.authenticated]: state = .authenticated
        case words[.inputRequired]: state = .inputRequired
        // When the state is unknown, the fields decide.
        case let other:
            unknownState = other
            state = fields.isEmpty ? .authenticated : .inputRequired
            if fields.isEmpty { isGuessed = try Self.isGuess(answer, words) }
        }
        offer = try Self.offer(answer, words)
        if state == .inputRequired && fields.isEmpty {
            throw FedauthError(
                .badAnswer, "the Secure Login Server wants input, and does not say which",
                hint: "'--trace FILE' shows the names of what it says; '--sls-name inputFields=…' corrects it")
        }
    }

    /// Returns a type that is none of fields that are hidden.
    private static func unknown(_ type: String) -> String? {
        let word = type.lowercased()
        return ["pass", "secure", "secret", "hidden"].contains { word.contains($0) } ? nil : type
    }

    /// Returns whether an answer without known state and fields may contain them under unknown names. Throws
    /// `bad-answer` when it contains no known name at all.
    private static func isGuess(_ answer: JSONValue, _ words: SLSVocabulary) throws(FedauthError) -> Bool {
        let terms: [SLSVocabulary.Term] = [
            .authStatus, .clientMessage, .messageType, .disclaimer, .inputFields, .keySize, .certificateTemplate,
        ]
        let known = Set(terms.flatMap { [words[$0], String(words[$0].prefix { $0 != "." })] })
        let names = (answer.members ?? []).map(\.name)
        guard names.isEmpty || names.contains(where: known.contains) else {
            throw FedauthError(
                .badAnswer,
                "the Secure Login Server's answer has none of the names that are known, such as '\(words[.authStatus])' and "
                    + "'\(words[.inputFields])'",
                hint: "'--trace FILE' shows the names of what it says; '--sls-name' corrects those that are assumed")
        }
        guard words.value(.certificateTemplate, in: answer) == nil else { return false }
        return words.text(.authStatus, in: answer) != nil || !names.allSatisfy(known.contains)
    }

    private static func offer(_ answer: JSONValue, _ words: SLSVocabulary) throws(FedauthError) -> EnrollmentOffer {
        var offer = EnrollmentOffer()
        let template = words.value(.certificateTemplate, in: answer)
        if let subject = words.text(.templateSubject, in: template) {
            offer.subject = try DistinguishedName(parsing: subject, of: "the template's subject", failure: .badAnswer)
        }
        let own = number(.templateKeySize, template, words)
        let bits = own ?? number(.keySize, answer, words)
        do throws(FedauthError) {
            if let type = words.text(.templateKeyType, in: template) {
                // The size beside the template is that of an RSA key.
                offer.key = try key(type, type.lowercased() == "rsa" ? bits : own)
            } else if let bits {
                offer.rsaBits = bits
                _ = try key("RSA", bits)
            }
        } catch { offer.unsupportedKey = error }
        offer.signature = words.text(.templateSignature, in: template).flatMap {
            CertificateTemplate.SignatureHash(name: $0)
        }
        offer.keyUsages = texts(.templateKeyUsage, template, words)
        offer.extendedKeyUsages = texts(.templateExtendedKeyUsage, template, words)
        for (term, kind) in [(SLSVocabulary.Term.templateRFC822, "email:"), (.templateDNS, "dns:")] {
            for name in texts(term, template, words) ?? [] {
                do throws(FedauthError) {
                    offer.alternativeNames.append(try AlternativeName(kind + name))
                } catch { throw FedauthError(.badAnswer, "the template's names cannot be used: \(error.message)") }
            }
        }
        return offer
    }

    private static func key(_ type: String, _ bits: Int?) throws(FedauthError) -> KeyKind {
        let name = type.lowercased()
        let kind: KeyKind? =
            switch name {
            case "rsa": bits.map { KeyKind.rsa(ofBits: $0) } ?? .usual
            case "ec", "ecdsa": bits == 384 ? .p384 : bits == nil || bits == 256 ? .p256 : nil
            default: KeyKind(name: name)
            }
        guard let kind else {
            throw FedauthError(
                .unsupportedKey,
                "the server wants a key of the kind '\(type.folded(to: 40))'\(bits.map { " with \($0) bits" } ?? "")",
                hint: "made here are RSA of 2048 to 4096 bits, P-256, P-384 and Ed25519; others by '--csr' and '--key'")
        }
        return kind
    }

    private static func number(_ term: SLSVocabulary.Term, _ object: JSONValue?, _ words: SLSVocabulary) -> Int? {
        let value = words.value(term, in: object)
        return (value?.integer ?? value?.text.flatMap { Int64($0) }).map { Int(clamping: $0) }
    }

    /// Reads a list of texts, or one text with commas; nil when missing.
    private static func texts(_ term: SLSVocabulary.Term, _ object: JSONValue?, _ words: SLSVocabulary) -> [String]? {
        guard let value = words.value(term, in: object) else { return nil }
        if let elements = value.elements { return elements.compactMap(\.text).filter { !$0.isEmpty } }
        return value.text?.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    }
}
