import Core
import Secrets

/// A server in memory: scripted answers in their order, and the requests.
final class EnrollmentScript: Transport {
    struct Asked {
        var line: String
        var body: String
        var cookie: String?
        var authorization: String?
        var type: String?
        var negotiates: Bool
    }

    private var answers: [Response] = []
    private(set) var asked: [Asked] = []

    /// Adds an answer.
    func then(_ status: Int = 200, _ body: String, _ headers: [(String, String)] = [], cookies: [String] = []) throws {
        answers.append(
            Response(
                status: status, url: try WebURL("https://s.test/"), headers: headers.map { (name: $0.0, value: $0.1) },
                setCookies: cookies.map(SharedSecret.init(text:)), body: SharedSecret(text: body)))
    }

    /// Forgets the answers that nobody has asked for.
    func forgetAnswers() { answers = [] }

    func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        func text(_ secret: SharedSecret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
        func field(_ name: String) -> String? { request.headers.first { $0.name == name }.map { text($0.value) } }
        asked.append(
            Asked(
                line: "\(request.method) \(request.url)", body: request.body.map(text) ?? "", cookie: field("Cookie"),
                authorization: field("Authorization"), type: field("Content-Type"), negotiates: request.negotiates))
        guard !answers.isEmpty else { throw FedauthError(.network, "nothing more is scripted") }
        var answer = answers.removeFirst()
        answer.url = request.url
        return answer
    }
}

/// Keys and certificates that are readable text.
final class WordCryptography: EnrollmentCryptography {
    var templates: [CertificateTemplate] = []
    var attributes: KeyKind?
    /// A subject that no certificate can hold.
    var impossible: String?

    func makeKey(_ kind: KeyKind) throws(FedauthError) -> SharedSecret { SharedSecret(text: "key \(kind)") }
    func kind(ofKey key: SharedSecret) throws(FedauthError) -> KeyKind {
        KeyKind(name: String(key.withBytes { String(decoding: $0, as: UTF8.self) }.dropFirst(4))) ?? .usual
    }
    func request(_ template: CertificateTemplate, key: SharedSecret) throws(FedauthError) -> [UInt8] {
        templates.append(template)
        guard template.subject.description != impossible else {
            throw FedauthError(.usage, "no certificate can hold '\(template.subject)'")
        }
        return Array("csr of \(template.subject)".utf8)
    }
    func request(reading content: SharedSecret, name: String, key: SharedSecret) throws(FedauthError) -> [UInt8] { [] }
    func certificates(in answer: SharedSecret, of name: String) throws(FedauthError) -> [[UInt8]] {
        [answer.withBytes { Array($0) }]
    }
    func issued(
        among certificates: [[UInt8]], key: SharedSecret, at now: Timestamp
    ) throws(FedauthError) -> IssuedCertificate {
        IssuedCertificate(
            chain: certificates, subject: "CN=x", notBefore: now, notAfter: now, alternativeNames: [])
    }
    func template(
        _ template: CertificateTemplate, settingAttributes attributes: SharedSecret
    ) throws(FedauthError) -> CertificateTemplate {
        var template = template
        if let attributes = self.attributes { template.key = attributes }
        return template
    }
    func fingerprint(ofCertificate der: [UInt8]) throws(FedauthError) -> [UInt8] { der }
}
