import Glibc
import Testing

@testable import CommandSupport

/// Tests the Firefox that fedauth starts: each test uses the real one of Debian, one after the other.
@Suite(.serialized)
struct FirefoxTests {
    let browser: BrowserHome

    init() throws { browser = try BrowserHome() }

    private func words(
        _ page: String, finish: String = "/browser/finish", visible: Bool = false, timeout: String = "90s",
        _ more: [String] = []
    ) throws -> [String] {
        var words = try BrowserSignIn.words(page, finish: finish, visible: visible, timeout: timeout, more)
        words[try #require(words.firstIndex(of: "chromium"))] = "firefox"
        return words
    }

    /// It gets nothing, and the page goes on at once: a part that waited for a dialog would use up the time.
    @Test(arguments: ["object", "embed", "frame", "script", "style", "picture", "fetch"])
    func aPartThatAsksForAPasswordIsNotWaitedFor(_ kind: String) throws {
        let outcome = try browser.fedauth(try words("/browser/part-\(kind)", ["--no-input"]))
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    }

    /// Starts a sign-in that waits in its browser.
    private func waiting() throws -> (child: Child, processes: [ProcessMark]) {
        let child = try browser.start(try words("/browser/wait", ["--verbose"]))
        try child.waitForErrors(containing: "the browser shows")
        let processes = ProcessMark.descendants(of: child.processID)
        #expect(processes.contains { $0.command.contains("--remote-debugging-port") }, "\(processes)")
        return (child, processes)
    }

    private func expectNothingLeft(_ processes: [ProcessMark]) throws {
        try waitUntil("all of \(processes) are gone") { !processes.contains(where: \.isAlive) }
        try waitUntil("the directory is gone") { browser.directories.isEmpty }
    }

    @Test func aFormIsFilledIn() throws {
        let password = try browser.home.file("password", "secret")
        try browser.giveAway()
        try Hostile.get().free("firefox")
        let outcome = try browser.fedauth(
            try words("/browser/hands?firefox", ["--user", "ada", "--password-file", password, "--no-input"]))
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        #expect(!outcome.errors.contains("secret"), "\(outcome)")
    }

    /// Its login is in a closed shadow root, or in a frame.
    @Test(arguments: ["closed", "frame", "frameset"]) func aFinishThatAsksIsNone(_ kind: String) throws {
        let words = try words("/browser/to-asks-\(kind)", finish: "/browser/asks-\(kind)", ["--no-input"])
        try browser.fedauth(words).expectEnd(4, "asks for the user name")
    }

    /// The browser does not tell which server asks after a redirect.
    @Test(arguments: ["basic", "start"]) func theServerThatAsksGetsThePassword(_ page: String) throws {
        let hostile = try Hostile.getScripted()
        _ = try hostile.takeRecords()
        let password = try browser.home.file("password", "secret\n")
        try browser.giveAway()
        let outcome = try browser.fedauth([
            "saml", hostile.https + "/guarded/" + page, "--finish", hostile.https + "/browser/finish", "--presenter",
            "firefox", "--headless", "--no-input", "--cacert", hostile.caFile, "--user", "ada", "--password-file",
            password, "--timeout", "90s",
        ])
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        let asked = try hostile.takeRecords().filter { record in
            record.headers.contains { $0[0].lowercased() == "authorization" } && record.path.hasPrefix("/guarded")
        }
        #expect(asked.map(\.path) == ["/guarded/basic"], "\(asked)")
    }

    /// One of each kind: what the content is was shown with Chromium, and the guard is the same.
    @Test(arguments: [
        "multipart", "limited", "frame", "window", "fetch", "beacon", "worker", "service", "shared", "sandbox-directly",
        "site",
        "gone", "gone-beacon",
    ])
    func noRedirectTakesThePasswordElsewhere(_ shape: String) throws {
        try RedirectedLogin(shape, in: "firefox").expectNothingTaken()
    }

    @Test(arguments: ["answered", "framed"]) func aFrameBringsNoAnswerOfItsOwn(_ way: String) throws {
        try UnseenButton(way, in: "firefox").expectNoAnswerTaken()
    }

    @Test(arguments: ["led", "bounced"]) func aFrameThatLeadsTheWindowNamesNoServer(_ way: String) throws {
        try UnseenButton(way, in: "firefox").expectConsentWanted()
    }

    @Test(arguments: UnseenButton.shapes) func noUnseenButtonTakesThePasswordElsewhere(_ shape: String) throws {
        try UnseenButton(shape, in: "firefox").expectNothingSent()
    }

    /// A key presses what something comes over: the page has the keyboard, though no desktop gives it to the window.
    @Test func aButtonThatIsCoveredIsPressed() throws {
        let visit = try TakenLogin("hover", in: "firefox")
        let outcome = try visit.run()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try !visit.records.contains { $0.path.hasPrefix("/scripted/loot") })
    }

    /// An address of a page would be an argument of the program, which all users see.
    @Test func noProgramOfTheDesktopIsStarted() throws {
        let spy = try browser.script("spy", "echo \"$@\" > \(browser.home.path)/started")
        let entry = "[Desktop Entry]\nType=Application\nName=Spy\nExec=\(spy) %u\nMimeType=x-scheme-handler/mailto;\n"
        for folder in ["data", "data/applications", ".config"] { mkdir("\(browser.home.path)/\(folder)", 0o700) }
        _ = try browser.home.file("data/applications/spy.desktop", entry)
        for name in ["data/applications/mimeapps.list", ".config/mimeapps.list"] {
            _ = try browser.home.file(name, "[Default Applications]\nx-scheme-handler/mailto=spy.desktop\n")
        }
        _ = try browser.home.file(
            "data/applications/mimeinfo.cache", "[MIME Cache]\nx-scheme-handler/mailto=spy.desktop;\n")
        try browser.giveAway()
        let data = browser.home.path + "/data"
        let outcome = try browser.fedauth(
            try words("/browser/mail"),
            adding: [
                "XDG_DATA_HOME": data, "XDG_DATA_DIRS": data, "XDG_CONFIG_HOME": browser.home.path + "/.config",
                "XDG_CURRENT_DESKTOP": "GNOME",
            ])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(access(browser.home.path + "/started", F_OK) != 0)
    }

    /// Firefox does not tell of the answers that redirect.
    @Test(arguments: LostSession.cookies)
    func theCookieThatDoesNotHoldIsNamed(_ how: String, _ words: String) throws {
        try LostSession.expectNamed(how, words, in: "firefox")
    }

    @Test func theUserTypesInAWindow() throws {
        let screen = try Screen()
        let child = try browser.start(try words("/browser/script", visible: true), adding: ["DISPLAY": screen.display])
        child.closeInput()
        try screen.waitForListening("script")
        try screen.type("ada")
        try screen.press("Tab")
        try screen.type("secret")
        try screen.press("Return")
        let outcome = try child.finish()
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        #expect(try browser.fedauth(["export-cookies", "--format", "netscape"]).text.contains("hidden\th"))
        try waitUntil("the directory is gone") { browser.directories.isEmpty }
    }

    @Test func theWindowIsClosed() throws {
        let screen = try Screen()
        let child = try browser.start(try words("/browser/wait", visible: true), adding: ["DISPLAY": screen.display])
        child.closeInput()
        try screen.waitForWindow("wait")
        try screen.press("ctrl+w")
        try child.finish().expectEnd(5, "window was closed")
        try waitUntil("the directory is gone") { browser.directories.isEmpty }
    }

    @Test func whatIsNotTrustedIsNotShown() throws {
        var words = try words("/browser/finish")
        let option = try #require(words.firstIndex(of: "--cacert"))
        words.removeSubrange(option...(option + 1))
        let outcome = try browser.fedauth(words)
        outcome.expectEnd(7, "the browser does not trust")
    }

    @Test(arguments: [SIGINT, SIGKILL])
    func signals(_ number: Int32) throws {
        let (child, processes) = try waiting()
        child.signal(number)
        let outcome = try child.finish()
        #expect(outcome.signal == number && outcome.output.isEmpty, "\(outcome)")
        try expectNothingLeft(processes)
    }

    @Test func aBrowserThatIsKilled() throws {
        let (child, processes) = try waiting()
        for process in processes where process.command.contains("--remote-debugging-port") {
            kill(process.number, SIGKILL)
        }
        let outcome = try child.finish()
        #expect(outcome.status == 11 && outcome.errors.contains("ended by itself"), "\(outcome)")
        try expectNothingLeft(processes)
    }

    /// Its port is in a network that other programs do not share.
    @Test func noPortCanBeReached() throws {
        let (child, processes) = try waiting()
        let own = try link("/proc/self/ns/net")
        let browsers = processes.filter { $0.command.contains("--remote-debugging-port") }
        for process in browsers { #expect(try link("/proc/\(process.number)/ns/net") != own) }
        // Those that are in this network connect to servers and listen at a socket file.
        let outcome = try Run.program(
            "/usr/bin/env", ["ss", "-Hltnp"], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        for process in processes { #expect(!outcome.text.contains("pid=\(process.number),"), "\(outcome)") }
        child.signal(SIGTERM)
        _ = try child.finish()
        try expectNothingLeft(processes)
    }

    private func link(_ path: String) throws -> String {
        try Run.program("/usr/bin/readlink", [path], environment: [:]).text
    }

    @Test func nothingStaysInTheHome() throws {
        let home = browser.home.path + "/fresh"
        #expect(mkdir(home, 0o700) == 0)
        try browser.giveAway()
        let outcome = try browser.fedauth(try words("/browser/script-self"), adding: ["HOME": home])
        #expect(outcome.status == 0, "\(outcome)")
        try waitUntil("the directory is gone") { browser.directories.isEmpty }
        #expect(try Run.program("/usr/bin/find", [home, "-mindepth", "1"], environment: [:]).text == "")
    }

    @Test(arguments: ["--keep-browser-profile", "--no-sandbox", "--insecure", "--trace"])
    func whatAFirefoxDoesNotDoIsSaid(_ option: String) throws {
        let value = option == "--trace" ? [browser.home.path + "/trace"] : []
        let outcome = try browser.fedauth(try words("/browser/finish", [option] + value))
        outcome.expectEnd(2, "'\(option)' does not work with a Firefox")
    }

    /// `auto` goes on in a Firefox where no Chromium is installed.
    @Test func autoTakesAFirefox() throws {
        var words = try words("/browser/script-self", ["--browser", "/usr/bin/firefox-esr"])
        words[try #require(words.firstIndex(of: "firefox"))] = "auto"
        let outcome = try browser.fedauth(words)
        #expect(outcome.status == 0, "\(outcome)")
    }
}
