internal import Core
internal import Secrets

extension SAMLResponse: Transferable {
    static var blank: SAMLResponse { SAMLResponse(statusCodes: []) }

    static func pass(_ value: inout SAMLResponse, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.statusCodes)
        try transfer.pass(&value.statusMessage)
        try transfer.pass(&value.issuer)
        try transfer.pass(&value.subject)
        try transfer.pass(&value.isSubjectOpaque)
        try transfer.pass(&value.accountNames)
        try transfer.pass(&value.sessionNotOnOrAfter)
        try transfer.pass(&value.notOnOrAfter)
        try transfer.pass(&value.audience)
    }
}

extension Timestamp: Transferable {
    static var blank: Timestamp { Timestamp(seconds: 0) }

    static func pass(_ value: inout Timestamp, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.seconds)
    }
}

extension ECPRequest: Transferable {
    static var blank: ECPRequest {
        ECPRequest(responseConsumerURL: "", messageID: nil, relayState: nil, forIdentityProvider: .blank)
    }

    static func pass(_ value: inout ECPRequest, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.responseConsumerURL)
        try transfer.pass(&value.messageID)
        try transfer.pass(&value.relayState)
        try transfer.pass(&value.forIdentityProvider)
    }
}

extension ECPResponse: Transferable {
    static var blank: ECPResponse { ECPResponse(assertionConsumerServiceURL: nil, response: .blank) }

    static func pass(_ value: inout ECPResponse, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.assertionConsumerServiceURL)
        try transfer.pass(&value.response)
        try transfer.pass(&value.standaloneResponse)
        try transfer.pass(&value.fault)
    }
}

extension SecurityTokenAnswer: Transferable {
    static var blank: SecurityTokenAnswer { .fault(.blank) }

    static func pass(_ value: inout SecurityTokenAnswer, by transfer: inout Transfer) throws(Transfer.Fault) {
        var response: SecurityTokenResponse?
        var fault: SOAPFault?
        switch value {
        case .response(let found): response = found
        case .fault(let found): fault = found
        }
        try transfer.pass(&response)
        try transfer.pass(&fault)
        switch (response, fault) {
        case (let response?, nil): value = .response(response)
        case (nil, let fault?): value = .fault(fault)
        default: throw Transfer.Fault()
        }
    }
}

extension SecurityTokenResponse: Transferable {
    static var blank: SecurityTokenResponse { SecurityTokenResponse(bytes: .blank, token: .blank) }

    static func pass(_ value: inout SecurityTokenResponse, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.bytes)
        try transfer.pass(&value.version)
        try transfer.pass(&value.context)
        try transfer.pass(&value.created)
        try transfer.pass(&value.expires)
        try transfer.pass(&value.appliesTo)
        try transfer.pass(&value.tokenType)
        try transfer.pass(&value.token)
    }
}

extension SOAPFault: Transferable {
    static var blank: SOAPFault { SOAPFault(code: "", reason: "") }

    static func pass(_ value: inout SOAPFault, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.code)
        try transfer.pass(&value.reason)
        try transfer.pass(&value.detail)
    }
}

extension IssuedToken: Transferable {
    static var blank: IssuedToken { IssuedToken(.other, .blank) }

    static func pass(_ value: inout IssuedToken, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.kind)
        try transfer.pass(&value.bytes)
        try transfer.pass(&value.identifier)
        try transfer.pass(&value.issuer)
        try transfer.pass(&value.subject)
        try transfer.pass(&value.isSubjectOpaque)
        try transfer.pass(&value.audiences)
        try transfer.pass(&value.notBefore)
        try transfer.pass(&value.notOnOrAfter)
        try transfer.pass(&value.presentableUntil)
        try transfer.pass(&value.recipient)
        try transfer.pass(&value.claims)
    }
}

extension IssuedToken.Kind: Transferable {
    static var blank: Self { .other }
}

extension IssuedToken.Claim: Transferable {
    static var blank: Self { Self("", []) }

    static func pass(_ value: inout Self, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.name)
        try transfer.pass(&value.values)
    }
}

extension TrustEndpoint: Transferable {
    static var blank: TrustEndpoint { TrustEndpoint(url: "", version: .version13, credential: .userName) }

    static func pass(_ value: inout TrustEndpoint, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.url)
        try transfer.pass(&value.version)
        try transfer.pass(&value.credential)
    }
}

extension TrustEndpoint.Credential: Transferable {
    static var blank: Self { .userName }
}

extension TrustVersion: Transferable {
    static var blank: TrustVersion { .version13 }
}

extension AssertionSignature: Transferable {
    static var blank: AssertionSignature {
        AssertionSignature(
            content: .blank, digestMethod: "", digest: .blank, statement: .blank, method: "", value: .blank)
    }

    static func pass(_ value: inout AssertionSignature, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.content)
        try transfer.pass(&value.digestMethod)
        try transfer.pass(&value.digest)
        try transfer.pass(&value.statement)
        try transfer.pass(&value.method)
        try transfer.pass(&value.value)
    }
}
