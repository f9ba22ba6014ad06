/// Fields that one service wants with each request, and no other gets: who the application is, and who the device.
public final class OriginFields: DemandAnswerer {
    /// What is sent.
    public let purpose = "the service's own fields"
    private let origin: Origin
    private let headers: [Request.Header]

    /// These fields, for this origin.
    public init(_ headers: [Request.Header], for origin: Origin) {
        self.headers = headers
        self.origin = origin
    }

    /// Nothing is demanded.
    public func answers(_ demand: SignInDemand) -> Bool { false }

    /// Adds those that the request has not.
    public func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError) {
        guard request.url.origin == origin else { return }
        let given = Set(request.headers.map { $0.name.lowercased() })
        request.headers += headers.filter { !given.contains($0.name.lowercased()) }
    }
}
