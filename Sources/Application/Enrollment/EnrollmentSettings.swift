public import Core

/// The server of a certificate, and the name of its identity.
public struct EnrollmentTarget {
    /// The name of the identity.
    public let name: String
    /// The profile of the configuration; nil: none.
    let profile: String?
    let method: EnrollmentRecord.Method
    let base: WebURL
    /// The server's own profile, or the EST label.
    let code: String?

    /// Reads a profile, or the address on the command line; nil: the current profile. The name of the identity is
    /// `name`, else that of the profile, else the host.
    init(
        _ service: String?, name: String?, _ settings: EnrollmentSettings, _ services: any Services
    ) throws(FedauthError) {
        let profile = try CurrentProfile(services).profile(service, in: try services.configuration())
        guard let text = (profile == nil ? service : nil) ?? settings.baseURL else {
            throw FedauthError(
                .usage,
                profile.map { "the profile '\($0.name)' has no 'base-url'" } ?? "no profile and no address was named",
                hint:
                    "write 'fedauth sls enroll URL --profile-code CODE', or add a profile by 'fedauth profile add NAME "
                    + "--method sls --base-url URL --profile-code CODE'")
        }
        base = try WebURL(argument: text)
        self.name = name ?? profile?.name ?? base.host
        self.profile = profile?.name
        method = settings.method ?? .slc3
        code = settings.profileCode
        try IdentityEntry.check(name: self.name)
    }

    /// Describes an identity that is to be renewed, or waits for approval; its profile now overrides what is stored.
    init(_ name: String, by record: EnrollmentRecord, _ settings: EnrollmentSettings) throws(FedauthError) {
        self.name = name
        profile = record.profile
        method = settings.method ?? record.method
        let kept = try WebURL(argument: settings.baseURL ?? record.base)
        // The address of an EST server ends with the previous label.
        let isOther = settings.profileCode != nil && settings.baseURL == nil && kept.path.hasSuffix("/" + record.code)
        base = isOther ? kept.with(path: String(kept.path.dropLast(record.code.utf8.count + 1))) : kept
        code = settings.profileCode ?? (record.code.isEmpty ? nil : record.code)
    }
}

/// An identity, and what an enrolment did about it.
public struct EnrollmentOutcome {
    /// The identity.
    public var identity: Identity
    /// False when the identity existed already.
    public var isFresh: Bool
    /// The paths of the files that were written.
    public var paths: [String] = []
    /// Whether the identity, with its existing certificate, is now bound to other servers.
    public var isRebound = false
    /// Whether the hook, which had failed before, has run.
    public var ranHook = false
}

/// Settings of an enrolment: where the certificate comes from, what it is to contain, and how it is used.
public struct EnrollmentSettings {
    /// The absolute path of the file with the certificates to trust; nil: those of the system.
    public var authorities: String?
    /// The address of the issuing server.
    public var baseURL: String?
    /// The protocol; nil: that of the profile or the present certificate, else `slc3`.
    public var method: EnrollmentRecord.Method?
    /// The profile of the Secure Login Server, or the label of the EST server.
    public var profileCode: String?
    /// The SHA-256 fingerprint of the EST server's authority.
    public var authorityFingerprint: String?
    /// The servers to which the identity is bound.
    public var origins: [String] = []
    /// Whether the servers are on the command line, and not only in the profile.
    public var originsAreTyped = false
    /// The wanted subject.
    public var subject: String?
    /// The wanted alternative names.
    public var alternativeNames: [String] = []
    /// The wanted kind of key.
    public var keyKind: KeyKind?
    /// Corrections of words of the protocol `slc3`: `NAME=SPELLING`.
    public var vocabulary: [String] = []
    /// When a certificate is due for renewal.
    public var renewalPoint: RenewalPoint?
    /// Renews with the old key.
    public var reusesKey = false
    /// The name of the identity that the issuing server is shown.
    public var registration: String?
    /// The user's own key and request, if any.
    public var key = EnrollmentKey.new
    /// Replaces a request that waits for approval.
    public var startsOver = false
    /// The HTTP challenge to answer, and how; EST only.
    public var challenge = BasicSignIn.Options()
    /// The files for other programs.
    public var files = IdentityFilePlaces()
    /// The sources of the passphrase of the files.
    public var passphrase = SecretPlaces.passphrase
    /// Whether the program of `--provider` is given a new identity to keep.
    public var givesToProvider = false
    /// That program.
    public var identityProgram: String?
    /// The shell command to run after a change.
    public var postHook: String?

    /// Creates settings without wishes.
    public init() {}

    /// Whether a renewal without these options, which only a profile keeps, would do something else, or nothing.
    public var wantsProfile: Bool {
        files.areNamed || postHook != nil || !vocabulary.isEmpty || registration != nil || authorityFingerprint != nil
    }

    /// When a certificate is due.
    var renewalTime: RenewalTime { renewalPoint?.time ?? .usual }
}
