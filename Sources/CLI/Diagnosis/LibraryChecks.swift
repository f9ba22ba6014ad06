import Core
import HTTP
import Markup

/// The libraries that are opened when they are needed. Whether libsecret is there is the keyring's matter.
struct LibraryChecks {
    var checks: [Check] {
        [
            check("library.curl", "libcurl can be used", TransportLibrary.check),
            check("library.xml", "libxml2 can be used", ReaderLibrary.check),
            LibPSLSuffixes().isComplete
                ? .ok("library.psl", "libpsl has the public suffix list")
                : .absent(
                    "library.psl", "libpsl has no public suffix list: only the commonest suffixes are known",
                    "apt install libpsl5"),
        ]
    }

    private func check(
        _ name: String, _ finding: String, _ open: () throws(FedauthError) -> Void
    ) -> Check {
        do throws(FedauthError) {
            try open()
            return .ok(name, finding)
        } catch {
            return .failure(name, error)
        }
    }
}

/// Whether the configuration file can be read, and what it says by `[defaults]` to every command is taken.
struct ConfigurationCheck {
    let check: Check
    /// What is wrong with it.
    let failure: FedauthError?

    init(context: CommandContext) {
        let name = "configuration"
        let path = context.configurationFile.path
        do throws(FedauthError) {
            let configuration = try context.configuration()
            try Settings.checkValues(of: configuration.defaults, in: path)
            failure = nil
            check =
                configuration.profiles.isEmpty && configuration.defaults.isEmpty
                ? .absent(name, "nothing in '\(path)'", "'fedauth profile add' makes a profile")
                : .ok(name, "'\(path)', \(configuration.profiles.count) profiles")
        } catch {
            failure = error
            check = .failure(name, error)
        }
    }
}
