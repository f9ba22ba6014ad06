import Core

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

    /// Reads a profile, or the address on the command line.
    ///
    /// - Parameters:
    ///   - service: a profile, or the address of the server; nil: the current profile.
    ///   - name: the name of the identity; nil: that of the profile, else the host.
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

    /// Describes an identity that is to be renewed, or waits for approval; its profile's present settings override the
    /// stored ones.
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
