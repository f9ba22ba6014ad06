@testable import Application
import Core
import Glibc
import Secrets
import System
import Testing

@testable import CLI

struct OutputTests {
    /// All commands print JSON in one style: a single line without white space between its parts.
    @Test func jsonIsOneCompactLine() throws {
        func text(_ value: JSONValue) -> String {
            JSONValue.line(of: value).withBytes { String(decoding: $0, as: UTF8.self) }
        }
        let report = JSONValue.sorted([
            "b": .texts(["x y", "\u{9B}", "d/e"]), "none": .text(ifAny: nil), "a": .sorted(["n": 1, "A": nil]),
        ])
        #expect(text(report) == #"{"a":{"n":1},"b":["x y","\u009b","d/e"]}"# + "\n")
        #expect(text(report.adding(["ab": true])).hasPrefix(#"{"a":{"n":1},"ab":true,"b":["#))
        #expect(text(["b": [], "a": .null]) == #"{"b":[],"a":null}"# + "\n")
        #expect(
            FedauthError(.usage, "no", hint: "so").jsonLine
                == #"{"error":{"code":"usage","hint":"so","message":"no","status":2}}"# + "\n")
    }

    @Test func timesAreTold() {
        #expect(Timestamp(seconds: 1_795_254_289).iso8601 == "2026-11-21T09:44:49Z")
    }

    /// One form of times for people, in messages and in results; another one for programs.
    @Test func timesOnATerminalAreLocal() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        let file = open("/dev/null", O_WRONLY)
        defer { close(file) }
        let time = Timestamp(seconds: SystemClock().now.seconds + 7 * 3600 + 600)
        func streams(_ results: Int32, _ messages: Int32) -> StandardStreams {
            var environment = Environment(values: [:])
            environment.output = OutputDescriptors(results: results, messages: messages)
            return StandardStreams(color: .auto, environment: environment)
        }
        let local = ShownTime(time, now: SystemClock().now).local
        let messages = streams(file, terminal)
        #expect(messages.shown(time) == "\(local) (in 7 h)")
        #expect(messages.resultTime(time) == time.iso8601)
        #expect(messages.resultTime(time, "not valid now") == "\(time.iso8601) (not valid now)")
        let results = streams(terminal, file)
        #expect(results.shown(time) == time.iso8601)
        #expect(results.resultTime(time, "not valid now") == "\(local) (in 7 h, not valid now)")
    }

    /// A program that takes stderr may not show what a question is about.
    @Test func messagesThatWereTakenStandBeforeTheQuestion() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        let file = open("/dev/null", O_WRONLY)
        defer { close(file) }
        for (messages, lines) in [(file, "fedauth: 1 dev\nfedauth: warning: w\n"), (terminal, "")] {
            var environment = Environment(values: [:])
            environment.output = OutputDescriptors(results: file, messages: messages)
            let streams = StandardStreams(color: .never, environment: environment)
            streams.instruct("1 dev")
            streams.warning("w")
            streams.detail("d")
            #expect(streams.takeUnseen() == lines)
            #expect(streams.takeUnseen().isEmpty)
        }
    }

    /// A shell that evaluates the output must see the failure, even if the other words are invalid.
    @Test(
        arguments: [
            ("--shell fish --nonsense", "false;\n"), ("--nonsense --shell", "false;\n"),
            ("--shell=elvish --nonsense", "false;\n"), ("--format shell --nonsense", "false;\n"),
            ("--format=shell --json --nonsense", "false;\n"), ("--format json --nonsense", nil),
            ("--json --nonsense", nil),
            ("-o file --nonsense", nil), ("--format shell -ofile --nonsense", "false;\n"),
        ] as [(String, String?)])
    func wordsThatCannotBeReadFailToo(_ words: String, _ text: String?) {
        let typed = CommandWords(["export-cookies"] + words.split(separator: " ").map(String.init))
        #expect(ExportCookies.failureText(typed) == text)
    }
}
