@testable import HTTP
import Testing

@Suite struct PublicSuffixTests {
    @Test func theListIsThere() { #expect(LibPSLSuffixes().isComplete) }

    @Test(arguments: ["com", "co.uk", "github.io", "localhost", "k12.or.us", "example.ck"])
    func suffixes(_ domain: String) { #expect(LibPSLSuffixes().isPublicSuffix(domain)) }

    @Test(arguments: [
        "example.com", "example.co.uk", "anna.github.io", "www.ck", "login.localhost", "intra.example",
    ])
    func domains(_ domain: String) { #expect(!LibPSLSuffixes().isPublicSuffix(domain)) }

    @Test(arguments: ["com", "co.uk", "ac.at", "github.io", "localhost", ""])
    func rulesWithoutAList(_ domain: String) { #expect(SuffixRules.isPublicSuffix(domain)) }

    @Test(arguments: ["example.com", "example.co.uk", "anna.github.io", "co.example", "ibm.com"])
    func rulesThatDoNotApply(_ domain: String) { #expect(!SuffixRules.isPublicSuffix(domain)) }
}
