import Application
import Configuration
import Core
import Testing

@testable import CLI

/// Tests that a large number of profiles does not change the result for each.
struct ManyProfilesTests {
    @Test func mistakesOfEachAreFoundOnce() throws {
        let text = (0..<300).map { number in
            "[profile.p\(number)]\nmethod = \"saml\"\nurl = \"https://h\"\n"
                + (number % 100 == 7 ? "nonsense = 1\n" : "")
        }.joined()
        let configuration = try ConfigurationText.parse(text, path: "c")
        let mistakes = ConfigurationValidator().mistakes(in: configuration)
        #expect(
            mistakes.filter { $0.what.contains("'nonsense'") }.map(\.owner) == [
                .profile("p7"), .profile("p107"), .profile("p207"),
            ])
        for owner in [ConfigurationDiagnostic.Owner.profile("p7"), .profile("p8"), .defaults, .file] {
            let own = ConfigurationValidator().mistakes(of: owner, in: configuration, values: true).map(\.what)
            #expect(mistakes.filter { $0.owner == owner }.map(\.what).sorted() == own.sorted())
        }
    }
}
