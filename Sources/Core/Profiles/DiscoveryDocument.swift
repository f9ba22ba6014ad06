/// The settings that SAP's older mobile clients (HCPms, SMP) received from a discovery service: the address of the
/// backend, and its sign-in methods.
///     {"host": "…", "port": 443, "protocol": "https",
///      "auth": [{"type": "saml2.web.post", "config": {"saml2.web.post.finish.endpoint.uri": "/SAMLAuthLauncher", …}}]}
public struct DiscoveryDocument: Sendable {
    /// `protocol://host:port`.
    public let backend: WebURL
    /// The equivalent settings of a profile.
    public let settings: [Profile.Setting]
    /// The paths of ignored members: `auth[1]`, `applicationID`.
    public let leftOut: [String]

    private static let type = "saml2.web.post"
    private static let finishPath = type + ".finish.endpoint.uri"
    private static let finishParameter = type + ".finish.endpoint.redirectparam"

    /// Reads a document; `name` is that of the file. Throws `usage`, naming the invalid member.
    public init(_ document: JSONValue, name: String) throws(FedauthError) {
        guard let members = document.members else { throw Self.wrong(name, "it is not an object") }
        backend = try Self.backend(document, name)
        guard let entries = document["auth"] else { throw Self.wrong(name, "it has no 'auth'") }
        guard let entries = entries.elements, !entries.isEmpty else {
            throw Self.wrong(name, "'auth' is not a list of ways to sign in")
        }
        var types: [String] = []
        for (index, entry) in entries.enumerated() {
            guard let type = entry["type"]?.text else { throw Self.wrong(name, "'auth[\(index)]' has no 'type'") }
            types.append(type)
        }
        guard let index = types.firstIndex(of: Self.type) else {
            let list = types.map { "'\($0.folded(to: 40))'" }.joined(separator: ", ")
            throw FedauthError(
                .usage, "'\(name.folded(to: 100))' offers \(list.folded()), and no '\(Self.type)'",
                hint: "only a sign-in by SAML can be taken over")
        }
        settings = try Self.settings(entries[index]["config"], "auth[\(index)].config", backend, name)
        leftOut =
            members.map(\.name).filter { !["host", "port", "protocol", "auth"].contains($0) }
            + types.indices.filter { $0 != index }.map { "auth[\($0)] (\(types[$0].folded(to: 40)))" }
            + (entries[index].members ?? []).map(\.name).filter { $0 != "type" && $0 != "config" }
            .map { "auth[\(index)].\($0)" }
            + (entries[index]["config"]?.members ?? []).map(\.name)
            .filter { $0 != Self.finishPath && $0 != Self.finishParameter }.map { "auth[\(index)].config.\($0)" }
    }

    private static func backend(_ document: JSONValue, _ name: String) throws(FedauthError) -> WebURL {
        guard let host = document["host"] else { throw wrong(name, "it has no 'host'") }
        guard let host = host.text, !host.isEmpty, !host.utf8.contains(where: { "/?#@ ".utf8.contains($0) }) else {
            throw wrong(name, "'host' is not a host's name")
        }
        var scheme = "https"
        if let named = document["protocol"], !named.isNull {
            guard let text = named.text?.asciiLowercased, ["http", "https"].contains(text) else {
                throw wrong(name, "'protocol' is neither 'https' nor 'http'")
            }
            scheme = text
        }
        var address = "\(scheme)://\(host)"
        if let port = document["port"], !port.isNull, port.text != "" {
            guard let number = port.integer ?? port.text.flatMap(Int64.init), (1...65535).contains(number) else {
                throw wrong(name, "'port' is not a number from 1 to 65535")
            }
            address += ":\(number)"
        }
        return try WebURL(argument: address)
    }

    /// Returns the settings of the sign-in. `sap` implies mobile services' own launcher; another path is a setting.
    private static func settings(
        _ config: JSONValue?, _ path: String, _ backend: WebURL, _ name: String
    ) throws(FedauthError) -> [Profile.Setting] {
        func text(_ member: String, _ fallback: String) throws(FedauthError) -> String {
            guard let value = config?[member], !value.isNull else { return fallback }
            guard let text = value.text, !text.isEmpty else { throw wrong(name, "'\(path).\(member)' is not text") }
            return text
        }
        if let config, config.members == nil, !config.isNull { throw wrong(name, "'\(path)' is not an object") }
        let launcher = try text(finishPath, "/SAMLAuthLauncher")
        let parameter = try text(finishParameter, "finishEndpointParam")
        func setting(_ key: String, _ url: String) throws(FedauthError) -> Profile.Setting {
            _ = try WebURL(argument: url)
            return Profile.Setting(key: key, values: [.text(url)])
        }
        let origin = backend.origin.description
        if launcher == "/SAMLAuthLauncher" && parameter == "finishEndpointParam" { return [try setting("sap", origin)] }
        guard parameter.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }) else {
            throw wrong(name, "'\(path).\(finishParameter)' is not a name of a parameter")
        }
        guard !launcher.utf8.contains(UInt8(ascii: "#")) else {
            throw wrong(name, "'\(path).\(finishPath)' has a fragment")
        }
        // The path may be a complete address; an address inside its query does not make it one.
        let isAddress = launcher.firstRange(of: "://").map { launcher[..<$0.lowerBound].allSatisfy(\.isLetter) } == true
        let start = isAddress ? launcher : origin + (launcher.hasPrefix("/") ? launcher : "/" + launcher)
        let separator = start.contains("?") ? "&" : "?"
        return [
            try setting("authorization-url", start),
            try setting("finish", start + separator + parameter + "=someUnusedValue"),
        ]
    }

    private static func wrong(_ name: String, _ what: String) -> FedauthError {
        FedauthError(
            .usage, "'\(name.folded(to: 100))' is not a discovery document: \(what)",
            hint: "it has 'host', 'port', 'protocol' and 'auth'; fedauth-profile-import(1) shows one")
    }
}
