import Testing

@testable import CommandSupport

/// Tests the pages of each AD FS version at the farms of the lab.
@Suite(.serialized)
struct FederationPageTests {
    let visit: FederationVisit

    init() throws { visit = try FederationVisit() }

    @Test func homeRealmsAreAskedForByTheirNames() throws {
        let terminal = try TerminalChild(
            Home.binary, try visit.words("homes"), environment: visit.home.environment)
        try terminal.expect("Partner Corporation")
        try terminal.expect("Which one (1 to 3, or its name): ")
        terminal.type("1")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
    }
}
