public import Core

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

    /// When a certificate is due.
    var renewalTime: RenewalTime { renewalPoint?.time ?? .usual }
}
