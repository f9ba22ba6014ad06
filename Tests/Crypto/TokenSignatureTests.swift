import Core
import Crypto
import Secrets
import Testing

/// Tests signatures of JSON Web Tokens: valid ones of PyJWT, and forged ones. `Tests/Vectors/tokens/make-jwt` wrote them, each
/// with its expected outcome.
struct TokenSignatureTests {
    struct Vector: CustomTestStringConvertible {
        let name: String
        let certificates: [String]
        let outcome: String
        let token: SharedSecret

        var testDescription: String { name }

        static let all: [Vector] = String(decoding: IdentityVectors.bytes("../tokens/jwt.txt"), as: UTF8.self)
            .split(separator: "\n").map { line in
                let parts = line.split(separator: "\t").map(String.init)
                return Vector(
                    name: parts[0],
                    certificates: parts[1] == "-" ? [] : parts[1].split(separator: ",").map(String.init),
                    outcome: parts[2], token: SharedSecret(text: parts[3]))
            }
    }

    private func certificate(_ name: String) throws -> SharedSecret {
        let text = String(decoding: IdentityVectors.bytes("../tokens/jwt-\(name).pem"), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return try #require(Base64.decode(SharedSecret(text: lines.joined())))
    }

    private func failure(_ token: SharedSecret, _ certificates: [SharedSecret]) -> FedauthError? {
        do throws(FedauthError) {
            try TokenSignature(of: token).check(signedBy: certificates)
            return nil
        } catch { return error }
    }

    @Test func thereAreVectors() {
        #expect(Vector.all.count >= 40 && Vector.all.count(where: { $0.outcome == "good" }) >= 9)
    }

    @Test(arguments: Vector.all) func itIsVerified(_ vector: Vector) throws {
        let error = failure(vector.token, try vector.certificates.map(certificate))
        guard vector.outcome != "good" else {
            #expect(error == nil, "\(String(describing: error))")
            return
        }
        let words = [error?.message, error?.hint].compactMap { $0 }.joined(separator: "; ")
        #expect(words.contains(vector.outcome), "\(words)")
        #expect(error?.code == (vector.certificates.isEmpty ? .usage : .refused))
    }

    /// Every bit of a token counts, except for the unused bits at the end of a base64 part.
    @Test(arguments: ["rs256", "ps256", "es256"]) func noByteCanBeChanged(_ name: String) throws {
        let vector = try #require(Vector.all.first { $0.name == name })
        let certificates = try vector.certificates.map(certificate)
        let bytes = vector.token.withBytes { Array($0) }
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            guard let place = digits.firstIndex(of: bytes[index]) else { continue }
            // The highest bit of the digit is always used.
            changed[index] = digits[place ^ 32]
            #expect(failure(SharedSecret(Secret(changed)), certificates) != nil, "byte \(index)")
        }
    }

    @Test func whatIsNoCertificateIsPassedOver() throws {
        let vector = try #require(Vector.all.first)
        let good = try vector.certificates.map(certificate)
        #expect(failure(vector.token, [SharedSecret(text: "none"), SharedSecret(text: "")] + good) == nil)
        #expect(failure(vector.token, [SharedSecret(text: "none")])?.code == .usage)
    }

    @Test(arguments: ["", ".", "..", "a.b.c", "e30.e30.", "no token"]) func whatIsNoTokenIsRefused(_ text: String) {
        #expect(failure(SharedSecret(text: text), [])?.message.contains("no signature") == true)
    }
}
