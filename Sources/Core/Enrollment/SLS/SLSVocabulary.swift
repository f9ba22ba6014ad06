/// The words of a Secure Login Server's messages. SAP has not published them: these are guesses, in one table, and a profile
/// can correct each of them.
public struct SLSVocabulary: Sendable, Equatable {
    /// A word, by the name that corrects it.
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

    /// What is not corrected. A dot leads into an object.
    private static let usual: [Term: String] = [
        // The state, and its values.
        .authStatus: "authStatus", .inputRequired: "INPUT_REQUIRED", .authenticated: "AUTHENTICATED", .failed: "FAILED",
        // What is shown.
        .clientMessage: "clientMessage", .messageType: "messageType", .error: "error", .disclaimer: "disclaimer",
        // What is asked.
        .inputFields: "inputFields", .fieldName: "fieldName", .prompt: "prompt", .type: "type", .plain: "plain",
        .preset: "preset", .confirmField: "confirmField",
        // These two are proven.
        .keySize: "clientConfig.keySize",
        // What the certificate is to be; within `certificateTemplate`.
        .certificateTemplate: "certificateTemplate", .templateSubject: "subject", .templateKeyType: "keyType",
        .templateKeySize: "keySize", .templateSignature: "signatureAlgorithm", .templateKeyUsage: "keyUsage",
        .templateExtendedKeyUsage: "extendedKeyUsage", .templateRFC822: "subjectAltNames.rfc822",
        .templateDNS: "subjectAltNames.dns",
        // The form of the first request.
        .subjectName: "subjectName", .subjectAltNamesRfc822: "subjectAltNamesRfc822",
        .subjectAltNamesDNS: "subjectAltNamesDNS",
        // Proven.
        .loginPath: "SecureLoginServer/slc3/doLogin", .certificatePath: "SecureLoginServer/slc2/getCertificate",
    ]

    private var corrections: [Term: String] = [:]

    /// Uncorrected.
    public init() {}

    /// Corrected by texts like `authStatus=status`. Throws `usage` for what names no word.
    public init(correctedBy texts: [String]) throws(FedauthError) {
        for text in texts {
            let name = text.prefix { $0 != "=" }
            let spelling = text.dropFirst(name.count + 1)
            guard text.contains("="), !spelling.isEmpty, let term = Term(rawValue: String(name)) else {
                let meant = NearMiss.question(String(name), among: Term.allCases.map(\.rawValue))
                throw FedauthError(
                    .usage, "'\(text.folded(to: 80))' corrects no word of the protocol\(meant)",
                    hint: "write it like authStatus=status; fedauth-sls-enroll(1) has the list")
            }
            corrections[term] = String(spelling)
        }
    }

    /// How a word is spelt.
    public subscript(_ term: Term) -> String { corrections[term] ?? Self.usual[term] ?? term.rawValue }

    /// The value under a word of `object`; a dot in the spelling leads into objects, unless a member is called like that.
    func value(_ term: Term, in object: JSONValue?) -> JSONValue? {
        let spelling = self[term]
        if let value = object?[spelling] { return value.isNull ? nil : value }
        var value = object
        for name in spelling.split(separator: ".") { value = value?[String(name)] }
        return value?.isNull == true ? nil : value
    }

    /// The text under a word, if it is no secret; nil when there is none or it is empty.
    func text(_ term: Term, in object: JSONValue?) -> String? {
        guard let text = value(term, in: object)?.text, !text.isEmpty else { return nil }
        return text
    }
}
