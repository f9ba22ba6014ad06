/// Where a sign-in has sent the password of the options. HTTP authentication sends it to one origin and one realm only: after
/// that, a form of another origin does not get it either.
final class GivenPasswordUse {
    private var space: ProtectionSpace?
    private var formOrigins: Set<Origin> = []

    /// Returns the place that has the password, if `space` must not get it by itself.
    func place(otherThan space: ProtectionSpace) -> String? {
        if let other = self.space { return other == space ? nil : other.place }
        guard !formOrigins.isEmpty, !formOrigins.contains(space.origin) else { return nil }
        return formOrigins.map(\.description).min()
    }

    /// Returns the place that has the password, if a form of `origin` must not get it by itself.
    func place(otherThanFormAt origin: Origin) -> String? {
        guard let space, space.origin != origin else { return nil }
        return space.place
    }

    /// Records an answer to a challenge.
    func record(_ space: ProtectionSpace) { self.space = space }

    /// Records a form: the page's origin, and the form's target.
    func record(formAt origins: Set<Origin>) { formOrigins.formUnion(origins) }

    /// Returns a hint about a server that does not get the password.
    ///
    /// - Parameters:
    ///   - place: the place that has it.
    ///   - other: what to do without a terminal.
    static func hint(_ place: String, or other: String) -> String {
        "nothing was sent there: the password of the options was for \(place); sign in on a terminal to be asked, or \(other)"
    }
}
