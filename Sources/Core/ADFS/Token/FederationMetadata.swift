public import Secrets

/// A server's federation metadata at its standard address: it lists the certificates that sign the server's tokens.
public struct FederationMetadata {
    private let url: WebURL
    private let requestStep: RequestStep

    /// Sends nothing yet. The address must be https, because the author of the metadata decides about the signing keys.
    public init(_ agent: UserAgent, at url: WebURL) {
        self.url = url
        requestStep = RequestStep(agent: agent)
    }

    /// Returns the certificates in DER, at least one. Throws `bad-answer` when the content is not metadata or lists
    /// none, and the transport's errors.
    public func signingCertificates(
        _ reader: any SecurityTokenReader, deadline: Deadline
    ) throws(FedauthError) -> [SharedSecret] {
        // The request needs no cookies and keeps none.
        var jar = CookieJar()
        let answer = try requestStep.send(Request("GET", url), by: "'--verify'", with: &jar, deadline: deadline)
        let place = "'\(url.withoutQuery)', which names the signers,"
        guard (200..<300).contains(answer.status) else {
            throw FedauthError(.badAnswer, "\(place) answered with status \(answer.status)", hint: Self.hint(answer))
        }
        var found: [SharedSecret] = []
        do throws(FedauthError) {
            found = try reader.signingCertificates(metadata: answer.body)
        } catch { throw FedauthError(.badAnswer, "\(place) sent no metadata: \(error.message)", hint: Self.usual) }
        guard !found.isEmpty else {
            throw FedauthError(
                .badAnswer, "\(place) names no certificate that signs",
                hint: "they must be the metadata of the server that issues the token")
        }
        return found
    }

    private static let usual = "AD FS has them at 'https://HOST/FederationMetadata/2007-06/FederationMetadata.xml'"

    private static func hint(_ answer: Response) -> String {
        guard (300..<400).contains(answer.status), let location = answer.header("location") else { return usual }
        return "it leads to '\(location.folded(to: 200))', which is not followed: name that, if you trust it"
    }
}
