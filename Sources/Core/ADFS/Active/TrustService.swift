import Secrets

/// Requests tokens by WS-Trust: with user name and password, repeated until they are accepted, or with a certificate.
struct TrustService {
    private let realm: String
    private let parts: ActiveSignIn.Parts
    private let options: ActiveSignIn.Options
    private let requestStep: RequestStep
    private static let maximumTries = 3

    init(realm: String, parts: ActiveSignIn.Parts, options: ActiveSignIn.Options) {
        (self.realm, self.parts, self.options) = (realm, parts, options)
        requestStep = RequestStep(agent: parts.agent)
    }

    /// Returns the token and the user name that got it; see `ActiveSignIn.collect` for the errors.
    func token(_ deadline: Deadline) throws(FedauthError) -> (SecurityTokenResponse, user: String?) {
        let place = try place(deadline)
        let origin = place.url.origin
        for _ in 0..<Self.maximumTries {
            let credential = try credential(for: place)
            switch try ask(place, credential, deadline) {
            case .response(let response):
                return (response, credential.user)
            case .fault(let fault):
                let meaning = TrustFault(fault: fault, host: origin.hostAndPort, realm: realm)
                guard meaning.namesPassword, let user = credential.user else {
                    if meaning.blame != .other { try noteUnclear(meaning.error, to: credential, at: origin) }
                    throw meaning.error
                }
                // Deletes the stored credential, and throws when no prompt is possible.
                try reject(user, at: origin, meaning)
            }
        }
        throw FedauthError(
            .refused, "'\(origin.hostAndPort)' refused user name and password \(Self.maximumTries) times",
            hint: "servers lock accounts after a few of these: find out what is right before you try again")
    }

    private func place(_ deadline: Deadline) throws(FedauthError) -> TrustPlace {
        guard let endpoint = options.endpoint else {
            return try TrustDiscovery(farm: options.farm, reader: parts.tokens, requestStep: requestStep).endpoint(
                for: options.usesCertificate ? [.signature, .certificate] : [.userName], version: options.version,
                deadline: deadline)
        }
        let isTransport = endpoint.path.lowercased().hasSuffix("certificatetransport")
        return TrustPlace(
            url: endpoint, version: options.version ?? TrustVersion(ofEndpoint: endpoint),
            credential: !options.usesCertificate ? .userName : isTransport ? .certificate : .signature)
    }

    /// Reports that the service rejects the user's password. Throws `refused` when there is no other one.
    private func reject(_ user: String, at origin: Origin, _ meaning: TrustFault) throws(FedauthError) {
        do {
            try parts.answers.reject(
                LoginRefusal(
                    origin: origin, roles: [.userName, .password], complaint: meaning.fault.text, user: user,
                    blame: meaning.blame))
        } catch  where error.code == .refused { throw meaning.error }
    }

    /// Records an answer that is no token: it may be a refusal of the password that was sent.
    private func noteUnclear(
        _ error: FedauthError, to credential: TrustRequest.Credential, at origin: Origin, status: Int? = nil
    ) throws(FedauthError) {
        guard let user = credential.user else { return }
        try parts.answers.noteUnclear(error, of: user, at: origin, status: status)
    }

    private func credential(for place: TrustPlace) throws(FedauthError) -> TrustRequest.Credential {
        let origin = place.url.origin
        switch place.credential {
        case .certificate: return .none
        case .signature: return .signature(try parts.signer(origin))
        case .userName: break
        }
        let user = try parts.answers.answer(
            LoginQuestion(
                origin: origin, role: .userName, field: FormField(kind: .text, name: "user", label: "User name")))
        let name = user.withBytes { String(decoding: $0, as: UTF8.self) }
        let password = try parts.answers.answer(
            LoginQuestion(
                origin: origin, role: .password, field: FormField(kind: .password, name: "password", label: "Password"),
                user: name))
        guard user.withBytes(XMLText.canHold), password.withBytes(XMLText.canHold) else {
            throw FedauthError(
                .usage,
                "user name or password holds a control character, or is not in UTF-8; XML has no way to write that",
                hint: "leave out '--active' to sign in by the pages")
        }
        return .login(user: user, password: password)
    }

    private func ask(
        _ place: TrustPlace, _ credential: TrustRequest.Credential, _ deadline: Deadline
    ) throws(FedauthError) -> SecurityTokenAnswer {
        let request = TrustRequest(
            endpoint: place.url, version: place.version, realm: realm, tokenType: options.tokenType,
            credential: credential, messageID: try parts.messageID(), now: parts.agent.clock.now)
        let headers = [
            Request.Header("Content-Type", "application/soap+xml; charset=utf-8"),
            Request.Header("SOAPAction", request.action),
        ]
        var jar = CookieJar()
        let answer = try parts.answers.hear(credential.user, at: place.url.origin) { () throws(FedauthError) in
            try requestStep.send(
                Request("POST", place.url, headers: headers, body: try request.body()), by: "the endpoint of WS-Trust",
                with: &jar, deadline: deadline)
        }
        // A fault has status 500 (SOAP 1.2 part 2, section 7.5.2); so does an error page.
        let type = MediaType(answer.header("content-type") ?? "")
        do throws(FedauthError) {
            guard answer.status == 200 || type.essence.hasSuffix("xml") && !type.isHTML else {
                throw unusable(answer, place.url)
            }
            let read = try parts.tokens.securityTokenAnswer(answer.body)
            if case .response = read, answer.status != 200 { throw unusable(answer, place.url) }
            return read
        } catch {
            try noteUnclear(error, to: credential, at: place.url.origin, status: answer.status)
            throw error
        }
    }

    private func unusable(_ answer: Response, _ endpoint: WebURL) -> FedauthError {
        let place = "'\(endpoint.withoutQuery)'"
        switch answer.status {
        case 401, 403:
            return FedauthError(
                .refused, "\(place) refused the request with status \(answer.status)",
                hint: options.usesCertificate
                    ? "check that the identity bound to it is the account's ('fedauth identity list')"
                    : "this endpoint may take something other than a user name and a password")
        case 404, 503:
            return FedauthError(
                .badAnswer, "\(place) is switched off or does not exist (status \(answer.status))",
                hint: "name another endpoint by '--trust-endpoint', or leave out '--active' to sign in by the pages")
        default:
            return FedauthError(
                .badAnswer, "\(place) answered with status \(answer.status), and not with a fault of SOAP",
                hint: "check the endpoint; '--trace FILE' shows what it said")
        }
    }
}
