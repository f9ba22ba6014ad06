import Testing

@testable import CommandSupport

/// Tests the unchanged `examples/presenter` with SimpleSAMLphp and mod_auth_mellon.
@Suite(.serialized)
struct PresenterExampleTests: PresenterShowing {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
    }

    /// The example reports an option that it does not support, and contacts no server.
    @Test func itRefusesWhatItCannotDo() throws {
        let outcome = try home.fedauth(try words(["--allow-host", "*.localhost"]))
        #expect(outcome.status == 11 && outcome.errors.contains("more than the example can do"), "\(outcome)")
    }

    @Test func itDoesNotAskWhenItMustNot() throws {
        let outcome = try home.fedauth(try words(["--no-input"]))
        #expect(outcome.status == 4 && outcome.errors.contains("the user must type a password"), "\(outcome)")
    }
}
