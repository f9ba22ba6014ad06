import Application
import Core

/// The server of a certificate, and the name of its identity.
struct EnrollmentTarget {
    /// The name of the identity.
    var name: String
    /// The profile of the configuration; nil: none.
    var profile: String?
    var method: EnrollmentRecord.Method
    var base: WebURL
    /// The server's own profile, or the EST label.
    var code: String?

    /// Reads a profile, or the address on the command line.
    init(_ service: String?, name: String?, _ options: EnrollmentOptions, in context: CommandContext)
        throws(FedauthError)
    {
        let profile = try CurrentProfile(context).profile(service, in: try context.configuration())
        guard let text = (profile == nil ? service : nil) ?? options.baseUrl else {
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
        method = options.protocol?.method ?? .slc3
        code = options.profileCode
        try IdentityEntry.check(name: self.name)
    }

    /// Describes an identity that is to be renewed, or waits for approval; its profile's present settings override the
    /// stored ones.
    init(
        _ name: String, by record: EnrollmentRecord, _ options: EnrollmentOptions
    ) throws(FedauthError) {
        self.name = name
        profile = record.profile
        method = options.protocol?.method ?? record.method
        let kept = try WebURL(argument: options.baseUrl ?? record.base)
        // The address of an EST server ends with the previous label.
        let isOther = options.profileCode != nil && options.baseUrl == nil && kept.path.hasSuffix("/" + record.code)
        base = isOther ? kept.with(path: String(kept.path.dropLast(record.code.utf8.count + 1))) : kept
        code = options.profileCode ?? (record.code.isEmpty ? nil : record.code)
    }
}
