import Core

/// Checks which pages a sign-in can show here besides forms.
struct PresenterChecks {
    let machine: any Machine
    let settings: BrowserInspection

    var checks: [Check] {
        [
            check("presenter.auto", else: "forms only: ", needsDisplay: !settings.isHeadless) { browser in
                "forms, and '\(browser)'\(settings.isHeadless ? " without a window" : "") for pages that need more"
            },
            check("presenter.remote", needsDisplay: false) { browser in
                "'\(browser)', seen from another machine"
            },
        ]
    }

    private func check(
        _ name: String, else without: String = "", needsDisplay: Bool, _ finding: (_ browser: String) -> String
    ) -> Check {
        do throws(FedauthError) {
            let browser = try BrowserPrograms.find(settings.browser?.value, on: machine)
            if needsDisplay { try Display(on: machine).require() }
            _ = try BrowserUser.find(hasNoSandbox: settings.hasNoSandbox, on: machine)
            return .ok(name, finding(browser))
        } catch {
            return .absent(name, without + error.message, error.hint)
        }
    }
}
