import Markup
import Secrets
import Support

@testable import Core

/// Runs all decisions of the form engine about a page.
func classify(_ page: Page) {
    switch page.meaning {
    case .login(let form), .handOn(let form), .consent(let form, _): classify(form)
    case .choice(let forms): forms.forEach(classify)
    default: break
    }
    _ = (page.complaint, page.accountOfError, page.secondFactorRefusal, page.isWaiting, page.operatorsMarks)
}

private func classify(_ form: LoginForm) {
    // A value that no box has, so that each is looked for.
    let answers = ["t": SharedSecret(text: "yes")]
    _ = FormContent(form.keepingSignedIn(true), answers: answers, button: form.goingOn)
    _ = (form.ways.count, form.wantsCaptcha, form.isLeftToScripts, form.same(as: form.goingOn), form.uncovered)
}

extension GrowthCase {
    /// A whole sign-in by the form engine: a page, its form filled and sent, and the page again.
    static var signIns: [GrowthCase] {
        GrowthPage.shapes.filter { shapes.contains($0.name) }.map { shape in
            // Each button and each tick box is another round: a smaller page shows as much.
            let share = ["buttons", "ticks"].contains(shape.name) ? 16 : 3
            return GrowthCase("sign-in-" + shape.name, shape.size / share) { size in
                let transport = OnePage(shape.text(size))
                return { signIn(transport) }
            }
        }
    }

    private static let shapes: Set = [
        "inputs", "inputs-labels", "hidden", "users", "required", "ticks", "radios", "buttons", "options", "forms",
        "offers", "label-marks", "errors",
    ]

    private static func signIn(_ transport: OnePage) {
        let clock = TestClock()
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = FixedText()
        known.acceptsConsent = true
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: FirstOf(), reporter: Silent(), clock: clock)
        let presenter = FormPresenter(
            UserAgent(transport, reader: LibXMLReader(), clock: clock), answers: answers,
            reporter: Silent(), wait: { _ in })
        guard let start = try? WebURL("https://sp.example/in"), let finish = try? WebURL("https://sp.example/out")
        else {
            return
        }
        // How it ends is not what is measured.
        _ = try? presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(start), finish: FinishEndpoint(finish),
                deadline: Deadline(seconds: 100_000, from: clock), policy: NavigationPolicy()))
    }
}

/// Answers every request with one page.
private final class OnePage: Transport {
    private let body: SharedSecret

    init(_ html: String) { body = secret(html) }

    func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        Response(
            status: 200, url: request.url, headers: [(name: "content-type", value: "text/html; charset=utf-8")],
            body: body)
    }
}

private final class NoSuffixes: PublicSuffixes {
    func isPublicSuffix(_ domain: String) -> Bool { false }
}

private final class FixedText: SecretSource {
    let description = "test"
    func secret() throws(FedauthError) -> Secret { Secret("pw".utf8) }
}

private final class Silent: Reporter {
    func note(_ text: String) {}
    func warning(_ text: String) {}
    func detail(_ text: String) {}
    func stillWaiting() {}
    func waitIsOver() {}
}

/// Answers "1" to every question.
private final class FirstOf: Prompter {
    var canAsk: Bool { true }
    func ask(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret { Secret("1".utf8) }
    func confirm(_ question: String) throws(FedauthError) -> Bool { true }
}
