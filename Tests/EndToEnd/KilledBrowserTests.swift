import Glibc
import Testing

@testable import CommandSupport

/// Tests what is left after `kill -9` of a sign-in's command, of its supervisor, or of both: nothing, after the next command at
/// the latest.
@Suite(.serialized)
struct KilledBrowserTests {
    enum Killed: CaseIterable {
        case supervisor, commandThenSupervisor, supervisorThenCommand
    }

    private let browser: BrowserHome

    init() throws { browser = try BrowserHome() }

    /// Starts a sign-in and waits until there is a supervisor and, unless it is early, the page.
    private func begin(_ name: String, isEarly: Bool) throws -> (child: Child, supervisor: pid_t) {
        var words = try BrowserSignIn.words("/browser/wait", ["--verbose"])
        words[try #require(words.firstIndex(of: "chromium"))] = name
        let child = try browser.start(words)
        if !isEarly { try child.waitForErrors(containing: "the browser shows") }
        var supervisor: pid_t?
        try waitUntil("there is a supervisor") {
            supervisor =
                ProcessMark.descendants(of: child.processID).first {
                    $0.command.contains("browser-supervisor") && !browser.directories.isEmpty
                }?.number
            return supervisor != nil
        }
        return (child, try #require(supervisor))
    }

    /// The processes of all users whose command line names the home, which is the test's own.
    private var processes: [ProcessMark] {
        ProcessMark.descendants(of: 1).filter { $0.command.contains(browser.home.path) && $0.isAlive }
    }

    @Test(arguments: ["chromium", "firefox"], Killed.allCases)
    func nothingStays(_ name: String, _ killed: Killed) throws {
        for isEarly in [true, false] {
            let (child, supervisor) = try begin(name, isEarly: isEarly)
            let below = ProcessMark.descendants(of: child.processID)
            switch killed {
            case .supervisor:
                kill(supervisor, SIGKILL)
                let outcome = try child.finish()
                #expect(outcome.status == 11 && outcome.output.isEmpty, "\(outcome)")
                #expect(outcome.errors.contains("was killed (signal 9)"), "\(outcome)")
                // The command itself has removed it.
                #expect(browser.directories.isEmpty)
            case .commandThenSupervisor, .supervisorThenCommand:
                let pair = [child.processID, supervisor]
                for process in killed == .commandThenSupervisor ? pair : pair.reversed() { kill(process, SIGKILL) }
                _ = try child.finish()
                // The kernel ends the browser itself with its supervisor.
                try waitUntil("no page goes on") { !processes.contains { $0.command.contains("--remote-debugging") } }
                #expect(try browser.fedauth(["store", "list"]).status == 0)
                // That command waits a second at most for what it has begun.
                try waitUntil("nothing is left of it") { browser.directories.isEmpty }
            }
            try waitUntil("all of \(below) are gone") { !below.contains(where: \.isAlive) && processes.isEmpty }
            // The test's runtime directory is too long for the socket of a Chromium, which has another one.
            let left = try Run.program("/bin/ls", ["/tmp"], environment: [:]).text
            #expect(!left.contains("fedauth-browser-\(child.processID)-"), "\(left)")
        }
    }

    enum Hindrance: CaseIterable {
        case directory, cleaner, half
    }

    /// The record of a supervisor that was killed stays until nothing is left. Who cleans up tries again, and so does the next
    /// command.
    @Test(arguments: Hindrance.allCases) func aRecordStaysUntilNothingIsLeft(_ hindrance: Hindrance) throws {
        var space = stat()
        #expect(stat("/proc/self/ns/pid", &space) == 0)
        let (runtime, parent) = (browser.home.path + "/run/fedauth", browser.home.path + "/parent")
        let directory = parent + "/left"
        // A process with this ID and another start has ended.
        let record = "\(runtime)/browser-\(space.st_ino)-\(getpid())-1-left"
        for folder in [runtime, parent, directory] { mkdir(folder, 0o700) }
        let text = """
            {"words":[],"environment":[],"directory":"\(directory)","record":"\(record)","profile":""}\0
            """
        let name = String(record.dropFirst(browser.home.path.count + 1))
        _ = try browser.home.file(name, hindrance == .half ? String(text.prefix(9)) : text)
        chmod(record, 0o600)
        try browser.giveAway()
        if hindrance == .directory { chmod(parent, 0o500) }
        let holder =
            try hindrance == .cleaner
            ? Child("/usr/bin/flock", [record, "/bin/sh", "-c", "echo held >&2; exec cat"], environment: [:]) : nil
        try holder?.waitForErrors(containing: "held")
        #expect(try browser.fedauth(["store", "list"]).status == 0)
        // Nothing is started before its record is complete.
        if hindrance != .half { #expect(browser.directories == [record] && access(directory, F_OK) == 0) }
        chmod(parent, 0o700)
        holder?.closeInput()
        _ = try holder?.finish()
        // A supervisor that has begun tries again by itself: what was killed may still write.
        try waitUntil("nothing is left") {
            let isCleaned = try hindrance == .directory || browser.fedauth(["store", "list"]).status == 0
            return isCleaned && browser.directories.isEmpty
        }
        #expect((access(directory, F_OK) == 0) == (hindrance == .half))
    }

    /// A command leaves alone what belongs to a sign-in that runs, also while its supervisor is still ending the browser.
    @Test(arguments: ["chromium", "firefox"]) func whatRunsIsLeftAlone(_ name: String) throws {
        let (child, supervisor) = try begin(name, isEarly: false)
        let before = browser.directories.sorted()
        let below = ProcessMark.descendants(of: child.processID).filter { !$0.command.isEmpty }
        #expect(try browser.fedauth(["store", "list"]).status == 0)
        #expect(browser.directories.sorted() == before && below.contains { $0.number == supervisor && $0.isAlive })
        // A supervisor that is stopped cannot end the browser, but it is there.
        kill(supervisor, SIGSTOP)
        kill(child.processID, SIGKILL)
        _ = try child.finish()
        #expect(try browser.fedauth(["store", "list"]).status == 0)
        #expect(browser.directories.sorted() == before)
        kill(supervisor, SIGCONT)
        try waitUntil("the directory is gone") { browser.directories.isEmpty }
        try waitUntil("all of \(below) are gone") { !below.contains(where: \.isAlive) }
    }
}
