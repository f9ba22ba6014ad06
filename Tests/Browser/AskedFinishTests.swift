import CPOSIX
import Core
import Glibc
import Markup
import Secrets
import Support
import System
import Testing

@testable import Browser

/// Checks what the real Chromium returns from a finish: the requested address and the posted form.
@Suite(.serialized)
struct AskedFinishTests {
    private func present(
        _ page: String, finish: String, moment: FinishEndpoint.Moment, seconds: Int64 = 60
    ) throws -> Presentation {
        let server = try PageServer()
        let presenter = ChromiumPresenter(
            launcher: DirectLauncher(), launch: BrowserLaunch.headless,
            answers: LoginCredentials(
                known: LoginCredentials.Known(), store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
                reporter: Silence(), clock: MachineClock()),
            reader: LibXMLReader(), reporter: Silence(), clock: MachineClock())
        let base = "http://127.0.0.1:\(server.port)"
        return try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL(base + page)),
                finish: FinishEndpoint(
                    try WebURL(finish.hasPrefix("/") ? base + finish : finish), moment: moment),
                deadline: Deadline(seconds: seconds, from: MachineClock())))
    }

    @Test(arguments: [("/fragment", "t+t"), ("/redirect", "r")])
    func aTokenInTheFragment(_ page: String, _ token: String) throws {
        let presentation = try present(page, finish: "http://localhost:1/end?x", moment: .asked)
        #expect(presentation.answer.value(of: "access_token")?.equals(token) == true)
        #expect(presentation.answer.value(of: "x")?.equals("1") == true)
        #expect(presentation.answer.form == nil)
    }

    @Test func aFormThatIsNeverSent() throws {
        let presentation = try present("/post-away", finish: "http://localhost:1/end", moment: .asked)
        #expect(presentation.answer.value(of: "SAMLResponse")?.equals("a+b/c=") == true)
        #expect(presentation.answer.value(of: "RelayState")?.equals("x y") == true)
    }

    /// A frame that loads the finish must not end the sign-in, because it is not a window.
    @Test func aFrameThatIsSentThereIsNoEnd() throws {
        let presentation = try present("/frame", finish: "http://localhost:1/end", moment: .asked)
        #expect(presentation.answer.value(of: "x")?.equals("main") == true)
    }

    /// A frame with a file, or with a password field, which no user can fill in here, must not end the sign-in either.
    @Test(arguments: ["/frame-password", "/frame-file"])
    func aFrameEndsNothing(_ page: String) throws {
        let presentation = try present(page, finish: "http://localhost:1/end", moment: .asked)
        #expect(presentation.answer.value(of: "x")?.equals("main") == true)
    }

    @Test func aFormThatIsPostedToTheFinish() throws {
        let presentation = try present("/post-here", finish: "/end", moment: .shown)
        #expect(presentation.answer.value(of: "SAMLResponse")?.equals("a+b/c=") == true)
        #expect(presentation.jar.cookies.map(\.name) == ["here"])
    }

    /// The service shows a page after the login that is not the finish.
    @Test func thePageThatMayBeTheFinishIsNamed() {
        // A busy machine may not come to that page within the first time limit.
        var error: FedauthError?
        for seconds in [8, 40, 200] as [Int64] where error?.hint?.contains("add '--finish") != true {
            error = failure { _ = try present("/away", finish: "/never", moment: .shown, seconds: seconds) }
        }
        // On a busy machine the page may be at rest before the time is over.
        #expect([.timedOut, .badAnswer].contains(error?.code), "\(String(describing: error))")
        #expect(error?.hint?.contains("add '--finish http://127.0.0.1:") == true, "\(error?.hint ?? "")")
        #expect(error?.hint?.contains("/home'") == true)
    }

    @Test func aLargeFormArrivesWhole() throws {
        let presentation = try present("/large", finish: "/end", moment: .shown)
        #expect(presentation.answer.value(of: "wresult")?.count == 500_000)
    }
}

extension BrowserLaunch {
    fileprivate static var headless: BrowserLaunch {
        var launch = BrowserLaunch(program: "/usr/bin/chromium")
        launch.isHeadless = true
        return launch
    }
}

/// Starts the browser as a child of the tests, as another user if the tests run as root.
private final class DirectLauncher: BrowserLauncher {
    func launch(_ launch: BrowserLaunch) throws(FedauthError) -> any RunningBrowser { try DirectBrowser(launch) }
}

private final class DirectBrowser: RunningBrowser {
    private let scratch: Scratch
    private let process: pid_t
    private var pipe: DebuggingPipe?

    init(_ launch: BrowserLaunch) throws(FedauthError) {
        var toBrowser: [Int32] = [-1, -1]
        var fromBrowser: [Int32] = [-1, -1]
        guard let scratch = try? Scratch(), cposix_pipe(&toBrowser) == 0, cposix_pipe(&fromBrowser) == 0 else {
            throw FedauthError(.browserFailed, "no pipes for a test")
        }
        self.scratch = scratch
        let directory = scratch.path
        chown(directory, 65534, 65534)
        let becoming =
            geteuid() == 0
            ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] : ["/usr/bin/env"]
        let words =
            becoming + [
                launch.program, "--headless=new", "--remote-debugging-pipe", "--no-startup-window", "--no-first-run",
                "--user-data-dir=\(directory)",
            ]
        let started = try? DetachedProcess.start(
            words, environment: ["HOME=\(directory)", "PATH=/usr/bin:/bin"],
            streams: [nil, nil, nil, toBrowser[0], fromBrowser[1]])
        process = started ?? -1
        for descriptor in [toBrowser[0], fromBrowser[1]] { close(descriptor) }
        pipe = .some(DebuggingPipe(takingOwnershipOf: fromBrowser[0], toBrowser[1]))
    }

    deinit {
        if process > 0 {
            kill(process, SIGTERM)
            waitpid(process, nil, 0)
        }
    }

    func takePipe() -> DebuggingPipe? { pipe.take() }
    func end() -> String { "" }
}

/// Runs pages.py.
private final class PageServer {
    let port: UInt16
    private let process: pid_t
    private let input: Int32

    init() throws {
        var reading: [Int32] = [-1, -1]
        var writing: [Int32] = [-1, -1]
        try #require(cposix_pipe(&reading) == 0 && cposix_pipe(&writing) == 0)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, writing[0], 0)
        posix_spawn_file_actions_adddup2(&actions, reading[1], 1)
        var path = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        path = "/" + path + "/pages.py"
        let command: [String] = ["/usr/bin/python3", path]
        let words = command.map { strdup($0) }
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let failure = posix_spawn(&child, "/usr/bin/python3", &actions, nil, words + [nil], [nil])
        try #require(failure == 0, "python3 does not start")
        close(writing[0])
        close(reading[1])
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(reading[0], &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        close(reading[0])
        port = try #require(UInt16(String(decoding: line, as: UTF8.self)))
        process = child
        input = writing[1]
    }

    deinit {
        close(input)
        waitpid(process, nil, 0)
    }
}

private final class Silence: Reporter {
    func note(_ text: String) {}
    func warning(_ text: String) {}
    func detail(_ text: String) {}
    func stillWaiting() {}
    func waitIsOver() {}
}

struct MachineClock: WallClock {
    var now: Timestamp { Timestamp(seconds: Int64(time(nil))) }
    var monotonicMilliseconds: Int64 {
        var moment = timespec()
        clock_gettime(CLOCK_MONOTONIC, &moment)
        return Int64(moment.tv_sec) * 1000 + Int64(moment.tv_nsec) / 1_000_000
    }
}
