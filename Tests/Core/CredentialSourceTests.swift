import Secrets
import Support
import Testing

@testable import Core

struct CredentialSourceTests {
    private let source = CredentialSource<String>()
    private let error = FedauthError(.refused, "no")

    private func fill(given: String? = nil, stored: String? = nil, asked: String? = nil) throws -> String? {
        try source.fill {
            given
        } stored: {
            stored
        } asked: {
            asked
        }
    }

    /// Returns whether another credential is possible.
    private func reject(canAsk: Bool = true, forgets: inout [String]) -> Bool {
        var forgotten: [String] = []
        let isEnd = failure { try source.reject(canAsk: canAsk, or: error) { forgotten.append($0) } } != nil
        forgets += forgotten
        return !isEnd
    }

    @Test func givenComesBeforeStoredBeforeAsked() throws {
        #expect(try fill(given: "g", stored: "s", asked: "a") == "g" && source.provenance == .given)
        #expect(try fill(stored: "s", asked: "a") == "s" && source.provenance == .stored)
        #expect(try fill(asked: "a") == "a" && source.provenance == .asked)
        #expect(try fill() == nil && source.current == nil)
    }

    @Test func aRefusedGivenCredentialIsTheEnd() throws {
        var forgotten: [String] = []
        _ = try fill(given: "g")
        #expect(!reject(forgets: &forgotten))
        #expect(forgotten == ["g"] && source.current == nil)
    }

    @Test func aRefusedStoredCredentialIsNotReadAgain() throws {
        var forgotten: [String] = []
        _ = try fill(stored: "s")
        #expect(source.isProven)
        #expect(reject(forgets: &forgotten))
        #expect(try fill(stored: "other", asked: "a") == "a")
        #expect(forgotten == ["s"] && source.refused == ["s"])
    }

    @Test func threeRefusalsAreTheEnd() throws {
        var forgotten: [String] = []
        for (number, value) in ["a", "b", "c"].enumerated() {
            _ = try fill(asked: value)
            #expect(reject(forgets: &forgotten) == (number < 2))
        }
        _ = try fill(asked: "d")
        #expect(!reject(canAsk: false, forgets: &forgotten))
    }

    @Test func anAcceptanceIsReportedOnceAndKeptByItsProvenance() throws {
        _ = try fill(asked: "a")
        #expect(!source.isProven)
        #expect(source.approve(keeping: [.asked]) == "a" && source.isProven)
        #expect(source.approve(keeping: [.asked]) == nil)
        _ = try fill(stored: "s")
        #expect(source.approve(keeping: [.asked]) == nil)
        _ = try fill(asked: "b")
        source.release()
        #expect(source.approve(keeping: [.asked]) == nil && source.provenance == .asked)
    }
}
