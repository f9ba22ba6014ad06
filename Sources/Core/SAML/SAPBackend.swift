/// Finds the backend of SAP mobile services that an address belongs to: where a `SAMLAuthLauncher` is.
public struct SAPBackend {
    /// The field by which these services say that they want a sign-in.
    public static let challengeField = SAMLChallenge.sapHeader
    private let transport: any Transport
    private let policy: NavigationPolicy
    private let deadline: Deadline
    /// Folders that are tried, from the origin's root on.
    private static let maximumFolders = 4

    /// Asks nothing yet.
    public init(transport: any Transport, policy: NavigationPolicy, deadline: Deadline) {
        self.transport = transport
        self.policy = policy
        self.deadline = deadline
    }

    /// The backend: the origin, or a folder on the way to the address. Nil when there is no launcher in any. Nothing of the
    /// user's is sent.
    public func find(for url: WebURL) throws(FedauthError) -> WebURL? {
        var folders = [""]
        for part in url.path.split(separator: "/").dropLast() { folders.append((folders.last ?? "") + "/" + part) }
        for folder in folders.prefix(Self.maximumFolders) {
            let backend = url.with(path: folder.isEmpty ? "/" : folder)
            let launcher = SAPEndpoints(backend: backend).authorization.url
            try policy.check(launcher, by: "the challenge")
            let answer = try transport.send(
                Request("GET", launcher), maximumBodyBytes: NavigationPolicy.maximumPageBytes, deadline: deadline)
            if (200..<400).contains(answer.status) { return backend }
        }
        return nil
    }
}
