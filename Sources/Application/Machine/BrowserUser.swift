public import Core

/// The user that a browser runs as. Its sandbox does not work for root, and a browser without one must not run as root.
public enum BrowserUser {
    /// Returns the user that the browser runs as; nil: the current user. When root calls, it is the user who became
    /// root by sudo, doas or pkexec. Throws `no-browser` for root alone. `hasNoSandbox`: `--no-sandbox`, by which root
    /// accepts the risk; nil: the browser has no such option.
    public static func find(hasNoSandbox: Bool?, on machine: any Machine) throws(FedauthError) -> UInt32? {
        guard machine.userID == 0 else { return nil }
        if let user = behindRoot(on: machine) { return user }
        guard hasNoSandbox == true else {
            throw FedauthError(
                .noBrowser, AutoPresenter.ofRoot,
                hint: "run fedauth as the user who signs in"
                    + (hasNoSandbox == nil ? "" : ", or accept the risk by '--no-sandbox'"))
        }
        return nil
    }

    /// Returns the user who became root; nil when the environment does not tell.
    static func behindRoot(on machine: any Machine) -> UInt32? {
        let environment = machine.environment
        for variable in ["SUDO_UID", "PKEXEC_UID"] {
            if let user = environment[variable].flatMap({ UInt32($0) }), user != 0 { return user }
        }
        guard let name = environment["DOAS_USER"], let user = machine.userID(named: name), user != 0 else { return nil }
        return user
    }
}
