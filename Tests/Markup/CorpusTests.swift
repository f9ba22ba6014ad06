import Core
import Glibc
import Markup
import Secrets
import Support
import Testing

/// Login pages as many products send them. Beside each `NAME.html`, `NAME.decision` has the expected behaviour.
///
/// A decision begins with settings in lines `# NAME: VALUE`. The events follow, one on each line:
/// - `asks ROLE 'LABEL'`: fedauth asks for a value, with this label
/// - `ticks LABELS`: the boxes of a consent page, if it has any
/// - `GET URL`, `POST URL`: the request, with the parameters of a posted body below it
/// - `says …`: the message at the terminal
/// - `refused: …`: the server sent the form again, with this message
/// - `signed in`, or `fails CODE: MESSAGE`; `needs NAME` if a browser could continue, `hint …` if a hint quotes the page
///
/// Settings: `status` and `challenge` (WWW-Authenticate) belong to the page; `charset` to the Content-Type; `again` is the
/// number of times that the page is shown again; `given` a value of `--field`; `keep` is `--keep-signed-in`; `choice` the
/// chosen button; `user` the user name; `realm` is `--home-realm`.
struct CorpusTests {
    @Test func everyPageHasItsDecision() throws {
        let files = try Corpus.files()
        let pages = Set(files.filter { $0.hasSuffix(".html") }.map { $0.dropLast(5) })
        let decisions = Set(files.filter { $0.hasSuffix(".decision") }.map { $0.dropLast(9) })
        #expect(pages.symmetricDifference(decisions).sorted() == [])
        #expect(files.count == pages.count + decisions.count)
        #expect(pages.count >= 40)
    }

    @Test(arguments: try Corpus.files().filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) })
    func theDecisionIsTaken(_ name: String) throws {
        let decision = try String(decoding: pageBytes("Corpus/\(name).decision"), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        let settings = Corpus.Settings(decision.filter { $0.hasPrefix("# ") })
        let taken = try Corpus.walk(try pageBytes("Corpus/\(name).html"), settings)
        let wanted = decision.filter { !$0.hasPrefix("# ") }
        #expect(taken == wanted, "\(name):\n\(taken.joined(separator: "\n"))\n")
    }

    @Test func everyNeedIsMet() throws {
        let all = try Corpus.files().filter { $0.hasSuffix(".decision") }.flatMap { file in
            String(decoding: try pageBytes("Corpus/" + file), as: UTF8.self).split(separator: "\n").map(String.init)
        }
        for need in BrowserNeed.allCases { #expect(all.contains("needs \(need.rawValue)"), "\(need)") }
    }
}

/// The pages, and a web in which each page is the login page.
enum Corpus {
    struct Settings {
        var charset: String?
        var status = 200
        var challenge: String?
        var again = 0
        var keeps = false
        var choice: Int?
        var user = "ada"
        var realm: String?
        var given: [String: String] = [:]

        init(_ lines: [String]) {
            for line in lines {
                let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
                switch parts.first {
                case "charset": charset = parts.last.map(String.init)
                case "status": status = parts.last.flatMap { Int($0) } ?? 200
                case "challenge": challenge = parts.last.map(String.init)
                case "again": again = parts.last.flatMap { Int($0) } ?? 0
                case "keep": keeps = true
                case "choice": choice = parts.last.flatMap { Int($0) }
                case "user": user = parts.last.map(String.init) ?? user
                case "realm": realm = parts.last.map(String.init)
                case "given":
                    let pair = parts.last?.split(separator: "=", maxSplits: 1).map(String.init) ?? []
                    if pair.count == 2 { given[pair[0]] = pair[1] }
                default: break
                }
            }
        }
    }

    static let page = "https://idp.example.org/idp/login?execution=e1s1"
    static let finish = "https://sp.example.org/finish"

    static func files() throws -> [String] {
        let folder = #filePath.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 } + "/Pages/Corpus"
        guard let directory = opendir(folder) else { throw NoSuchPage(name: folder) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns what the form engine does with a page, in the lines of a decision.
    static func walk(_ html: [UInt8], _ settings: Settings) throws -> [String] {
        let record = Record()
        let clock = TestClock()
        let presenter = FormPresenter(
            UserAgent(CorpusWeb(html, settings, record), reader: LibXMLReader(), clock: clock),
            answers: CorpusAnswers(settings, record), reporter: CorpusReporter(record), wait: { _ in })
        do {
            _ = try presenter.present(
                PresentationRequest(
                    start: AuthorizationEndpoint(try WebURL(page)), finish: FinishEndpoint(try WebURL(finish)),
                    deadline: Deadline(seconds: 60, from: clock)))
            record.lines.append("signed in")
        } catch {
            record.lines.append("fails \(error.code.name): \(error.message)")
            // Records a hint only if it quotes the page.
            if let hint = error.hint, hint.contains("operator finds") { record.lines.append("hint \(hint)") }
            if let handOver = presenter.handOver {
                record.lines.append("needs \(handOver.need.rawValue)")
                #expect(handOver.url.description == page)
            }
        }
        return record.lines
    }
}

private final class Record { var lines: [String] = [] }

/// Serves the page at its address as often as required, and the finish at every other address.
private final class CorpusWeb: Transport {
    private let html: [UInt8]
    private let record: Record
    private let type: String
    private let status: Int
    private let challenge: String?
    private var left: Int

    init(_ html: [UInt8], _ settings: Corpus.Settings, _ record: Record) {
        self.html = html
        self.record = record
        type = "text/html" + (settings.charset.map { "; charset=\($0)" } ?? "")
        status = settings.status
        challenge = settings.challenge
        left = settings.again
    }

    func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        let url = request.url.description
        if url == Corpus.finish { return answer(request, "") }
        if request.method == "GET" && url == Corpus.page && record.lines.isEmpty { return answer(request, html) }
        record.lines.append("\(request.method) \(url)")
        if let body = request.body, !body.isEmpty {
            for pair in body.text.split(separator: "&", omittingEmptySubsequences: false) {
                record.lines.append("  " + readable(pair))
            }
        }
        if url.contains("noscript") { return answer(request, "<title>No scripts</title><p>Turn your scripts on.") }
        guard left > 0 else {
            return Response(
                status: 303, url: request.url, headers: [(name: "location", value: Corpus.finish)], setCookies: [],
                body: SharedSecret(text: ""))
        }
        left -= 1
        return answer(request, html)
    }

    private func answer(_ request: Request, _ body: String) -> Response { answer(request, Array(body.utf8)) }

    private func answer(_ request: Request, _ body: [UInt8]) -> Response {
        var headers = [(name: "content-type", value: type)]
        if !body.isEmpty, let challenge { headers.append((name: "www-authenticate", value: challenge)) }
        return Response(
            status: body.isEmpty ? 200 : status, url: request.url, headers: headers, setCookies: [],
            body: shared(body))
    }

    /// Returns a name=value pair of a body as the server reads it, on one line.
    private func readable(_ pair: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(pair.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                rest = rest.dropFirst(2)
                bytes.append(value)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        // Other character sets are kept as they were sent.
        guard let text = String(validating: bytes, as: UTF8.self) else { return String(pair) }
        return text.replacing("\r\n", with: "\\r\\n")
    }
}

/// Answers every question and records it.
private final class CorpusAnswers: LoginAnswers {
    let user: String? = nil
    let keepsSignedIn: Bool
    let homeRealm: String?
    private let given: [String: String]
    private let choice: Int?
    private let userName: String
    private let record: Record

    init(_ settings: Corpus.Settings, _ record: Record) {
        choice = settings.choice
        userName = settings.user
        keepsSignedIn = settings.keeps
        homeRealm = settings.realm
        given = settings.given
        self.record = record
    }

    func answer(_ question: LoginQuestion) throws(FedauthError) -> SharedSecret {
        let label = question.field.label.isEmpty ? question.field.name : question.field.label
        record.lines.append("asks \(question.role.rawValue) '\(label)'")
        switch question.role {
        case .userName: return SharedSecret(text: userName)
        case .password: return SharedSecret(text: "pass word")
        case .oneTimeCode: return SharedSecret(text: "123456")
        case .other: return SharedSecret(text: "something")
        }
    }

    func reject(_ refusal: LoginRefusal) throws(FedauthError) {
        record.lines.append("refused: \(refusal.complaint)")
        throw FedauthError(.refused, "no more answers")
    }

    func wasHandedOver(isAgain: Bool) {}

    func preset(for field: FormField, sentTo origins: Set<Origin>) throws(FedauthError) -> SharedSecret? {
        given[field.name].map(SharedSecret.init(text:))
    }

    func consent(_ question: ConsentQuestion) throws(FedauthError) {
        record.lines.append("asks consent '\(question.title.folded(to: 80))'")
        if !question.boxes.isEmpty { record.lines.append("ticks \(question.boxes.joined(separator: " | "))") }
    }

    func choose(among options: [String], title: String, origin: Origin) throws(FedauthError) -> Int? {
        record.lines.append("offers \(options.joined(separator: " | "))")
        return choice.map { $0 - 1 }
    }

    func allow(sendingFrom page: Origin, to target: Origin) throws(FedauthError) {
        record.lines.append("asks whether '\(target)' may be sent to")
    }
}

private final class CorpusReporter: Reporter {
    private let record: Record

    init(_ record: Record) { self.record = record }

    func note(_ text: String) { record.lines.append("says \(text)") }
    func warning(_ text: String) { record.lines.append("warns \(text)") }
    func detail(_ text: String) {}
    func stillWaiting() {}
    func waitIsOver() {}
}
