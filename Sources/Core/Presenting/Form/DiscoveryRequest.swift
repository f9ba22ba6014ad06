import Secrets

/// A request to choose an identity provider (OASIS, Identity Provider Discovery Service Protocol and Profile, 2.4.1).
struct DiscoveryRequest {
    /// The service that asks.
    let service: String
    /// Where the answer goes.
    let target: WebURL
    /// The parameter of `target` for the answer.
    let parameter: String

    /// Returns nil for an address without the parameters of the protocol.
    init?(_ url: WebURL) {
        guard let query = url.query else { return nil }
        let body = FormBody(SharedSecret(text: query))
        func value(_ name: String) -> String? {
            body.value(of: name).map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }.flatMap {
                $0.isEmpty ? nil : $0
            }
        }
        guard let service = value("entityID"), let written = value("return"), let target = try? WebURL(written) else {
            return nil
        }
        self.service = service
        self.target = target
        parameter = value("returnIDParam") ?? "entityID"
    }

    /// Returns the address that brings the choice to the service.
    func answer(_ entityID: String) -> WebURL {
        let own = "\(Self.encoding.encode(parameter))=\(Self.encoding.encode(entityID))"
        let before = target.query.flatMap { $0.isEmpty ? nil : $0 }
        return target.with(path: target.path, query: ([before].compactMap { $0 } + [own]).joined(separator: "&"))
    }

    private static let encoding = PercentEncoding { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }
}
