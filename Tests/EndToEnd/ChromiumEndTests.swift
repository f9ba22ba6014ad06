import Glibc
import Testing

@testable import CommandSupport

extension ChromiumTests {
    /// Tests that nothing of the browser remains after any end.
    struct Ends {
        /// Starts a sign-in that waits in its browser.
        private func waiting(_ browser: BrowserHome) throws -> (child: Child, processes: [ProcessMark]) {
            let child = try browser.start(try BrowserSignIn.words("/browser/wait", ["--verbose"]))
            try child.waitForErrors(containing: "the browser shows")
            let processes = ProcessMark.descendants(of: child.processID)
            #expect(processes.contains { $0.command.contains("--remote-debugging-pipe") }, "\(processes)")
            #expect(processes.contains { $0.command.contains("--type=renderer") }, "\(processes)")
            return (child, processes)
        }

        private func expectNothingLeft(_ browser: BrowserHome, _ processes: [ProcessMark]) throws {
            try waitUntil("all of \(processes) are gone") { !processes.contains(where: \.isAlive) }
            try waitUntil("the directory is gone") { browser.directories.isEmpty }
        }

        @Test func theDirectoryIsPrivate() throws {
            let browser = try BrowserHome()
            let (child, processes) = try waiting(browser)
            // A directory, and the record of it.
            let modes = browser.directories.map { path in
                var status = stat()
                return stat(path, &status) == 0 ? status.st_mode : 0
            }
            #expect(modes.sorted() == [S_IFDIR | 0o700, S_IFREG | 0o600], "\(modes)")
            child.signal(SIGTERM)
            #expect(try child.finish().signal == SIGTERM)
            try expectNothingLeft(browser, processes)
        }

        @Test(arguments: [SIGINT, SIGKILL, SIGHUP])
        func signals(_ number: Int32) throws {
            let browser = try BrowserHome()
            let (child, processes) = try waiting(browser)
            child.signal(number)
            let outcome = try child.finish()
            #expect(outcome.signal == number && outcome.output.isEmpty, "\(outcome)")
            try expectNothingLeft(browser, processes)
        }

        @Test func theTimeLimit() throws {
            let browser = try BrowserHome()
            let outcome = try browser.fedauth(try BrowserSignIn.words("/browser/wait", timeout: "3s"))
            outcome.expectEnd(6, "timed out after 3 s")
            try waitUntil("the directory is gone") { browser.directories.isEmpty }
        }

        @Test func aPageThatCrashes() throws {
            let browser = try BrowserHome()
            let (child, processes) = try waiting(browser)
            for process in processes where process.command.contains("--type=renderer") { kill(process.number, SIGKILL) }
            let outcome = try child.finish()
            #expect(outcome.status == 11 && outcome.errors.contains("crashed"), "\(outcome)")
            try expectNothingLeft(browser, processes)
        }

        @Test func aBrowserThatIsKilled() throws {
            let browser = try BrowserHome()
            let (child, processes) = try waiting(browser)
            let main = try #require(
                processes.first {
                    $0.command.contains("--remote-debugging-pipe") && !$0.command.contains("--type=")
                        && !$0.command.contains("browser-supervisor")
                })
            kill(main.number, SIGKILL)
            let outcome = try child.finish()
            #expect(outcome.status == 11 && outcome.errors.contains("ended by itself"), "\(outcome)")
            try expectNothingLeft(browser, processes)
        }

        /// The browser listens on no port.
        @Test func noPortIsOpened() throws {
            let browser = try BrowserHome()
            let (child, processes) = try waiting(browser)
            let outcome = try Run.program(
                "/usr/bin/env", ["ss", "-Hltnp"], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
            #expect(outcome.status == 0, "\(outcome)")
            for process in processes { #expect(!outcome.text.contains("pid=\(process.number),"), "\(outcome)") }
            child.signal(SIGTERM)
            _ = try child.finish()
            try expectNothingLeft(browser, processes)
        }
    }
}

extension Outcome {
    /// Expects a failure after the message that the browser shows the page.
    func expectEnd(_ status: Int32, _ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(self.status == status, "\(self)", sourceLocation: sourceLocation)
        #expect(output.isEmpty, "\(self)", sourceLocation: sourceLocation)
        let lines = errors.split(separator: "\n").filter { $0.hasPrefix("fedauth: error: ") }
        #expect(lines.count == 1 && lines[0].contains(words), "\(self)", sourceLocation: sourceLocation)
    }
}
