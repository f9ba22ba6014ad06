import Secrets
import Support
import Testing

@testable import Core

/// Tests sign-ins that end at data whose valid requests are unknown, so that every status may be a success.
struct FinishAtDataTests {
    private let web = RequestWeb()
    private let clock = TestClock()

    private func present(anyStatus: Bool = true) throws -> Presentation {
        let reporter = RecordingReporter()
        let prompter = ScriptedPrompter(canAsk: false)
        let presenter = FormPresenter(
            UserAgent(web, clock: clock),
            answers: LoginCredentials(
                known: LoginCredentials.Known(), store: MemoryStore(), prompter: prompter, reporter: reporter,
                clock: clock),
            reporter: reporter, wait: { _ in })
        let url = try WebURL("https://h/api")
        let finish = FinishEndpoint(url)
        return try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(url), finish: anyStatus ? finish.ofAnyStatus : finish,
                deadline: Deadline(seconds: 60, from: clock), policy: NavigationPolicy()))
    }

    @Test(arguments: [400, 404, 405, 406, 415]) func itsStatusSaysNothing(_ status: Int) throws {
        web.answer = { _ in .init(status: status, cookies: ["sid=1"]) }
        #expect(try present().jar.cookies.map(\.name) == ["sid"])
        #expect(throws: FedauthError.self) { _ = try present(anyStatus: false) }
    }

    @Test(arguments: [401, 403, 500, 503]) func aRefusalStaysOne(_ status: Int) throws {
        web.answer = { _ in .init(status: status, cookies: ["sid=1"]) }
        #expect(throws: FedauthError.self) { _ = try present() }
    }

    @Test func whatIsLongerThanAPageIsNotReadToItsEnd() throws {
        let long = String(repeating: "x", count: NavigationPolicy.maximumPageBytes + 1)
        web.answer = { _ in
            .init(headers: [("content-type", "application/octet-stream")], cookies: ["sid=1"], content: long)
        }
        #expect(try present().jar.cookies.map(\.name) == ["sid"])
    }
}

/// Tests where fedauth looks for the backend of SAP mobile services.
struct SAPBackendTests {
    private let web = RequestWeb()
    private let clock = TestClock()

    private func find(_ url: String, launcher: String) throws -> String? {
        web.answer = { $0.url == launcher ? .init(status: 302) : .init(status: 404) }
        return try SAPBackend(
            UserAgent(web, clock: clock), deadline: Deadline(seconds: 60, from: clock)
        ).find(for: try WebURL(url))?.description
    }

    @Test func itIsTheOriginOrAFolderOfTheAddress() throws {
        #expect(try find("https://h/a/b?c=d", launcher: "https://h/SAMLAuthLauncher") == "https://h/")
        #expect(try find("https://h/a/b/c", launcher: "https://h/a/SAMLAuthLauncher") == "https://h/a")
        #expect(try find("https://h/a/b", launcher: "https://h/x/SAMLAuthLauncher") == nil)
        #expect(web.arrived.allSatisfy { $0.method == "GET" && $0.headers.isEmpty && $0.url.hasPrefix("https://h/") })
    }
}
