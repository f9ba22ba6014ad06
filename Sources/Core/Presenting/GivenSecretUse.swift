/// Where the passwords, codes and fields of the options may go in a sign-in: to the server that got the first of them, and to
/// those that the user permits. A code before all others goes to a server that got a password, from wherever that came. HTTP authentication sends a password to one realm of a server only.
final class GivenSecretUse {
    private let isPermitted: (Origin) -> Bool
    /// The origins of the form, or of the challenge, that got the first secret of the options.
    private var first: Set<Origin> = []
    /// The origins that got a password.
    private var withPassword: Set<Origin> = []
    /// Those that got it by a form.
    private var withForm: Set<Origin> = []
    private var spaces: [Origin: ProtectionSpace] = [:]

    /// `isPermitted`: the user names the server.
    init(isPermitted: @escaping (Origin) -> Bool) { self.isPermitted = isPermitted }

    /// Returns the place that has the secrets, if one of `origins` must not get them by itself.
    func place(otherThan origins: Set<Origin>, isCode: Bool = false) -> String? {
        let places = first.isEmpty && isCode ? withPassword : first
        guard !places.isEmpty, !origins.allSatisfy({ places.contains($0) || isPermitted($0) }) else { return nil }
        return places.map { spaces[$0]?.place ?? $0.description }.sorted().joined(separator: " and ")
    }

    /// Returns the place that has the password, if `space` must not get it by itself.
    func place(otherThan space: ProtectionSpace) -> String? {
        guard let other = spaces[space.origin] else { return place(otherThan: [space.origin]) }
        return other == space ? nil : other.place
    }

    /// Records an answer to a challenge by the options.
    func record(_ space: ProtectionSpace) {
        spaces[space.origin] = space
        record([space.origin])
    }

    /// Records where a secret of the options goes: the origins of the page and of its form's target.
    func record(_ origins: Set<Origin>) {
        if first.isEmpty { first = origins }
    }

    /// Records where a password goes that was given, stored or typed.
    func record(password origins: Set<Origin>, byForm: Bool = false) {
        withPassword.formUnion(origins)
        if byForm { withForm.formUnion(origins) }
    }

    /// Throws `refused` when a form has sent a password to the server of `space`: that has not taken it, or it would not ask again.
    func requireNoForm(for space: ProtectionSpace) throws(FedauthError) {
        guard withForm.contains(space.origin) else { return }
        throw FedauthError(
            .refused, "\(space.place) asks for the password again, which its form got just now",
            hint: "nothing was sent again: servers lock accounts; '--trace FILE' shows what they said to the form")
    }

    /// Returns a hint about a server that does not get the secrets of `place`, and what to do without a terminal.
    static func hint(_ place: String, or other: String) -> String {
        "nothing was sent there: what the options give is for \(place); sign in on a terminal to be asked, or \(other)"
    }
}
