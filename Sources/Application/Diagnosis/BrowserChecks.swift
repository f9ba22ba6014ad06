import Core
import System

/// Checks the browser for a sign-in, its sandbox, its options, and the program that opens an address.
struct BrowserChecks {
    let machine: any Machine
    let settings: BrowserInspection

    private static let textBrowsers: Set = ["w3m", "lynx", "links", "links2", "elinks", "www-browser"]

    var checks: [Check] {
        let found = Result { () throws(FedauthError) in
            try BrowserPrograms.find(forPage: settings.browser?.value, on: machine)
        }
        let path = (try? found.get())?.path
        return [program(found), SandboxCheck(browser: path, on: machine).check, certificates, opener]
            + PresenterChecks(machine: machine, settings: settings).checks
    }

    private func program(_ found: Result<InstalledBrowser, FedauthError>) -> Check {
        let name = "browser.program"
        let browser: InstalledBrowser
        switch found {
        case .success(let installed): browser = installed
        case .failure(let error):
            if let wanted = settings.browser, machine.program(wanted.value) == nil {
                return .warning(
                    name, "'\(wanted.value.folded(to: 120))', which \(wanted.source) names, is not a program",
                    "name a Chromium, Chrome, Edge, Brave or Firefox")
            }
            return .absent(name, "\(error.message): pages that need a browser cannot be shown", error.hint)
        }
        let path = browser.path
        // Not run: a snap would create directories in the home only to print its version.
        if case .snap = browser.package { return .ok(name, "'\(path)', a snap") }
        do throws(FedauthError) {
            // `--version` prints the version and opens no window.
            return .ok(name, "'\(path)', \(try machine.firstLine(of: [path, "--version"]).folded(to: 80))")
        } catch {
            return .warning(name, "'\(path)' does not say its version: \(error.message)", "does it start?")
        }
    }

    private var certificates: Check {
        let name = "browser.certificates"
        guard let failure = settings.certificateLibraryFailure else {
            return .ok(name, "libnss3 is there: a browser trusts what '--cacert' names")
        }
        return .absent(
            name, "libnss3: \(failure.folded(to: 120)): a browser cannot be told what '--cacert' names",
            Distribution.current.install(.smime))
    }

    private var opener: Check {
        let name = "browser.open"
        if let wanted = machine.environment["BROWSER"] {
            // The value is a list, whose entries may contain arguments.
            let programs = wanted.split(separator: ":").compactMap { $0.split(separator: " ").first.map(String.init) }
            guard let program = programs.first(where: { machine.program($0) != nil }) else {
                return .warning(
                    name, "BROWSER names '\(wanted.folded(to: 80))', which cannot be run", "name another, or unset it")
            }
            if Self.textBrowsers.contains(program.split(separator: "/").last.map(String.init) ?? program) {
                return .warning(
                    name, "BROWSER names '\(program)', which runs no scripts", "name another, or unset it")
            }
            return .ok(name, "'\(program)'; BROWSER names it")
        }
        if let path = machine.program("xdg-open") { return .ok(name, "'\(path)'") }
        return .absent(
            name, "neither BROWSER nor xdg-open: an address can only be shown",
            "\(Distribution.current.install(.opener)), or set BROWSER")
    }
}
