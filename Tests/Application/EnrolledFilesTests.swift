import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests when the files of an identity are written, and when the hook runs.
struct EnrolledFilesTests {
    private let scene: EnrollmentScene
    private var files: FakeIdentityFiles { scene.world.identityFiles }
    private static let question = "Passphrase for 'who.p12': "

    init() throws {
        scene = try EnrollmentScene()
        scene.settings.files.p12 = "who.p12"
        scene.settings.postHook = "restart"
        try scene.answers()
    }

    @Test func filesAreWrittenAndThenTheHookRuns() throws {
        #expect(try scene.enroll().paths == ["who.p12"])
        #expect(files.done == ["prepare who", Self.question, "write who", "run restart"])
    }

    @Test func theProgramGetsANewCertificateBeforeTheHookRuns() throws {
        scene.settings.identityProgram = "keep"
        try scene.enroll()
        #expect(files.done == ["prepare who", Self.question, "write who", "give who to keep", "run restart"])
        try scene.enroll()
        #expect(files.done.last == "prepare who")
    }

    @Test func theCertificateIsKeptWhenTheProgramFails() throws {
        scene.settings.identityProgram = "keep"
        files.programFailure = FedauthError(.other, "no room", hint: "make room")
        let error = failure { try scene.enroll() }
        #expect(
            error?.hint
                == "make room; the new certificate is kept as 'who', and 'fedauth identity export' writes it")
        #expect(try scene.certificate() == "certificate" && !files.done.contains("run restart"))
    }

    @Test func aProgramWithoutANameIsAMistake() throws {
        scene.settings.identityProgram = ""
        #expect(failure { try scene.enroll() }?.message == "'--give-to-provider' names no program")
        #expect(scene.operations.isEmpty)
    }

    @Test func nothingIsWrittenWithoutAChange() throws {
        try scene.enroll()
        let count = files.done.count
        #expect(try scene.enroll().paths.isEmpty)
        #expect(files.done.dropFirst(count) == ["prepare who"])
    }

    @Test func aMissingFileIsWrittenAgain() throws {
        try scene.enroll()
        let count = files.done.count
        files.areCurrent = false
        let done = try scene.enroll()
        #expect(!done.isFresh && done.paths == ["who.p12"])
        #expect(files.done.dropFirst(count) == ["prepare who", Self.question, "write who", "run restart"])
    }

    @Test func stdoutIsWrittenEachTimeWithoutTheHook() throws {
        scene.settings.files = IdentityFilePlaces()
        scene.settings.files.pem = "-"
        scene.settings.files.isUnencrypted = true
        try scene.enroll()
        #expect(try scene.enroll().paths == ["-"])
        #expect(files.done == ["prepare who", "write who", "run restart", "prepare who", "write who"])
        #expect(files.passphrases == [nil, nil])
    }

    @Test func theCertificateIsKeptWhenItsFilesFail() throws {
        files.failure = FedauthError(.usage, "no such file")
        let error = failure { try scene.enroll() }
        #expect(error?.hint == "the new certificate is kept as 'who', and the same command writes its files later")
        #expect(try scene.certificate() == "certificate")
        files.failure = nil
        files.areCurrent = false
        #expect(try scene.renewal.one("who").paths == ["who.p12"])
        #expect(scene.operations == ["simpleenroll"] && files.done.last == "run restart")
    }

    /// The certificate is not due for weeks.
    @Test func aHookThatFailedRunsAgain() throws {
        files.hookFailure = FedauthError(.programFailed, "it ended with status 9")
        #expect(failure { try scene.enroll() }?.code == .programFailed)
        #expect(failure { try scene.enroll() }?.code == .programFailed)
        files.hookFailure = nil
        let count = files.done.count
        let done = try scene.enroll()
        #expect(!done.isFresh && done.ranHook && files.done.dropFirst(count) == ["prepare who", "run restart"])
        #expect(try !scene.enroll().ranHook && files.done.last == "prepare who")
    }

    @Test func withoutFilesOnlyTheHookRuns() throws {
        scene.settings.files = IdentityFilePlaces()
        try scene.enroll()
        try scene.enroll()
        #expect(files.done == ["run restart"])
    }
}
