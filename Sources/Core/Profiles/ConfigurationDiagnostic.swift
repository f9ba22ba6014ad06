/// A mistake in the configuration file.
public struct ConfigurationDiagnostic: Error, Sendable, Equatable {
    /// The section with the mistake: a profile's mistakes do not affect other profiles.
    public enum Owner: Sendable, Hashable {
        /// Outside of all tables.
        case file
        /// `[aliases]`, which applies to commands of the user's own.
        case aliases
        /// `[defaults]`, which applies to every command.
        case defaults
        /// `[profile.NAME]`.
        case profile(String)
    }

    /// The section with the mistake.
    public var owner: Owner
    /// Its position.
    public var place: Profile.Setting.Place?
    /// The setting, and what is expected of it.
    public var what: String
    /// What to do.
    public var hint: String

    /// Creates a mistake; by default the hint refers to the manual.
    public init(
        _ owner: Owner, _ place: Profile.Setting.Place?, _ what: String, hint: String = "see fedauth-config(5)"
    ) { (self.owner, self.place, self.what, self.hint) = (owner, place, what, hint) }

    /// Returns the mistake as an error, with its position; `path` is that of the user's file.
    public func error(in path: String) -> FedauthError {
        let path = self.place?.file ?? path
        let place = place.map { " line \($0.line), column \($0.column)" } ?? ""
        return FedauthError(.configuration, "'\(path.folded(to: 120))'\(place): \(what)", hint: hint)
    }
}
