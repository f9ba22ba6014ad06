import Core
import Glibc

/// The user that a browser runs as. Its sandbox does not work for root, and a browser without a sandbox must not run as
/// root.
enum BrowserUser {
    /// Returns the user that the browser runs as; nil: the current user. When root calls, it is the user who became
    /// root by sudo, doas or pkexec. Throws `no-browser` for root alone.
    static func find(_ options: BrowserOptions, _ environment: Environment) throws(FedauthError) -> uid_t? {
        guard geteuid() == 0 else { return nil }
        if let user = behindRoot(environment) { return user }
        guard options.noSandbox else {
            throw FedauthError(
                .noBrowser, "a browser's sandbox does not work for root",
                hint: "run fedauth as the user who signs in, or accept the risk by '--no-sandbox'")
        }
        return nil
    }

    /// Returns the user who became root; nil when the environment does not tell.
    static func behindRoot(_ environment: Environment) -> uid_t? {
        for variable in ["SUDO_UID", "PKEXEC_UID"] {
            if let user = environment[variable].flatMap(uid_t.init), user != 0 { return user }
        }
        if let name = environment["DOAS_USER"], let entry = getpwnam(name), entry.pointee.pw_uid != 0 {
            return entry.pointee.pw_uid
        }
        return nil
    }
}
