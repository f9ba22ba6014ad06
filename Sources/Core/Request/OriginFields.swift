/// Fields that only one service gets, with each request: identifiers of the application and the device.
public final class OriginFields: DemandAnswerer {
    /// The purpose, for messages.
    public let purpose = "the service's own fields"
    private let origin: Origin
    private let headers: [Request.Header]

    /// Creates the fields for this origin.
    public init(_ headers: [Request.Header], for origin: Origin) { (self.headers, self.origin) = (headers, origin) }

    /// Returns false: the fields do not depend on a demand.
    public func answers(_ demand: SignInDemand) -> Bool { false }

    /// Adds the fields that the request does not have.
    public func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError) {
        guard request.url.origin == origin else { return }
        let given = Set(request.headers.map { $0.name.lowercased() })
        request.headers += headers.filter { !given.contains($0.name.lowercased()) }
    }
}
