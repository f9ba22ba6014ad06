import Glibc
import Testing

@testable import CommandSupport

/// Tests requests that need an approval later than any deadline: the next command sends the same request again.
struct EnrollmentApprovalTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: CommandHome()) }

    /// Returns the content digests of the sent requests, in order.
    private func requests() throws -> [String] {
        try scene.server.records(scene.tag).filter {
            $0.verb.hasPrefix("simple") && ($0.field("Authorization") != nil || $0.certificate != nil)
        }.map(\.sha256)
    }

    /// Starts an enrolment without an approval; the server states a time for the next request that is long after the deadline.
    private func ask(_ words: String = "approval.retry-3600", _ more: String...) throws {
        let done = try scene.home.fedauth(
            ["sls", "enroll"] + scene.at(words, est: true) + ["--name", "who", "--no-input"]
                + scene.answers + more)
        #expect(done.status == 6 && done.errors.contains("error: the request waits for approval"), "\(done)")
        #expect(done.errors.contains("run it again") && done.errors.contains("--new-request"), "\(done)")
    }

    private func approve() throws { try scene.server.decide(scene.tag, approves: true) }

    private func kept() throws -> Bool {
        try scene.home.fedauth("store", "list").text.contains("enrollment/who")
    }

    @Test(arguments: ["enroll", "renew"])
    func theNextRunFindsTheApproval(verb: String) throws {
        let words = "approval.retry-3600"
        try ask(words, "--origin", scene.server.mtls)
        #expect(try kept())
        try scene.expectNothingKept()
        try approve()
        // At once, not at the time that the server has named.
        let done = verb == "enroll" ? try scene.enroll(words, "--force", est: true) : try scene.renew("--force")
        #expect(done.status == 0 && done.errors.contains("again, which waits"), "\(done)")
        let sent = try requests()
        #expect(sent.count >= 2 && Set(sent).count == 1, "\(sent)")
        #expect(try scene.exported().subject == "CN=ada")
        // The pending request is removed, and the wishes of the first command apply.
        #expect(try !kept())
        let shown = try scene.home.fedauth("identity", "list")
        #expect(shown.text.contains(scene.server.mtls), "\(shown)")
        let used = try scene.home.fedauth("request", scene.server.mtls + "/", "--cacert", scene.server.caFile)
        #expect(used.status == 0 && used.text.contains("CN=ada"), "\(used)")
    }

    @Test func statusShowsWhatWaits() throws {
        try ask()
        let text = try scene.home.fedauth("sls", "status")
        #expect(text.status == 4 && text.text.hasPrefix("who\twaiting\t"), "\(text)")
        let json = try scene.home.fedauth("sls", "status", "who", "--json")
        #expect(json.status == 4, "\(json)")
        for member in [#""state":"waiting""#, #""renews":false"#, #""asked":"#, #""expires":"#, #""due":"#] {
            #expect(json.text.contains(member), "\(member): \(json)")
        }
        #expect(!json.text.contains("notAfter") && !json.text.contains("PRIVATE"), "\(json)")
        // Deleting the identity also deletes its pending request.
        #expect(try scene.home.fedauth("identity", "delete", "who").status == 0)
        #expect(try !kept())
    }

    /// A renewal with the old certificate waits too. The old certificate stays in use, and 'enroll' reports no error.
    @Test func aRenewal() throws {
        #expect(try scene.enroll("first-due", est: true).status == 0)
        let before = try scene.exported().serial
        // From now on the server's profile requires an approval.
        let name = scene.code("approval.retry-3600")
        let asked = try scene.renew("--profile-code", name, withAnswers: false)
        #expect(asked.status == 6 && asked.errors.contains("waits for approval"), "\(asked)")
        #expect(try scene.exported().serial == before)
        let shown = try scene.home.fedauth("sls", "status", "--json")
        #expect(shown.text.contains(#""renews":true"#) && shown.text.contains(#""state":"due""#), "\(shown)")
        let content = try scene.enroll("first-due", est: true)
        #expect(content.status == 0 && content.errors.contains("waits for approval"), "\(content)")
        try approve()
        let done = try scene.renew("--profile-code", name, "--force", withAnswers: false)
        #expect(done.status == 0, "\(done)")
        #expect(try scene.exported().serial != before)
        let sent = try scene.server.records(scene.tag).filter { $0.verb == "simplereenroll" }
        #expect(sent.count >= 2 && Set(sent.map(\.sha256)).count == 1, "\(sent)")
    }
}
