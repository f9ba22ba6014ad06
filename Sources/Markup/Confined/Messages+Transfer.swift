internal import Core

extension SAMLResponse: Transferable {
    static var blank: SAMLResponse { SAMLResponse(statusCodes: []) }

    static func pass(_ value: inout SAMLResponse, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(
            \.statusCodes, \.statusMessage, \.issuer, \.subject, \.isSubjectOpaque, \.accountNames,
            \.sessionNotOnOrAfter, \.notOnOrAfter, \.audience, of: &value)
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
        try transfer.pass(\.responseConsumerURL, \.messageID, \.relayState, \.forIdentityProvider, of: &value)
    }
}

extension ECPResponse: Transferable {
    static var blank: ECPResponse { ECPResponse(assertionConsumerServiceURL: nil, response: .blank) }

    static func pass(_ value: inout ECPResponse, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(\.assertionConsumerServiceURL, \.response, \.standaloneResponse, \.fault, of: &value)
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
        try transfer.pass(
            \.bytes, \.version, \.context, \.created, \.expires, \.appliesTo, \.tokenType, \.token, of: &value)
    }
}

extension SOAPFault: Transferable {
    static var blank: SOAPFault { SOAPFault(code: "", reason: "") }

    static func pass(_ value: inout SOAPFault, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(\.code, \.reason, \.detail, of: &value)
    }
}

extension IssuedToken: Transferable {
    static var blank: IssuedToken { IssuedToken(.other, .blank) }

    static func pass(_ value: inout IssuedToken, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(
            \.kind, \.bytes, \.identifier, \.issuer, \.subject, \.isSubjectOpaque, \.audiences, \.notBefore,
            \.notOnOrAfter, \.presentableUntil, \.recipient, \.claims, of: &value)
    }
}

extension IssuedToken.Kind: Transferable { static var blank: Self { .other } }

extension IssuedToken.Claim: Transferable {
    static var blank: Self { Self("", []) }

    static func pass(_ value: inout Self, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(\.name, \.values, of: &value)
    }
}

extension TrustEndpoint: Transferable {
    static var blank: TrustEndpoint { TrustEndpoint(url: "", version: .version13, credential: .userName) }

    static func pass(_ value: inout TrustEndpoint, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(\.url, \.version, \.credential, of: &value)
    }
}

extension TrustEndpoint.Credential: Transferable { static var blank: Self { .userName } }

extension TrustVersion: Transferable { static var blank: TrustVersion { .version13 } }

extension AssertionSignature: Transferable {
    static var blank: AssertionSignature {
        AssertionSignature(
            content: .blank, digestMethod: "", digest: .blank, statement: .blank, method: "", value: .blank)
    }

    static func pass(_ value: inout AssertionSignature, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(\.content, \.digestMethod, \.digest, \.statement, \.method, \.value, of: &value)
    }
}
