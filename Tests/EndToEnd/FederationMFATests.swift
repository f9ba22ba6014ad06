import Testing

@testable import CommandSupport

/// Tests the second factors of AD FS at the farms of the lab, one for each behaviour of a vendor.
@Suite(.serialized)
struct FederationMFATests {
    let visit: FederationVisit

    init() throws { visit = try FederationVisit() }

    /// On a terminal, the question has the text of the page, and the answer is not shown.
    @Test func aCodeIsAskedForWithThePagesLabel() throws {
        let terminal = try TerminalChild(
            Home.binary, try visit.words("mfa-azure-sms"), environment: visit.home.environment)
        try terminal.expect("We've sent you a text message.")
        try terminal.expect("Verification code (one-time code for ")
        terminal.type("424242")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(!terminal.text.contains("424242"))
    }
}
