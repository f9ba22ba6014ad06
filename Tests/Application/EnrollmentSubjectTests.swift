import Application
import Core
import Fakes
import Support
import Testing

/// Tests the warning about a certificate of another user.
struct EnrollmentSubjectTests {
    private let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene() }

    private func warns(_ subject: String, user: String? = "ada", subjectIsWanted: Bool = false) throws -> Bool {
        scene.signIn.user = user
        scene.signIn.isForced = true
        scene.settings.subject = subjectIsWanted ? "CN=mallory" : nil
        scene.world.enrollment.words.issuedSubject = subject
        try scene.answers()
        try scene.enroll()
        return scene.said("asked for it")
    }

    @Test(arguments: [
        ("CN=mallory", "ada"), ("CN=Ada Lovelace,UID=mallory", "ada"), ("emailAddress=mallory@example.org", "ada"),
        ("CN=ada", "mallory@example.org"),
    ])
    func anotherUserIsWarnedOf(_ subject: String, _ user: String) throws {
        #expect(try warns(subject, user: user))
        #expect(scene.said("warning: the certificate is for '\(subject)'"))
    }

    @Test(arguments: [
        ("CN=ada", "ada"), ("CN=ADA,O=Example", "LAB\\ada"), ("CN=ada", "ada@example.org"), ("CN=Ada Lovelace", "alo"),
        ("CN=Ada Lovelace,UID=ada", "ada"), ("CN=x,emailAddress=ada@example.org", "ada"), ("O=Example", ""),
    ])
    func theUsersOwnIsNot(_ subject: String, _ user: String) throws {
        #expect(try !warns(subject, user: user.isEmpty ? nil : user))
    }

    @Test func aSubjectThatWasAskedForIsNot() throws {
        #expect(try !warns("CN=mallory", subjectIsWanted: true))
    }
}
