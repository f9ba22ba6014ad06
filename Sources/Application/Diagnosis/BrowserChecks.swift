import Core

/// Checks the browser for a sign-in, and its sandbox.
struct BrowserChecks {
    let machine: any Machine
    /// `--browser`.
    let wanted: NamedValue?

    var checks: [Check] {
        let name = "browser.program"
        do throws(FedauthError) {
            let browser = try BrowserPrograms.find(forPage: wanted?.value, on: machine)
            return [version(name, of: browser), SandboxCheck(browser: browser.path, on: machine).check]
        } catch {
            let source = wanted.map { "; \($0.source) names it" } ?? ""
            return [
                .absent(
                    name, "\(error.message): pages that need a browser cannot be shown\(source)", error.hint),
                SandboxCheck(browser: nil, on: machine).check,
            ]
        }
    }

    private func version(_ name: String, of browser: InstalledBrowser) -> Check {
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
}
