import Core

/// Checks which pages a sign-in can show here besides forms.
struct PresenterChecks {
    let machine: any Machine
    let settings: BrowserInspection

    var checks: [Check] {
        [
            check("presenter.auto", else: "forms only: ", needsDisplay: !settings.isHeadless, takesFirefox: true) {
                browser in
                "forms, and '\(browser)'\(settings.isHeadless ? " without a window" : "") for pages that need more"
            },
            check("presenter.remote", needsDisplay: false) { browser in
                "'\(browser)', seen from another machine"
            },
        ]
    }

    private func check(
        _ name: String, else without: String = "", needsDisplay: Bool, takesFirefox: Bool = false,
        _ finding: (_ browser: String) -> String
    ) -> Check {
        do throws(FedauthError) {
            let browser =
                takesFirefox
                ? try BrowserPrograms.find(forPage: settings.browser?.value, on: machine)
                : try BrowserPrograms.find(settings.browser?.value, on: machine)
            let isFirefox = browser.engine == .firefox
            if isFirefox { try SandboxCheck.requireNamespaces(on: machine) }
            if needsDisplay {
                let display = Display(on: machine)
                if isFirefox { try display.requireForOwnNetwork() } else { try display.require() }
            }
            _ = try BrowserUser.find(hasNoSandbox: settings.hasNoSandbox && !isFirefox, on: machine)
            return .ok(name, finding(browser.path))
        } catch {
            return .absent(name, without + error.message, error.hint)
        }
    }
}
