import ArgumentParser
import Core

/// A shell, or the one that calls.
enum ShellChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, sh, bash, zsh, ksh

    func resolved() throws(FedauthError) -> Shell {
        if let shell = Shell(rawValue: rawValue) { return shell }
        return try Shell.detected()
    }
}
