import Testing

@testable import CommandSupport

/// Tests the second factors of AD FS at the farms of the lab, one for each behaviour of a vendor.
@Suite(.serialized)
struct FederationMFATests {
    let visit: FederationVisit

    init() throws { visit = try FederationVisit() }

    /// Each answer comes from the source of its field, so that a script succeeds.
    @Test(arguments: [
        ("azure-code", ["VerificationCode"]), ("azure-sms", ["VerificationCode"]),
        ("azure-postback", ["VerificationCode"]), ("securid", ["Passcode"]), ("securid2", ["Passcode"]),
        ("securid2-question", ["ChallengeQuestionAnswer"]), ("vip-domain", ["security_code"]),
        ("vip-upn", ["security_code"]), ("vip-symantec", ["SecurityCode"]), ("safenet", ["SAFENET_PASSWORD"]),
        ("defender", ["OathCode"]), ("oath", ["OathCode"]), ("unknown-code", ["GridAnswer"]),
        ("unknown-many", ["First", "Second"]),
    ])
    func aCodeOfASourceIsEnough(_ name: String, _ fields: [String]) throws {
        let outcome = try visit.signIn("mfa-" + name, fields.flatMap { ["--field", $0 + "=text:424242"] })
        try visit.expectLetIn(outcome)
    }

    @Test func securIDTakesTheNextCode() throws {
        let outcome = try visit.signIn(
            "mfa-securid2-next", ["--field", "Passcode=text:424242", "--field", "NextCode=text:131313"])
        try visit.expectLetIn(outcome)
    }

    /// A key in the store generates the code. It is not the key of this farm, so the code is refused; it is sent once.
    @Test func aCodeOfTheStoreIsSent() throws {
        let key = try home(
            "store", "put", "token", "--kind", "totp", input: "JBSWY3DPEHPK3PXP")
        #expect(key.status == 0, "\(key)")
        let outcome = try visit.signIn("mfa-oath", ["--field", "OathCode=totp:token"])
        #expect(
            outcome.status == 3 && outcome.errors.contains("The code that you entered is not correct"), "\(outcome)")
        #expect(try visit.records(of: "mfa-oath").count { $0.body.contains("OathCode=") } >= 1)
    }

    private func home(_ words: String..., input: String) throws -> Outcome {
        try visit.home.fedauth(words, input: input)
    }

    /// Methods without a question: the user approves elsewhere, or the page only has to be posted.
    @Test(arguments: ["azure-poll", "azure-server", "silverfort", "unknown-wait"])
    func anApprovalIsWaitedFor(_ name: String) throws {
        let outcome = try visit.signIn("mfa-" + name)
        try visit.expectLetIn(outcome)
        #expect(outcome.errors.contains("is waiting"), "\(outcome)")
    }

    @Test func theNumberToTapIsShown() throws {
        let outcome = try visit.signIn("mfa-azure-push")
        try visit.expectLetIn(outcome)
        #expect(outcome.errors.contains("the number is 73; "), "\(outcome)")
        #expect(!outcome.errors.contains("JavaScript"), "\(outcome)")
    }

    @Test(arguments: [
        ("azure-denied", "We did not receive the expected response"), ("silverfort-denied", "Not authorized"),
        ("silverfort-expired", "MFA request expired"),
    ])
    func aRefusalIsToldInThePagesWords(_ name: String, _ words: String) throws {
        let outcome = try visit.signIn("mfa-" + name)
        #expect(outcome.status == 3 && outcome.errors.contains("refused the second factor '"), "\(outcome)")
        #expect(outcome.errors.contains(words), "\(outcome)")
    }

    /// A missing code is named, and no empty one is sent.
    @Test func aMissingCodeIsNamed() throws {
        let outcome = try visit.signIn("mfa-vip-upn")
        outcome.expectComplaint(4, "asks for the one-time code")
        #expect(outcome.errors.contains("'Security Code'") && outcome.errors.contains("security_code=SOURCE"))
        #expect(try !visit.records(of: "mfa-vip-upn").contains { $0.body.contains("security_code=&") })
    }

    @Test func aMissingApprovalTimesOut() throws {
        let outcome = try visit.signIn("mfa-unknown-wait", ["--timeout", "3s"])
        outcome.expectComplaint(6, "waiting for 'AcmePush'")
    }

    /// Duo's pages need a browser, and there is none.
    @Test(arguments: ["duo-frame", "duo-away"])
    func duoIsLeftToABrowser(_ name: String) throws {
        let outcome = try visit.signIn("mfa-" + name, ["--presenter", "form"])
        outcome.expectComplaint(11, "needs a second factor that only a browser shows")
    }

    @Test(arguments: [
        ("securid2", "SecurIDv2Authentication", ["--field", "Passcode=text:424242"]),
        ("by its link's words", "RSA SecurID", ["--field", "Passcode=text:424242"]),
        ("oath", "OathTotpProvider", ["--field", "OathCode=text:424242"]),
        ("azure", "WindowsAzureMultiFactorAuthentication", []),
    ])
    func oneOfSeveralIsChosen(_ about: String, _ method: String, _ fields: [String]) throws {
        let outcome = try visit.signIn("choice", ["--field", "AuthMethod=text:" + method] + fields)
        try visit.expectLetIn(outcome)
    }

    @Test func severalAreListed() throws {
        let outcome = try visit.signIn("choice", ["--presenter", "form"])
        outcome.expectComplaint(4, "offers several ways to continue")
        #expect(outcome.errors.contains("'RSA SecurID' (SecurIDv2Authentication)"), "\(outcome)")
        try visit.signIn("choice", ["--field", "AuthMethod=text:Pigeon"]).expectComplaint(4, "does not offer")
    }
}
