import Testing

@testable import CommandSupport

/// A sign-in at one of the logins that scripts make, in a home of its own. The browser is Chromium without its windows: the same
/// engine by the same protocol, for a quarter of the processor's time. Other suites use the whole browser.
class ScriptedSignIn {
    let browser: BrowserHome
    private let presenter: String
    /// What each run is given.
    var options: [String]
    private let hostile: Hostile
    private let path: String
    private let trace: String
    private var received: [Hostile.Record] = []

    /// - Parameter path: where the sign-in begins.
    init(_ path: String, password: String, presenter: String = "chromium") throws {
        self.presenter = presenter
        try Hostile.keep(password, "the password")
        self.path = path
        hostile = try Hostile.getScripted()
        browser = try BrowserHome()
        trace = browser.home.path + "/trace"
        options = ["--password-file", try browser.home.file("password", password + "\n")]
        try browser.giveAway()
        _ = try hostile.takeRecords()
    }

    /// Runs the sign-in to its end.
    func run(adding more: [String] = []) throws -> Outcome {
        try browser.fedauth(
            [
                "saml", hostile.https + path, "--finish", hostile.https + "/browser/finish", "--presenter", presenter,
                "--headless", "--no-input", "--cacert", hostile.caFile, "--verbose",
            ]
                + (presenter == "chromium"
                    ? ["--browser", "/usr/bin/chromium-headless-shell", "--trace", trace] : []) + options
                + (more.contains("--user") ? [] : ["--user", "ada"])
                + (more.contains("--timeout") ? [] : ["--timeout", "120s"]) + more)
    }

    /// The cookies of the session, as a file for curl.
    var cookies: String {
        get throws { try browser.fedauth(["export-cookies", "--format", "netscape"]).text }
    }

    /// The requests that the servers have received from this sign-in.
    var records: [Hostile.Record] {
        get throws {
            received += try hostile.takeRecords()
            return received
        }
    }

    /// Returns how many POST requests contain the text in their bodies.
    func countPosts(of text: String) throws -> Int {
        try records.count { $0.method == "POST" && $0.body.contains(text) }
    }

    /// Expects that neither the trace nor the messages contain the text.
    func expectNoTrace(of text: String, in outcome: Outcome) throws {
        // The hints contain the word 'secrets'.
        #expect(!outcome.errors.replacing("secrets", with: "").contains(text), "\(outcome)")
        let written = try Files.text(trace)
        #expect(written.contains("> GET ") && !written.contains(text), "\(written)")
    }
}

/// A login of the lab that takes the password to another server.
class TakenLogin: ScriptedSignIn {
    init(_ shape: String, in presenter: String) throws {
        try super.init("/scripted/taken-" + shape, password: "secret", presenter: presenter)
    }
}

/// A login whose server redirects what was sent to another server. All that arrives there is what should not.
final class RedirectedLogin: TakenLogin {
    /// The shapes of the lab, by the way in which the password is sent.
    static let shapes = [
        "redirect", "permanently", "in-steps", "multipart", "plain", "limited", "encoded", "split", "frame", "window",
        "fetch", "kept", "xhr", "beacon", "worker", "service", "shared", "own-service", "sandbox", "sandbox-directly",
        "site",
        "gone", "gone-beacon",
    ]

    /// Expects that the server got the password, that no other one got anything, and that the sign-in ends in time.
    func expectNothingTaken() throws {
        let outcome = try run(adding: ["--timeout", "60s"])
        #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains("redirects what was sent to it on to"), "\(outcome)")
        #expect(try records.contains { $0.method == "POST" && $0.path.hasPrefix("/scripted/passed") }, "\(outcome)")
        #expect(try !records.contains { $0.path.hasPrefix("/scripted/loot") }, "\(outcome)")
    }
}

/// A login whose form the browser would send to another server than the page shows, by a button that nobody sees.
/// The last shapes press another button than the one that a user would.
final class UnseenButton: TakenLogin {
    /// The shapes of the lab.
    static let shapes = [
        "unseen", "unseen-get", "unseen-window", "unseen-frame", "unseen-owner", "label", "inner", "active",
        "data",
    ]

    /// Expects that the sign-in ends before anything is sent.
    func expectNothingSent() throws {
        let outcome = try run(adding: ["--timeout", "60s"])
        #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
        #expect(
            outcome.errors.contains("which it does not show") || outcome.errors.contains("no server's"), "\(outcome)")
        #expect(try !records.contains { $0.path.contains("secret") || $0.body.contains("secret") })
    }

    /// Expects that no part of the password is in an address.
    func expectNothingInAddress() throws {
        let outcome = try run(adding: ["--timeout", "60s"])
        #expect(outcome.status == 15 && outcome.errors.contains("into the address of"), "\(outcome)")
        #expect(try !records.contains { $0.path.contains("secr") })
    }

    /// Expects that a server that no step of the sign-in has named gets nothing.
    func expectConsentWanted() throws {
        let outcome = try run(adding: ["--timeout", "60s"])
        #expect(outcome.status == 4 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains("/scripted/thief'"), "the frame did not lead: \(outcome)")
        #expect(try !records.contains { $0.path.contains("secret") || $0.body.contains("secret") })
    }

    /// Expects that a page to which no step of the sign-in has led does not end it by an answer.
    func expectNoAnswerTaken() throws {
        let outcome = try run(adding: ["--timeout", "60s"])
        #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains("has led the window to its end"), "\(outcome)")
    }

    /// Expects that no sign of the password goes to the server of the form that has the further boxes.
    func expectNoSignSent() throws {
        let outcome = try run(adding: ["--timeout", "30s"])
        #expect(outcome.status != 0 && outcome.output.isEmpty, "\(outcome)")
        let loot = try records.filter { $0.path.hasPrefix("/scripted/loot") }.map(\.path)
        let values = loot.flatMap { $0.split(separator: "?").dropFirst() }.flatMap { $0.split(separator: "&") }
        #expect(values.allSatisfy { $0.hasSuffix("=") }, "\(loot)")
    }
}

/// A sign-in that the provider accepts, at a service whose cookie does not hold.
enum LostSession {
    /// The cookies of the lab, and what is said of each.
    static let cookies = [
        ("domain", "its cookie 'lost' is not kept: its Domain is not the server's"),
        ("prefix", "its cookie '__Host-lost' is not kept: its name's prefix"), ("path", "/lost/acs' only"),
        ("none", "it sets no cookie"),
    ]

    static func expectNamed(_ how: String, _ words: String, in presenter: String) throws {
        let visit = try ScriptedSignIn("/lost/app?" + how, password: "secret", presenter: presenter)
        let outcome = try visit.run(adding: ["--timeout", "60s"])
        #expect(outcome.status == 15 && outcome.errors.contains(words), "\(outcome)")
    }
}
