import ArgumentParser

/// The options that select which part of a token is printed.
struct TokenOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What to print: token (as it goes over the wire, default), assertion (the SAML assertion, to the byte), "
                + "assertion-base64, response (the server's whole answer), claims (the token's claims, without the token) or json (both).",
            valueName: "what"))
    var output: TokenOutput?

    @Flag(help: "A SAML response as XML, not in base64; also an expired one.")
    var decode = false

    /// Returns the part to print.
    ///
    /// - Parameter isObject: whether `--json` is given, which always prints an object.
    func what(isObject: Bool) -> TokenOutput {
        if isObject { return output == .claims ? .claims : .json }
        return decode ? .response : output ?? .token
    }
}

/// The values of `--output`.
enum TokenOutput: String, ExpressibleByArgument, CaseIterable {
    case token, assertion
    case assertionBase64 = "assertion-base64"
    case response, claims, json
}
