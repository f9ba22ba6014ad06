/// What a service asks of a stranger, found by following its redirects without a secret and without a cookie that is kept.
public struct SignInPreview: Sendable {
    /// What is asked for.
    public enum Demand: Sendable, Equatable {
        /// Pages of this server; the protocol, in the words of a person.
        case pages(String, at: Origin)
        /// A user name and a password, or a ticket, by these schemes of HTTP.
        case credentials([AuthenticationScheme])
        /// A bearer token.
        case token
        /// A client certificate.
        case certificate
        /// Nothing: the content came.
        case nothing
        /// It failed with this status, which tells nothing.
        case failure(Int)
    }

    /// What is asked for.
    public var demand: Demand

    /// Looks at an address. Throws the errors of connections.
    public init(of url: WebURL, by agent: UserAgent, deadline: Deadline) throws(FedauthError) {
        let requestStep = RequestStep(agent: agent)
        var (target, jar) = (url, CookieJar())
        for _ in 0..<NavigationPolicy.maximumRedirects {
            let answer: Response
            do throws(FedauthError) {
                answer = try requestStep.send(
                    Request("GET", target, headers: [Request.Header("Accept", "text/html")]), by: "the address",
                    with: &jar, deadline: deadline, streams: ContentStreams(sink: PageReading()))
            } catch  where error.code == .clientCertificateNeeded {
                demand = .certificate
                return
            }
            let page = try requestStep.page(answer, deadline: deadline)
            let meaning = AnswerMeaning(answer, page: page, expecting: .content())
            agent.trace?.write(meaning, of: answer)
            switch meaning {
            case .content: demand = .nothing
            case .failure: demand = .failure(answer.status)
            case .unjudged, .step(nil): demand = .pages("pages that scripts build", at: target.origin)
            case .demands(let demands): demand = Self.demand(demands, in: answer, page)
            case .step(let next?):
                target = next
                continue
            }
            return
        }
        throw NavigationPolicy.tooManyRedirects(target, hint: "'--trace FILE' shows them")
    }

    private static func demand(_ demands: [SignInDemand], in answer: Response, _ page: Page?) -> Demand {
        let forms = (page?.forms ?? []).compactMap(\.action).compactMap { try? answer.url.resolving($0) }
        let provider = answer.redirect.flatMap { try? answer.url.resolving($0) } ?? forms.first ?? answer.url
        for demand in demands {
            switch demand {
            case .saml, .wsFederation, .openIDConnect, .cas:
                let name =
                    provider.path.hasPrefix("/adfs/") ? "AD FS, by \(demand.protocolName ?? "")" : demand.protocolName
                return .pages(name ?? "", at: provider.origin)
            case .loginPage: return .pages("a login form", at: answer.url.origin)
            case .credentials(let challenges):
                let schemes = challenges.compactMap { AuthenticationScheme($0) }
                let others = schemes.filter { $0 != .bearer }
                return others.isEmpty && schemes.contains(.bearer) ? .token : .credentials(others)
            case .proxyCredentials, .scope, .csrfToken: continue
            }
        }
        return .failure(answer.status)
    }
}
