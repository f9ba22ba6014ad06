/// Something in the configuration file that nobody can have meant.
public struct ConfigurationMistake: Error, Sendable, Equatable {
    /// Whose trouble it is: a profile's mistakes are in nobody else's way.
    public enum Owner: Sendable, Hashable {
        /// Neither in `[defaults]` nor in a profile.
        case file
        /// `[defaults]`, which counts for every command.
        case defaults
        /// `[profile.NAME]`.
        case profile(String)
    }

    /// Where it belongs.
    public var owner: Owner
    /// Where it stands.
    public var place: Profile.Setting.Place?
    /// The setting, and what is expected of it.
    public var what: String
    /// What to do.
    public var hint: String

    /// A mistake; the hint refers to the manual unless told.
    public init(
        _ owner: Owner, _ place: Profile.Setting.Place?, _ what: String, hint: String = "see fedauth-config(5)"
    ) {
        self.owner = owner
        self.place = place
        self.what = what
        self.hint = hint
    }

    /// The mistake as a failure, with the place in the file at `path`.
    public func error(in path: String) -> FedauthError {
        let place = place.map { " line \($0.line), column \($0.column)" } ?? ""
        return FedauthError(.configuration, "'\(path.folded(to: 120))'\(place): \(what)", hint: hint)
    }
}
