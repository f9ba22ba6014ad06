import Testing

@testable import Core

/// Tests the stored record of an enrolment and the servers that its identity is bound to.
@Suite struct EnrollmentRecordTests {
    private func origins(_ names: String) throws -> [Origin] {
        try names.map { try WebURL("https://\($0).test/").origin }
    }

    /// The bound origins, those named now, those named before, whether they were typed, and the outcome.
    @Test(arguments: [
        ("ab", "", "a", false, "ab"), ("", "ab", "", false, "ab"), ("ab", "c", "a", false, "bc"),
        ("b", "ac", "ac", false, "b"), ("b", "ac", "ac", true, "bac"), ("ab", "ab", "a", false, "ab"),
        ("abz", "bc", "ab", false, "bzc"),
    ])
    func servers(bound: String, named: String, before: String, isTyped: Bool, outcome: String) throws {
        let found = EnrollmentRecord.origins(
            try origins(bound), naming: try origins(named), before: try origins(before), isTyped: isTyped)
        #expect(try found == origins(outcome))
    }

    @Test func keptWithTheIdentity() throws {
        let identity = Identity(
            name: "who", certificates: [[1]], key: .token(uri: "pkcs11:"), origins: try origins("ab"), source: "EST",
            imported: Timestamp(seconds: 1), expires: Timestamp(seconds: 2), subject: "CN=ada",
            enrollment: EnrollmentRecord(
                method: .est, base: "https://e.test/", code: "x", subject: "CN=ada", key: "p256",
                notBefore: Timestamp(seconds: 1), named: try origins("ac"),
                authorities: "/etc/ssl/corp.pem"))
        let read = identity.fields().finish().withBytes { Identity(fields: $0) }
        #expect(read == identity)
    }

    @Test func whatToDoAboutOneThatHasRunOut() throws {
        var identity = Identity(
            name: "a b", certificates: [[1]], key: .token(uri: "pkcs11:"), source: "", imported: Timestamp(seconds: 1),
            expires: Timestamp(seconds: 2), subject: "")
        #expect(IdentityAdvice.replacing(identity).contains("identity import FILE --name='a b' --force"))
        identity.enrollment = EnrollmentRecord(
            method: .slc3, base: "https://e.test/", code: "x", subject: "", key: "", notBefore: Timestamp(seconds: 1))
        #expect(IdentityAdvice.replacing(identity) == "'fedauth sls renew 'a b'' gets a new one")
    }
}
