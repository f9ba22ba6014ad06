public import Core

/// Chooses the profile for the address of a request when no option names one. Of several for the origin, the first of
/// these decides: a valid session that the address would get, the variable or the configuration's `profile`, the path
/// that the address shares with those of the profile, and which of its settings names the origin.
public struct RequestProfile {
    private let services: any Services
    private let user: String?

    /// Reads nothing yet. Sessions of other users than `user`, whom the command names, do not count.
    public init(_ services: any Services, user: String? = nil) { (self.services, self.user) = (services, user) }

    /// Returns the profile for an address; nil when there is none. Reads sessions only when there are several. Throws
    /// `profile-ambiguous` when nothing decides.
    public func profile(for url: WebURL) throws(FedauthError) -> Profile? {
        let configuration = try services.configuration()
        let all = configuration.profiles(for: url.origin)
        guard all.count > 1 else { return all.first ?? configuration.enrollingProfile(for: url.origin) }
        var signedIn: [Profile] = []
        for profile in all where try isSignedIn(profile.name, at: url) { signedIn.append(profile) }
        let candidates = signedIn.isEmpty ? all : signedIn
        if let name = CurrentProfile(services).name(nil, in: configuration),
            let named = candidates.first(where: { $0.name == name })
        {
            return named
        }
        let nearest = Self.nearest(candidates, to: url)
        if let only = Self.only(nearest, at: url.origin) { return only }
        // A session that was made without a profile.
        if signedIn.isEmpty, try isSignedIn(url.host, at: url) { return nil }
        throw Self.ambiguous(nearest, url.origin, maySignIn: signedIn.isEmpty)
    }

    /// Returns whether the session of this name is valid, or its token can be renewed, and a request to `url` would use it.
    private func isSignedIn(_ name: String, at url: WebURL) throws(FedauthError) -> Bool {
        let sessions = Sessions(try services.store(), reporter: services.reporter)
        let now = services.clock.now
        do throws(FedauthError) {
            guard let session = try sessions.named(name)?.session else { return false }
            return session.url.origin == url.origin && session.isFor(user)
                && (session.isValid(at: now) && session.shows(at: url, now)
                    || session.isRenewable && session.isBearerToken(for: url))
        } catch {
            guard error.code == .storeDamaged else { throw error }
            services.reporter.warning(error.message)
            return false
        }
    }

    /// Returns the profiles with an address that shares the most folders with `url`.
    private static func nearest(_ profiles: [Profile], to url: WebURL) -> [Profile] {
        let shared = profiles.map { profile in
            profile.serviceAddresses.filter { $0.origin == url.origin }.map { nearness($0.path, to: url.path) }.max()
                ?? 0
        }
        let most = shared.max() ?? 0
        return zip(profiles, shared).filter { $0.1 == most }.map(\.0)
    }

    /// Returns how many folders two paths share at their beginning, doubled, plus 1 if the folder of `path` is one.
    private static func nearness(_ path: String, to wanted: String) -> Int {
        let folders = path.split(separator: "/")
        let shared = zip(folders, wanted.split(separator: "/")).prefix { $0 == $1 }.count
        return shared == 0 ? 0 : 2 * shared + (shared >= folders.count - 1 ? 1 : 0)
    }

    /// Returns the only profile, or the only one whose setting names the origin best; nil when there is none.
    private static func only(_ profiles: [Profile], at origin: Origin) -> Profile? {
        for key in AddressSetting.ofService {
            let named = profiles.filter { $0.serviceAddress(key)?.origin == origin }
            if !named.isEmpty { return named.count == 1 ? named.first : nil }
        }
        return nil
    }

    private static func ambiguous(_ profiles: [Profile], _ origin: Origin, maySignIn: Bool) -> FedauthError {
        let names = profiles.map { "'\($0.name)'" }
        let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        return FedauthError(
            .profileAmbiguous,
            "the profiles \(list.folded(to: 200)) are for '\(origin)', and nothing decides between them",
            hint: "choose one by '--profile NAME' or FEDAUTH_PROFILE"
                + (maySignIn ? ", or sign in to one by 'fedauth login NAME'" : ", or sign out of the others"))
    }
}
