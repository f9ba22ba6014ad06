import Browser
import Core

/// Checks which pages a sign-in can show here besides forms.
struct PresenterChecks {
    let context: CommandContext
    let options: BrowserOptions

    var checks: [Check] {
        [
            check("presenter.auto", else: "forms only: ", needsDisplay: !options.headless) { browser in
                "forms, and '\(browser)'\(options.headless ? " without a window" : "") for pages that need more"
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
            let browser = try BrowserPrograms.find(options.browser, context.environment)
            if needsDisplay { try DisplayCheck(environment: context.environment).require() }
            _ = try BrowserUser.find(options, context.environment)
            return .ok(name, finding(browser))
        } catch {
            return .absent(name, without + error.message, error.hint)
        }
    }
}
