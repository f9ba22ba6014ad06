import Secrets

@testable import Core
@testable import Markup

/// Messages of SAML, chosen by the first byte: a response, and both halves of ECP. A part that is cut out of a message parses
/// to the same content as within it.
@Sendable func checkXML(_ input: FuzzInput) throws {
    let (choice, message) = input.choice(among: 3)
    let xml = message.secret
    let reader = LibXMLReader()
    switch choice {
    case 0:
        guard let response = try attempt({ () throws(FedauthError) in try reader.samlResponse(xml: xml) }) else {
            return
        }
        try require(!response.statusCodes.isEmpty, "a response without a status")
        let isTaken = try succeeds { () throws(FedauthError) in try response.requireSuccess() }
        try require(isTaken == (response.statusCodes.first == "Success"), "the status \(response.statusCodes)")
        let token = try attempt { () throws(FedauthError) in try reader.securityTokenAnswer(xml) }
        if case .response(let answer)? = token { try checkIssued(answer, reader) }
    case 1:
        guard let request = try attempt({ () throws(FedauthError) in try reader.ecpRequest(xml: xml) }) else { return }
        // Without its header it is no request any more, but still well-formed, and not longer than escapes make it.
        _ = try again("what is left is not well-formed") { () throws(FedauthError) in
            try reader.message(request.forIdentityProvider, what: "rest") { (_, root) throws(FedauthError) in root.name
            }
        }
    default:
        guard let answer = try attempt({ () throws(FedauthError) in try reader.ecpResponse(xml: xml) }) else { return }
        guard let standalone = answer.standaloneResponse else { return }
        let read = try again("the response alone is not read") { try reader.samlResponse(xml: standalone) }
        try require(read == answer.response, "the response alone says something else")
        let relay = SharedSecret(text: "a<&\"'b")
        let request = ECPRequest(
            responseConsumerURL: "https://sp.test/", messageID: "m<1", relayState: relay, forIdentityProvider: xml)
        let envelope = ECPEnvelope.response(standalone, to: request)
        let sent = try again("the envelope for the service is not read") { try reader.ecpResponse(xml: envelope) }
        try require(sent.response == answer.response, "the service is sent something else")
    }
}

/// The answer of a security token service: the token, cut out, has the same content, and a fault is readable.
@Sendable func checkTrust(_ input: FuzzInput) throws {
    let reader = LibXMLReader()
    let answer = try attempt { () throws(FedauthError) in try reader.securityTokenAnswer(input.secret) }
    switch answer {
    case .response(let response): try checkIssued(response, reader)
    case .fault(let fault):
        try require(fault.text == fault.text.printable, "a fault says \(fault.text.debugDescription)")
        try requireReadable(TrustFault(fault: fault, host: "sts.test", realm: "urn:rp").error)
    case nil: break
    }
}

private func checkIssued(_ response: SecurityTokenResponse, _ reader: LibXMLReader) throws {
    let token = response.token
    if token.kind.isAssertion || token.kind == .jwt {
        let alone = try again("the token alone is not read") { try reader.securityTokenAnswer(token.bytes) }
        guard case .response(let other) = alone else { throw BrokenProperty(description: "the token alone is a fault") }
        try require(says(other.token, sameAs: token), "the token alone says something else")
    }
    _ = response.names("ada") || response.namesAccount(of: "ada")
    if try succeeds({ () throws(FedauthError) in try response.requireRealm("urn:rp") }), !token.audiences.isEmpty {
        try require(token.audiences.contains { Realm.same($0, "urn:rp") }, "a token for another audience")
    }
    let post = RelyingPartyPost(response: response, context: "c&=").form
    let body = FormBody(post)
    try require(body.value(of: "wctx")?.equals("c&=") == true, "the context is lost")
    guard token.kind.isAssertion, let result = body.value(of: FederationMessage.parameter) else { return }
    let posted = try again("what is posted is not read") { try reader.securityTokenResponse(result) }
    try require(says(posted.token, sameAs: token), "what is posted says something else")
}

/// Compares everything except the bytes, which contain the namespace declarations of the surrounding elements.
func says(_ one: IssuedToken, sameAs other: IssuedToken) -> Bool {
    var one = one
    one.bytes = other.bytes
    return one == other
}

/// Metadata, chosen by the first byte: WS-Trust endpoints, which have https addresses, and signing certificates.
@Sendable func checkMetadata(_ input: FuzzInput) throws {
    let (choice, message) = input.choice(among: 2)
    let reader = LibXMLReader()
    if choice == 0 {
        let endpoints = try attempt { () throws(FedauthError) in
            try reader.trustEndpoints(metadata: message.secret)
        }
        for endpoint in endpoints ?? [] {
            try require(endpoint.url.lowercased().hasPrefix("https://"), "an endpoint at '\(endpoint.url)'")
        }
        let versions = (endpoints ?? []).map(\.version)
        try require(versions == versions.sorted { $0 == .version13 && $1 != .version13 }, "the order of the endpoints")
    } else {
        let read: () throws(FedauthError) -> [SharedSecret] = { () throws(FedauthError) in
            try reader.signingCertificates(metadata: message.secret)
        }
        guard let certificates = try attempt(read) else { return }
        try require(try read() == certificates, "two readings differ")
    }
}

/// The tags of an XML text, as they are walked through before libxml2 parses it.
@Sendable func checkScanner(_ input: FuzzInput) throws {
    try input.withBytes { bytes in
        _ = try attempt { () throws(FedauthError) in try XMLScanner.check(bytes, what: "text") }
    }
}
