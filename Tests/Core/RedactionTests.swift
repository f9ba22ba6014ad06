import Core
import Secrets
import Support
import Testing

struct RedactionTests {
    final class Lines: TraceSink {
        var lines: [String] = []
        func write(_ text: String) { lines.append(text) }
    }

    private func trace(showsSecrets: Bool) throws -> String {
        let web = ScriptedWeb()
        try web.on(
            "POST", "https://idp/in?SAMLRequest=needle1&x=needle2", status: 302,
            headers: [
                ("location", "https://sp/acs?access_token=needle3#needle4"), ("x-csrf-token", "needle5"),
                ("server", "Apache"),
                ("www-authenticate", "Negotiate needle6"), ("authorization", "needle7"),
            ], cookies: ["sid=needle8; Path=/; HttpOnly"], page: "needle9")
        let sink = Lines()
        let transport = TracingTransport(web, sink: sink, known: KnownSecrets(), showsSecrets: showsSecrets)
        let clock = TestClock()
        _ = try transport.send(
            Request(
                "POST", try WebURL("https://idp/in?SAMLRequest=needle1&x=needle2"),
                headers: [
                    .init("Cookie", "a=needle10; b=needle11"), .init("Authorization", "Basic needle12"),
                    .init("Content-Type", "application/x-www-form-urlencoded"),
                ], body: SharedSecret(text: "username=needle13&password=needle14")),
            maximumBodyBytes: 1000, deadline: Deadline(seconds: 5, from: clock))
        return sink.lines.joined(separator: "\n")
    }

    @Test func noSecretPasses() throws {
        let text = try trace(showsSecrets: false)
        #expect(!text.contains("needle"))
        for name in [
            "SAMLRequest=…", "access_token=…", "sid=…; path=/; httponly",
            "a=…; "
                + "b=…", "username=…&password=…", "server: Apache", "302",
        ] {
            #expect(text.contains(name), "\(name) in \(text)")
        }
    }

    @Test func allOfThemWhenAskedFor() throws {
        let text = try trace(showsSecrets: true)
        for number in 1...14 where number != 4 { #expect(text.contains("needle\(number)"), "needle\(number)") }
    }
}
