import Crypto
import Markup
import Secrets

@testable import Core

/// A JSON Web Token. Parsing it twice gives the same token, and it verifies with a key of the tests only if that key signed it.
@Sendable func checkJWT(_ input: FuzzInput) throws {
    let text = input.secret
    if let token = IssuedToken(compact: text) {
        try require(IssuedToken(compact: text) == token, "two readings differ")
        let session = SecurityTokenResponse(bytes: text, token: token).sessionToken
        try require(session.value == text, "the token of the session is another one")
    }
    if let compact = CompactToken(text) {
        var joined = Secret()
        for (index, part) in compact.parts.enumerated() {
            if index > 0 { joined.append(".") }
            joined.append(part.copy())
        }
        try require(SharedSecret(joined) == text, "its parts are not the whole")
    }
    if let said = JSONWebToken(text), let user = said.user {
        try require(user == user.printable && user.count <= 100, "the user \(user.debugDescription)")
    }
    guard let signature = JSONWebSignature(text) else { return }
    let key = try Vectors.bytes("tokens/jwt-rsa.pem")
    let signer = try IdentityFile.certificates(in: key.secret, name: "signer").map {
        FuzzInput(bytes: $0.der).secret
    }
    guard try succeeds({ () throws(FedauthError) in try TokenSignature(of: text).check(signedBy: signer) }) else {
        return
    }
    let signed = try Vectors.bytes("tokens/jwt.txt").text.split { $0.isWhitespace }.compactMap {
        JSONWebSignature(SharedSecret(text: String($0)))?.content
    }
    try require(signed.contains(signature.content), "a token verifies without a signature")
}

/// A signed SAML assertion, possibly within a response. If its signature is valid for the tests' certificate, its content is
/// the signed content, with any text around it.
@Sendable func checkAssertion(_ input: FuzzInput) throws {
    let reader = LibXMLReader()
    let answer = try attempt { () throws(FedauthError) in try reader.securityTokenAnswer(input.secret) }
    guard case .response(let response)? = answer, response.token.kind.isAssertion else { return }
    let certificate = try Vectors.bytes("tokens/signing.pem")
    let signers = try IdentityFile.certificates(in: certificate.secret, name: "signer").map {
        FuzzInput(bytes: $0.der).secret
    }
    guard
        try succeeds({ () throws(FedauthError) in
            try reader.signature(ofAssertion: response.token.bytes).check(signedBy: signers, allowsSHA1: true)
        })
    else { return }
    let signed = try ["saml20", "saml11", "saml11-sha1"].map { name in
        try reader.securityTokenResponse(try Vectors.bytes("tokens/\(name).xml").secret).token
    }
    try require(
        signed.contains { says($0, sameAs: response.token) }, "an assertion verifies with unsigned contents")
}

/// An address and a posted form that reach the finish, each on a line. The token is one of their parameters, and a refusal is
/// readable.
@Sendable func checkFinish(_ input: FuzzInput) throws {
    let (line, form) = input.firstLine
    let base = try WebURL("http://127.0.0.1:7000/finish")
    guard let url = try attempt({ () throws(FedauthError) in try base.resolving(line.text) }) else { return }
    let answer = FinishAnswer(url, form: form.bytes.isEmpty ? nil : form.secret)
    if let words = answer.refusalText { try require(words == words.printable, "a refusal \(words.debugDescription)") }
    let reader = LibXMLReader()
    if let found = try attempt({ () throws(FedauthError) in
        try FinishToken(answer, name: nil, reader: reader, now: Surroundings.now)
    }) {
        let values = ["SAMLResponse", "access_token", "id_token", "token"].map { answer.value(of: $0) }
        try require(values.contains(found.token.value), "the token is not a parameter")
        let kept = found.token.fields().finish()
        try require(kept.withBytes { SessionToken(fields: $0) } == found.token, "the store has another token")
    }
    _ = try attempt { () throws(FedauthError) in try FederationAnswer(answer, reader: reader) }
    let finish = FinishEndpoint(base, moment: .asked)
    try require(finish.isEnded(by: url, form: answer.form) == finish.matches(url), "the end is not the match")
}

/// The response of a platform to a token exchange, after a status of three digits and a line feed. The token is one of its
/// texts, and its lifetime is not negative.
@Sendable func checkExchange(_ input: FuzzInput) throws {
    let (line, body) = input.firstLine
    let response = Response(
        status: Int(line.text) ?? 200, url: try Surroundings.base(), body: body.secret)
    for fields in [TokenAnswerFields.oauth, .everlive] {
        guard
            let answer = try attempt({ () throws(FedauthError) in
                try TokenAnswer(response, fields: fields, purpose: "it")
            }),
            let token = try attempt({ () throws(FedauthError) in try answer.token(at: Surroundings.now) })
        else { continue }
        try require(!token.value.isEmpty, "an empty token")
        let kept = token.fields().finish()
        try require(kept.withBytes { SessionToken(fields: $0) } == token, "the store has another token")
    }
    _ = try attempt { () throws(FedauthError) in try ExchangeTemplate(body.text) }
}
