import Core
import System

/// What AWS's programs and libraries ask a `credential_process`. An assertion is good for five minutes, so one is got
/// for each time that keys are, by the cookies of the sign-in: one sign-in serves all roles.
enum AWSProtocol {
    static let row = CredentialProtocol(
        name: "aws", speakers: "aws, AWS SDKs, Terraform's AWS provider",
        setting: """
            # once: fedauth profile add aws URL --finish https://signin.aws.amazon.com/saml --finish-token SAMLResponse
            # ~/.aws/config; a section [dev] in ~/.aws/credentials is read first: remove it
            [profile dev]
            credential_process = fedauth credential aws PROFILE --role arn:aws:iam::123456789012:role/dev
            """,
        programs: ["aws"], places: [".aws/config"], marks: ["credential_process", "fedauth"],
        placeVariable: "AWS_CONFIG_FILE", readFirst: ".aws/credentials",
        // As kubectl judges it: AWS's programs leave stdin to the person who typed them.
        isAttended: { _ in Terminal.isTerminal(0) }, answer: answer)

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        guard question.words.isEmpty, let name = question.profile else {
            throw question.misused("aws", "it takes the name of a profile; see 'fedauth help aws'")
        }
        // The API's own limits (AssumeRoleWithSAML, "DurationSeconds").
        if let seconds = question.duration?.seconds, !(900...43_200).contains(seconds) {
            throw FedauthError(.usage, "AWS issues keys for 15 minutes to 12 hours", hint: "write '--duration 1h'")
        }
        let wanted = try question.role.map { (role) throws(FedauthError) in try AWSRole(role: role) }
        let place = try WebURL.argument(ifAny: question.tokenService)?.origin.hostAndPort
        let entry =
            "aws/\(name)" + (wanted.map { "/" + $0.role } ?? "") + (place.map { "/@" + $0 } ?? "")
            + (question.duration.map { "/\($0.seconds)s" } ?? "")
        try question.write(
            AWSKeys(question, entry: entry).keys { () throws(FedauthError) in try fetched(wanted, question) })
    }

    private static func fetched(
        _ wanted: AWSRole?, _ question: ProgramQuestion
    ) throws(FedauthError) -> (object: JSONValue, expires: Timestamp) {
        let services = question.services
        var (role, seconds) = (wanted, question.duration?.seconds)
        let proof: AWSTokenService.Proof
        let session: Session
        if question.signIn.method == .oauth {
            session = try question.session()
            let isID = question.usesIDToken || session.token?.oauth?.idToken != nil
            proof = .token(try question.token(of: session, isID: isID).value, user: session.user)
        } else {
            session = try asserted(question)
            guard let response = session.token?.value else { throw noAssertion(session) }
            let xml = Base64.decode(response) ?? response
            let assertion = try services.tokenReader.securityTokenResponse(xml).token
            role = try chosen(wanted, among: AWSRole.all(in: assertion), question)
            seconds = seconds ?? AWSRole.seconds(in: assertion)
            proof = .response(response)
        }
        guard let role else {
            throw FedauthError(.usage, "no role was named", hint: "add '--role arn:aws:iam::ACCOUNT:role/NAME'")
        }
        let region = services.environment["AWS_REGION"] ?? services.environment["AWS_DEFAULT_REGION"]
        let named = try WebURL.argument(ifAny: question.tokenService)
        let url = if let named { named } else { try role.tokenService(in: region) }
        let network = try services.network(for: session, in: try services.configuration())
        let keys = try AWSTokenService(at: url, agent: network.agent(for: [url])).keys(
            of: role, by: proof, forSeconds: seconds, deadline: network.deadline)
        // A minute for the clocks.
        if let asked = question.duration?.seconds, keys.expires < question.now.adding(seconds: asked - 60) {
            services.reporter.warning(
                "the keys end at \(keys.expires.iso8601), before what '--duration' asks for: the role allows no more")
        }
        return keys
    }

    /// Returns a session with an assertion that was issued just now. Shows no window.
    private static func asserted(_ question: ProgramQuestion) throws(FedauthError) -> Session {
        var settings = question.signIn.methods
        let name = question.profile ?? ""
        guard question.signIn.method != nil || MethodFlow(services: question.services, settings: settings).namesAddress
        else {
            throw FedauthError(
                .notFound, "there is no profile '\(name.folded(to: 60))', which says how to sign in",
                hint: "'fedauth help aws' has the line that adds one")
        }
        settings.saml.finish.keepsAssertion = true
        settings.signIn.isForced = true
        settings.signIn.presenter = .ours(.form)
        let session: Session
        do throws(FedauthError) {
            session = try MethodFlow(services: question.services, settings: settings).run(
                question.signIn.method, service: question.profile
            ).session
        } catch  where [.inputNeeded, .noPresenter].contains(error.code) {
            // A person may have signed in just now, because nothing else can.
            let services = question.services
            let kept = try Sessions(services.store(), reporter: services.reporter).named(name)?.session
            if let kept, let token = kept.token, token.kind == .samlResponse, !token.isExpired(at: question.now) {
                return kept
            }
            throw error.hinting(
                "sign in by 'fedauth login \(name.shellWord) --force', and run it again; a job gives the password by "
                    + "'--password-command' or '--password-file'")
        }
        guard session.token?.kind == .samlResponse else { throw noAssertion(session) }
        return session
    }

    private static func noAssertion(_ session: Session) -> FedauthError {
        FedauthError(
            .notFound, "the sign-in to '\(session.name)' brought no assertion",
            hint: "the profile's 'finish' is https://signin.aws.amazon.com/saml, and its 'finish-token' SAMLResponse")
    }

    private static func chosen(
        _ wanted: AWSRole?, among all: [AWSRole], _ question: ProgramQuestion
    ) throws(FedauthError) -> AWSRole {
        if let found = wanted == nil && all.count == 1 ? all.first : all.first(where: { $0.role == wanted?.role }) {
            return found
        }
        if wanted == nil, all.count > 1, question.services.prompter().canAsk {
            return all[try question.services.number(of: "role", among: all.map(\.role))]
        }
        let names = all.map(\.role).joined(separator: ", ").folded(to: 400)
        throw FedauthError(
            .usage,
            all.isEmpty
                ? "the assertion names no role"
                : wanted.map { "the user may not assume '\($0.role.folded(to: 100))'" } ?? "the user has several roles",
            hint: all.isEmpty
                ? "the provider's administrator says who may assume which" : "name one by '--role': \(names)")
    }
}
