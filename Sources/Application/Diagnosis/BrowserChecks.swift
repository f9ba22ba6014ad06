import Core
import System

/// Checks the browser for a sign-in, its sandbox, its options, and the program that opens an address.
struct BrowserChecks {
    let machine: any Machine
    let settings: BrowserInspection

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
        let isChosen = machine.environment["BROWSER"] != nil
        let candidates = BrowserCommands(machine.environment).candidates
        for candidate in candidates where !candidate.isTextBrowser {
            guard let path = machine.program(candidate.program) else { continue }
            return .ok(name, isChosen ? "'\(candidate.program)'; BROWSER names it" : "'\(path)'")
        }
        if let text = candidates.first(where: \.isTextBrowser) {
            return .warning(
                name, "BROWSER names '\(text.program)', which runs no scripts", "name another, or unset it")
        }
        if isChosen {
            let names = candidates.map(\.program).joined(separator: ":")
            return .warning(
                name, "BROWSER names '\(names.folded(to: 80))', which cannot be run", "name another, or unset it")
        }
        guard let opener = candidates.first else {
            return .absent(
                name, "neither BROWSER nor a display: an address can only be shown",
                "set BROWSER, if there is a browser")
        }
        return .absent(
            name, "neither BROWSER nor \(opener.program): an address can only be shown",
            "\(Distribution.current.install(.opener)), or set BROWSER")
    }
}
