import Browser
import Core
import Glibc

/// Checks the browser for a sign-in, its sandbox, its options, and the program that opens an address.
struct BrowserChecks {
    let context: CommandContext
    let settings: BrowserSettings

    private static let textBrowsers: Set = ["w3m", "lynx", "links", "links2", "elinks", "www-browser"]

    var checks: [Check] {
        let search = ProgramSearch(context.environment)
        let found = try? BrowserPrograms.find(settings.options.browser, context.environment)
        return [
            program(found), SandboxCheck(browser: found, environment: context.environment).check, certificates,
            opener(search),
        ] + PresenterChecks(context: context, options: settings.options).checks
    }

    private func program(_ path: String?) -> Check {
        let name = "browser.program"
        guard let path else {
            if let wanted = settings.options.browser {
                return .warning(
                    name, "'\(wanted.folded(to: 120))', which \(settings.source(of: "browser")) names, is not a program",
                    "name a Chromium, Chrome, Edge or Brave")
            }
            return .absent(
                name, "no Chromium, Chrome, Edge or Brave: pages that need a browser cannot be shown",
                "apt install chromium")
        }
        // Not run: a snap would create directories in the home only to print its version.
        if FileNames.resolved(path) == "/usr/bin/snap" { return .ok(name, "'\(path)', a snap") }
        let patience = WaitBudget(deadline: Deadline(seconds: 5, from: context.clock), clock: context.clock)
        do throws(FedauthError) {
            // `--version` prints the version and opens no window.
            let output = try Child.output(of: [path, "--version"], name: path, patience: patience, isQuiet: true)
            let version = output.withBytes { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").first ?? ""
            return .ok(name, "'\(path)', \(String(version).folded(to: 80))")
        } catch {
            return .warning(name, "'\(path)' does not say its version: \(error.message)", "does it start?")
        }
    }

    private var certificates: Check {
        let name = "browser.certificates"
        guard let failure = CertificateLibrary.failure else {
            return .ok(name, "libnss3 is there: a browser trusts what '--cacert' names")
        }
        return .absent(
            name, "libnss3: \(failure.folded(to: 120)): a browser cannot be told what '--cacert' names",
            "apt install libnss3")
    }

    private func opener(_ search: ProgramSearch) -> Check {
        let name = "browser.open"
        if let wanted = context.environment["BROWSER"] {
            // The value is a list, whose entries may contain arguments.
            let programs = wanted.split(separator: ":").compactMap { $0.split(separator: " ").first.map(String.init) }
            guard let program = programs.first(where: { search.path($0) != nil }) else {
                return .warning(
                    name, "BROWSER names '\(wanted.folded(to: 80))', which cannot be run", "name another, or unset it")
            }
            if Self.textBrowsers.contains(FileNames.base(of: program)) {
                return .warning(
                    name, "BROWSER names '\(program)', which runs no scripts", "name another, or unset it")
            }
            return .ok(name, "'\(program)'; BROWSER names it")
        }
        if let path = search.path("xdg-open") { return .ok(name, "'\(path)'") }
        return .absent(
            name, "neither BROWSER nor xdg-open: an address can only be shown",
            "apt install xdg-utils, or set BROWSER")
    }
}
