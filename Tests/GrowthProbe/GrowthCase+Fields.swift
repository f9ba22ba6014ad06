import Secrets

@testable import CLI
@testable import Core

/// The contents of fields, lines and JSON.
extension GrowthCase {
    static var fields: [GrowthCase] { json + codings + texts + others }

    private static var json: [GrowthCase] {
        [
            reading("json-array", 200, { n in "[" + repeated(n, "1,") + "1]" }) { try? JSONReader.parse($0) },
            reading("json-strings", 100, { n in "[" + repeated(n, "\"a\",") + "1]" }) { try? JSONReader.parse($0) },
            reading("json-object", 80, { n in "{" + repeated(n) { "\"a\($0)\":1," } + "\"z\":1}" }) {
                try? JSONReader.parse($0)
            },
            reading("json-escapes", 300, { n in "[\"" + repeated(n, "\\u0041\\n") + "\"]" }) {
                try? JSONReader.parse($0)
            },
            reading("json-nested", 4000, { n in repeated(n, "[") }) { try? JSONReader.parse($0) },
            reading("json-numbers", 400, { n in "[" + repeated(n, "1") + "]" }) { try? JSONReader.parse($0) },
            reading("json-outline", 60, { n in "{" + repeated(n) { "\"a\($0)\":[1]," } + "\"z\":1}" }) {
                JSONOutline.text($0)
            },
        ]
    }

    private static var codings: [GrowthCase] {
        [
            reading("base64", 600, { n in repeated(n, "QUJD ") }) { Base64.decode($0) },
            reading("base64-encode", 600, { n in repeated(n, "abcd") }) { Base64.encode($0) },
            reading("form-body", 80, { n in repeated(n) { "a\($0)=%41+b&" } }) { body in
                let answer = (try? WebURL("https://h/")).map { FinishAnswer($0, form: body) }
                return (FormBody(body).names, FormBody(body).value(of: "none"), answer?.parameterNames)
            },
            reading("form-field", 600, { n in repeated(n, "a \r\n%") }) { FormBody.field("x", $0) },
            reading("token", 400, { n in repeated(n, "a.") }) { JSONWebToken($0) },
            reading("set-cookie", 200, { n in "a=b" + repeated(n, "; path=/x") }) { SetCookie(field: $0) },
            reading("git-lines", 60, { n in repeated(n) { "state[]=\($0)\n" } }) { text in
                text.withBytes { try? CredentialDescription(reading: $0) }
            },
            reading("git-url", 600, { n in "url=https://u:p@h/" + repeated(n, "a@/") + "\n" }) { text in
                text.withBytes { try? CredentialDescription(reading: $0) }
            },
            reading(
                "presenter-line", 60,
                { n in "{\"type\":\"done\",\"cookies\":[" + repeated(n, "{\"name\":\"a\"},") + "1]}" }
            ) {
                try? PresenterMessage.reading($0, from: "x")
            },
            reading(
                "provider-line", 60,
                { n in "{\"type\":\"headers\",\"headers\":[" + repeated(n, "{\"name\":\"a\"},") + "1]}" }
            ) {
                try? ProviderMessage.reading($0, from: "x")
            },
            reading(
                "engine-line", 200,
                { n in
                    "{\"id\":1,\"type\":\"record\",\"name\":\"a\",\"revision\":\"1\",\"head\":\"" + repeated(n, "AAAA")
                        + "\"}"
                }
            ) {
                try? EngineReply.reading($0, to: 1, from: "x")
            },
            reading("trace-pairs", 300, { n in repeated(n, "a=b&") }) {
                Redaction(showsSecrets: false).pairs($0, separator: 0x26)
            },
            reading("trace-cookie", 200, { n in "a=b" + repeated(n, "; path=/x") }) {
                Redaction(showsSecrets: false).setCookie($0)
            },
            reading("secret-forms", 40, { n in repeated(n, "ab\"/%2") }) { SecretForms(of: $0) },
        ]
    }

    private static var texts: [GrowthCase] {
        [
            text("challenge-schemes", 300, { n in repeated(n, "Basic, ") }) { Challenge.read([$0]) },
            text("challenge-parameters", 200, { n in "Basic " + repeated(n) { "a\($0)=c, " } }) {
                Challenge.read([$0])
            },
            text("challenge-blanks", 200, { n in "Basic realm=" + repeated(n, "a b c") + "=" }) {
                Challenge.read([$0])
            },
            text("challenge-equals", 500, { n in "Digest " + repeated(n, "=") }) { Challenge.read([$0]) },
            text("challenge-quotes", 400, { n in "Basic realm=\"" + repeated(n, "\\\"") }) { Challenge.read([$0]) },
            text("cookie-date", 300, { n in repeated(n, "1:1:1 ") }) { CookieDate.timestamp($0) },
            text("cookie-date-digits", 600, { n in repeated(n, "1") }) { CookieDate.timestamp($0) },
            text("xml-date", 600, { n in "2020-01-01T00:00:00." + repeated(n, "0") + "Z" }) {
                Timestamp(xmlDateTime: $0)
            },
            text("url-dots", 200, { n in "https://h/" + repeated(n, "../a/") }) { try? WebURL($0) },
            text("url-encoded-dots", 150, { n in "https://h/" + repeated(n, "%2e%2e/") }) { try? WebURL($0) },
            text("url-tabs", 600, { n in "ht" + repeated(n, "\t") + "tps://h/" }) { try? WebURL($0) },
            text("url-blanks", 600, { n in repeated(n, " ") + "https://h/" + repeated(n, " ") }) { try? WebURL($0) },
            text("url-marks", 400, { n in "https://h/a" + repeated(n, "\u{301}") }) { try? WebURL($0) },
            text("url-host", 400, { n in "https://" + repeated(n, "a.") + "/" }) { try? WebURL($0) },
            text("url-users", 400, { n in "https://" + repeated(n, "a@:") + "/" }) { try? WebURL($0) },
            text("url-colons", 400, { n in "https://[" + repeated(n, "a:") + "]/" }) { try? WebURL($0) },
            text("url-query", 400, { n in "https://h/?" + repeated(n, "a&<") }) { try? WebURL($0) },
            text("name", 80, { n in repeated(n, "CN=a+") + "CN=b" }) { try? DistinguishedName(parsing: $0) },
            text("name-blanks", 600, { n in "CN" + repeated(n, " ") + "=a" + repeated(n, " ") }) {
                try? DistinguishedName(parsing: $0)
            },
            text("name-escapes", 400, { n in "CN=" + repeated(n, "\\,\\41") }) { try? DistinguishedName(parsing: $0) },
            text("folded", 300, { n in repeated(n, "a \n") }) { $0.folded() },
            text("folded-marks", 600, { n in "a" + repeated(n, "\u{301}") }) { $0.folded() },
            text("folded-flags", 400, { n in repeated(n, "\u{1F1E6}") }) { $0.folded() },
            text("folded-controls", 600, { n in repeated(n, "\u{1B}") }) { $0.folded() },
            text("words", 300, { n in repeated(n, "no-thing ") }) { Words.stand(Words.yes, in: [$0]) },
            text("phrases", 100, { n in repeated(n, "remember ") }) { Words.occur(Words.keeping, in: [$0]) },
            // With one star the time is linear, with several it is the product of both lengths by design.
            text("pattern", 1500, { n in repeated(n, "a") }) { NamePattern("*a*b").fits($0) },
        ]
    }

    private static var others: [GrowthCase] {
        [
            GrowthCase("cookie-jar", 60) { size in
                guard let url = try? WebURL("https://a.example/x") else { return {} }
                let response = Response(
                    status: 200, url: url, setCookies: (0..<size).map { secret("c\($0)=v; Path=/; Max-Age=1000") })
                return {
                    var jar = CookieJar()
                    jar.store(response, suffixes: AnySuffix(), now: Timestamp(seconds: 1_000_000))
                    Measured.result = jar.header(for: url, now: Timestamp(seconds: 1_000_000))
                }
            },
            // A program may hand over the cookies of thousands of hosts.
            GrowthCase("cookie-jar-hosts", 30) { size in
                let responses = (0..<size).compactMap { number in
                    (try? WebURL("https://h\(number).example/x")).map {
                        Response(status: 200, url: $0, setCookies: [secret("c=v; Path=/; Max-Age=1000")])
                    }
                }
                return {
                    var jar = CookieJar()
                    for response in responses + responses {
                        jar.store(response, suffixes: AnySuffix(), now: Timestamp(seconds: 1_000_000))
                    }
                    Measured.result = jar
                }
            },
            GrowthCase("session", 20) { size in
                guard let url = try? WebURL("https://a.example/x") else { return {} }
                let session = Session(
                    name: "x", method: "saml", url: url, user: nil, presenter: "form", obtained: Timestamp(seconds: 1),
                    expires: Timestamp(seconds: 2), expiryBasis: .assumed,
                    jar: CookieJar(
                        (0..<size).map {
                            Cookie(
                                name: "c\($0)", value: secret("v"), domain: "a.example", isHostOnly: true,
                                created: Timestamp(seconds: 1), setBy: url.origin)
                        }))
                return {
                    Measured.result = try? Session(decoding: session.encoded(), entry: "x")
                }
            },
            GrowthCase("program-lines", 100) { size in
                let text = secret(repeated(size, "{}\n") + repeated(size, "a"))
                return {
                    var lines = ProgramLines(of: .provider)
                    text.withBytes { lines.append($0) }
                    while let line = try? lines.next(from: "x") { Measured.result = line }
                }
            },
            GrowthCase("automaton", 30) { size in
                let automaton = SecretAutomaton((0..<size).map { secret("secret-\($0)-" + repeated(4, "a")) })
                let text = secret(repeated(size, "secret-1-aaa secret-2-aaaa "))
                return {
                    var mask = SecretMask(automaton)
                    var out = Secret()
                    text.withBytes { mask.feed($0, to: &out) }
                    mask.finish(to: &out)
                }
            },
            GrowthCase("automaton-building", 30) { size in
                let secrets = (0..<size).map { secret(repeated($0 % 40, "a") + "b") }
                return { Measured.result = SecretAutomaton(secrets) }
            },
        ]
    }

    private static func text(
        _ name: String, _ size: Int, _ text: @escaping (Int) -> String, _ read: @escaping (String) -> Any?
    ) -> GrowthCase {
        GrowthCase(name, size) { size in
            let text = text(size)
            return { Measured.result = read(text) }
        }
    }
}

private final class AnySuffix: PublicSuffixes {
    func isPublicSuffix(_ domain: String) -> Bool { false }
}
