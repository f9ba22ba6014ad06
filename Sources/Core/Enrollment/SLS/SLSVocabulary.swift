/// The names in the messages of a Secure Login Server. SAP has not published them: these are guesses in one table, and
/// a profile can correct each.
public struct SLSVocabulary: Sendable, Equatable {
    /// A name, by the key for its correction.
    public enum Term: String, CaseIterable, Sendable {
        case authStatus, inputRequired, authenticated, failed
        case clientMessage, messageType, error, disclaimer
        case inputFields, fieldName, prompt, type, plain, preset, confirmField
        case keySize
        case certificateTemplate, templateSubject, templateKeyType, templateKeySize, templateSignature
        case templateKeyUsage, templateExtendedKeyUsage, templateRFC822, templateDNS
        case subjectName, subjectAltNamesRfc822, subjectAltNamesDNS
        case loginPath, certificatePath
    }

    /// The defaults. A dot leads into an object.
    private static let usual: [Term: String] = [
        // The state, and its values.
        .authStatus: "authStatus", .inputRequired: "INPUT_REQUIRED", .authenticated: "AUTHENTICATED", .failed: "FAILED",
        // The displayed texts.
        .clientMessage: "clientMessage", .messageType: "messageType", .error: "error", .disclaimer: "disclaimer",
        // The requested fields.
        .inputFields: "inputFields", .fieldName: "fieldName", .prompt: "prompt", .type: "type", .plain: "plain",
        .preset: "preset", .confirmField: "confirmField",
        // These two are confirmed.
        .keySize: "clientConfig.keySize",
        // The properties of the certificate, inside `certificateTemplate`.
        .certificateTemplate: "certificateTemplate", .templateSubject: "subject", .templateKeyType: "keyType",
        .templateKeySize: "keySize", .templateSignature: "signatureAlgorithm", .templateKeyUsage: "keyUsage",
        .templateExtendedKeyUsage: "extendedKeyUsage", .templateRFC822: "subjectAltNames.rfc822",
        .templateDNS: "subjectAltNames.dns",
        // The form of the first request.
        .subjectName: "subjectName", .subjectAltNamesRfc822: "subjectAltNamesRfc822",
        .subjectAltNamesDNS: "subjectAltNamesDNS",
        // Confirmed.
        .loginPath: "SecureLoginServer/slc3/doLogin", .certificatePath: "SecureLoginServer/slc2/getCertificate",
    ]

    private var corrections: [Term: String] = [:]

    /// Creates the defaults.
    public init() {}

    /// Creates a table with corrections such as `authStatus=status`. Throws `usage` for an unknown key.
    public init(correctedBy texts: [String]) throws(FedauthError) {
        for text in texts {
            let name = text.prefix { $0 != "=" }
            let spelling = text.dropFirst(name.count + 1)
            guard text.contains("="), !spelling.isEmpty, let term = Term(rawValue: String(name)) else {
                let meant = SpellingSuggestion.question(String(name), among: Term.allCases.map(\.rawValue))
                throw FedauthError(
                    .usage, "'\(text.folded(to: 80))' corrects no word of the protocol\(meant)",
                    hint: "write it like authStatus=status; fedauth-options(7) has the list")
            }
            corrections[term] = String(spelling)
        }
    }

    /// Returns the spelling of a name.
    public subscript(_ term: Term) -> String { corrections[term] ?? Self.usual[term] ?? term.rawValue }

    /// Returns the value of a name in `object`. A dot leads into objects, unless a member has the full name.
    func value(_ term: Term, in object: JSONValue?) -> JSONValue? {
        let spelling = self[term]
        if let value = object?[spelling] { return value.isNull ? nil : value }
        var value = object
        for name in spelling.split(separator: ".") { value = value?[String(name)] }
        return value?.isNull == true ? nil : value
    }

    /// Returns the text of a name that is not secret; nil when missing or empty.
    func text(_ term: Term, in object: JSONValue?) -> String? {
        guard let text = value(term, in: object)?.text, !text.isEmpty else { return nil }
        return text
    }
}
