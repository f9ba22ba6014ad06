/// Finds the backend of SAP mobile services for an address: the place of a `SAMLAuthLauncher`.
public struct SAPBackend {
    /// The field with which these services request a sign-in.
    public static let challengeField = SAMLChallenge.sapHeader
    private let transport: any Transport
    private let policy: NavigationPolicy
    private let deadline: Deadline
    /// The number of folders to try, starting at the root of the origin.
    private static let maximumFolders = 4

    /// Sends no request yet.
    public init(transport: any Transport, policy: NavigationPolicy, deadline: Deadline) {
        self.transport = transport
        self.policy = policy
        self.deadline = deadline
    }

    /// Returns the backend: the origin, or a folder on the path of the address; nil when none has a launcher. Sends no
    /// user data.
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
