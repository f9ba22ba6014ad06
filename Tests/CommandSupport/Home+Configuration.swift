import Glibc

extension Home {
    /// The path of the configuration file.
    var configuration: String { path + "/config/fedauth/config.toml" }

    /// Writes the configuration file.
    func configure(_ text: String) throws {
        mkdir(path + "/config", 0o700)
        mkdir(path + "/config/fedauth", 0o700)
        _ = try file("config/fedauth/config.toml", text)
    }

    /// A configuration with comments and two profiles, of which `mail` is the current one.
    static let twoProfiles = """
        # mine
        [defaults]
        profile = "mail"

        # about mail
        [profile.mail]
        sap = "https://mail.test" # where

        [profile.other]
        sap = "https://other.test"

        """
}
