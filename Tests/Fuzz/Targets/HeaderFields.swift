import Crypto
import Secrets

@testable import Core
@testable import HTTP

/// The header of a response, as libcurl passes it line by line. The output parses to the same header, and a trace shows no
/// characters that a terminal must not get.
@Sendable func checkResponse(_ input: FuzzInput) throws {
    let url = try Surroundings.base()
    var reception = ResponseReceiver(from: url, maximumBodyBytes: 0)
    var isWhole = reception.receive(headerLine: Array("HTTP/1.1 200 OK\r\n".utf8))
    for line in input.parts(separatedBy: 0x0A, maximum: 256) where isWhole && reception.isInHeader {
        isWhole = reception.receive(headerLine: line.bytes + [0x0A])
    }
    guard isWhole, reception.receive(headerLine: [0x0D, 0x0A]) else { return }
    let head = reception.head
    var written = ResponseReceiver(from: url, maximumBodyBytes: 0)
    _ = written.receive(headerLine: Array("HTTP/1.1 200 OK\r\n".utf8))
    let redaction = Redaction(showsSecrets: false)
    for (name, value) in head.headers {
        try require(!value.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }, "a line break in '\(name)'")
        let traced = redaction.field(name, value, base: url)
        try require(traced == traced.printable, "a trace shows \(traced.debugDescription)")
        try require(written.receive(headerLine: Array("\(name): \(value)\r\n".utf8)), "'\(name)' is refused")
    }
    for cookie in head.setCookies {
        let line = Array("set-cookie: ".utf8) + cookie.withBytes { Array($0) } + [0x0D, 0x0A]
        try require(written.receive(headerLine: line), "a cookie is refused")
    }
    _ = written.receive(headerLine: [0x0D, 0x0A])
    let read = written.head
    try require(
        read.headers.elementsEqual(head.headers) { $0.name == $1.name && $0.value == $1.value },
        "the fields are others: \(head.headers) and \(read.headers)")
    try require(read.setCookies == head.setCookies, "the cookies are others")
    for demand in AnswerMeaning(head, page: nil).demands {
        try require(demand == demand, "a demand is not itself")
    }
}

/// A WWW-Authenticate field. Its challenges, written by the grammar of RFC 9110, parse to the same challenges, and the answers
/// to them are fields of one line.
@Sendable func checkChallenge(_ input: FuzzInput) throws {
    let field = FuzzInput(bytes: input.bytes.filter { $0 != 0 && $0 != 0x0A && $0 != 0x0D }).text
    let challenges = Challenge.read([field])
    let written = challenges.map(text(of:)).joined(separator: ", ")
    let read = Challenge.read([written])
    try require(read == challenges, "\(challenges) is written '\(written)' and read as \(read)")
    let origin = try Surroundings.base().origin
    let request = Request("GET", try Surroundings.base())
    for challenge in AnswerableChallenge.all(in: challenges, at: origin).prefix(4) where challenge.scheme != .negotiate
    {
        try require(challenge.space.origin == origin, "a challenge speaks for '\(challenge.space.origin)'")
        let answer = try attempt { () throws(FedauthError) in
            try challenge.authorization(
                by: ("ada", SharedSecret(text: "secret")), .utf8, for: request, AuthenticationHashes())
        }
        let isLine = answer?.withBytes { !$0.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D } } ?? true
        try require(isLine, "the answer to '\(challenge.scheme)' has a line break")
    }
}

private func text(of challenge: Challenge) -> String {
    let parameters = challenge.parameters.map { parameter in
        let quoted = parameter.value.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return "\(parameter.name)=\"\(quoted)\""
    }.joined(separator: ", ")
    let token = challenge.token68.map { $0 + (parameters.isEmpty ? "" : ", ") } ?? ""
    let content = token + parameters
    return challenge.scheme + (content.isEmpty ? "" : " " + content)
}

extension ResponseReceiver {
    fileprivate mutating func receive(headerLine bytes: [UInt8]) -> Bool {
        FuzzInput(bytes: bytes).secret.withBytes { receive(headerLine: $0) }
    }
}
