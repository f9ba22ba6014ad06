import Testing

@testable import CommandSupport

/// Tests `fedauth cancel` with commands other than `saml`, for which `LockTests` has the cases.
struct CancelTests: MobileRequesting {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    @Test(arguments: ["basic", "login"]) func basicCanBeCancelled(_ command: String) throws {
        let server = try BasicServer.start()
        let url = server.main + "/basic"
        try home.fedauth("profile", "add", "mail", "--method", "basic", "--resource", url, "--user", "ada")
        try cancel(command == "login" ? ["login", "mail"] : ["basic", url, "--user", "ada"], at: "Password of ada")
    }

    @Test func aSignInOfARequestCanBeCancelled() throws {
        try home.fedauth("profile", "add", "mobile", "--sap", try sap("backendURL"))
        try cancel(["request", try sap("resourceURL"), "--user", "ada"], at: "Password for ada")
    }

    @Test func aSignInAtAFarmCanBeCancelled() throws {
        let words = try lab.adfs("bare").filter { $0 != "--no-input" }
        let place = try #require(words.firstIndex(of: "--password-file"))
        let party = try lab.party("bare")
        try cancel(
            Array(words[..<place] + words[(place + 2)...]) + ["--reply", party.replyURL, "--finish", party.replyURL],
            at: "Password for \(lab.account("ada"))")
        #expect(home.hasNoStore)
    }

    @Test func anEnrolmentCanBeCancelled() throws {
        let scene = try EnrollmentScene(in: home)
        try cancel(["sls", "enroll"] + scene.at("one") + ["--name", "who"], at: "User name", of: "who")
        try scene.expectNothingKept()
        // What was cancelled does not stand in the way.
        #expect(try scene.enroll("one").status == 0)
    }

    private func cancel(_ words: [String], at question: String, of name: String? = nil) throws {
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        try terminal.expect(question)
        let outcome = try home.fedauth(["cancel"] + (name.map { [$0] } ?? []))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try terminal.finish() == 5, "\(terminal.text)")
        #expect(terminal.echoes && terminal.text.contains("was cancelled by 'fedauth cancel'"), "\(terminal.text)")
    }
}

extension ChromiumTests {
    /// Tests `fedauth cancel` while a browser waits.
    struct Cancels {
        @Test func theBrowserEndsToo() throws {
            let browser = try BrowserHome()
            let child = try browser.start(try BrowserSignIn.words("/browser/wait", ["--verbose"]))
            try child.waitForErrors(containing: "the browser shows")
            let cancelled = try browser.fedauth(["cancel"])
            #expect(cancelled.status == 0, "\(cancelled)")
            let outcome = try child.finish()
            #expect(outcome.status == 5 && outcome.errors.contains("was cancelled by 'fedauth cancel'"), "\(outcome)")
            try waitUntil("the directory is gone") { browser.directories.isEmpty }
        }
    }
}
