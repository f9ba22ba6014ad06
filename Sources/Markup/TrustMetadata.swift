internal import Core

/// The WSDL with the endpoints of a security token service (WS-MetadataExchange; WS-SecurityPolicy 1.1 and 1.2).
struct TrustMetadata {
    /// The usable endpoints, those of WS-Trust 1.3 first, otherwise in document order.
    let endpoints: [TrustEndpoint]

    init(_ root: MarkupNode) throws(FedauthError) {
        guard let definitions = root.allElements.first(where: { $0.name == "definitions" && $0.namespace == Self.wsdl })
        else {
            throw FedauthError(
                .badAnswer, "'\(root.name.folded(to: 40))' does not describe a security token service",
                hint: "name the endpoint itself by '--trust-endpoint'")
        }
        var credentials: [String: TrustEndpoint.Credential] = [:]
        for policy in definitions.children(named: "Policy") {
            guard let name = policy.identifier, let credential = Self.credential(of: policy) else { continue }
            credentials[name] = credential
        }
        var bindings: [String: (TrustVersion, TrustEndpoint.Credential)] = [:]
        for binding in definitions.children(named: "binding") {
            let references = binding.children(named: "PolicyReference").compactMap { $0.attribute("URI") }
            guard let name = binding.attribute("name"), let version = Self.version(of: binding),
                let credential = references.lazy.compactMap({ credentials[String($0.drop { $0 == "#" })] }).first
            else { continue }
            bindings[name] = (version, credential)
        }
        var found: [TrustEndpoint] = []
        for port in definitions.descendants("service", "port") {
            let name = port.attribute("binding").flatMap { $0.split(separator: ":").last.map(String.init) } ?? ""
            guard let (version, credential) = bindings[name],
                let url = port.child(named: "address")?.attribute("location")
                    ?? port.descendants("EndpointReference", "Address").first?.text.trimmedBlank,
                url.lowercased().hasPrefix("https://")
            else { continue }
            found.append(TrustEndpoint(url: url, version: version, credential: credential))
        }
        endpoints = found.filter { $0.version == .version13 } + found.filter { $0.version != .version13 }
    }

    private static let wsdl = "http://schemas.xmlsoap.org/wsdl/"

    /// Returns the credential that a policy requires within TLS; nil for an unsupported one (a Kerberos ticket).
    private static func credential(of policy: MarkupNode) -> TrustEndpoint.Credential? {
        let names = Set(policy.allElements.map(\.name))
        guard names.contains("TransportBinding") else { return nil }
        if names.contains("WssUsernameToken10") { return .userName }
        if names.contains("EndorsingSupportingTokens") && names.contains("X509Token") { return .signature }
        let https = policy.allElements.first { $0.name == "HttpsToken" }
        let asksByAttribute = https?.attribute("RequireClientCertificate") == "true"
        return asksByAttribute || names.contains("RequireClientCertificate") ? .certificate : nil
    }

    /// Returns the version, by the action of its operation; nil for a binding that is not SOAP over HTTP.
    private static func version(of binding: MarkupNode) -> TrustVersion? {
        guard binding.child(named: "binding")?.attribute("transport") == "http://schemas.xmlsoap.org/soap/http" else {
            return nil
        }
        let actions = binding.descendants("operation", "operation").compactMap { $0.attribute("soapAction") }
        return TrustVersion.allCases.first { version in actions.contains(version.namespace + "/RST/Issue") }
    }
}

extension MarkupNode {
    /// `wsu:Id`, by which a policy is referenced.
    fileprivate var identifier: String? { attribute("Id", Namespace.utility) }
}
