import Application
@testable import Core
import Fakes
import Secrets
import Support
import Testing

struct AWSProtocolTests {
    private let scene = ProgramScene()
    private static let role = "arn:aws:iam::123456789012:role/dev"
    private static let provider = "arn:aws:iam::123456789012:saml-provider/lab"
    private static let service = "https://sts.us-east-1.amazonaws.com/"

    private func answers(_ status: Int = 200, at url: String = AWSProtocolTests.service, lasting seconds: Int64 = 3600)
        throws
    {
        let end = scene.world.clock.now.adding(seconds: seconds).iso8601
        try scene.world.web.on(
            "POST", url, status: status,
            page: status == 200
                ? "<R><Credentials><AccessKeyId>AKIA</AccessKeyId><SecretAccessKey>s3cret/+</SecretAccessKey>"
                    + "<SessionToken>t+ok=</SessionToken><Expiration>\(end)</Expiration></Credentials></R>"
                : "<ErrorResponse><Error><Code>ValidationError</Code><Message>too long</Message></Error></ErrorResponse>"
        )
    }

    /// Lets the form engine bring an assertion with these roles.
    private func provides(_ roles: [String]) throws {
        scene.world.profile(
            "aws", ["authorization-url": "https://idp.example.org/", "finish": "https://signin.aws.amazon.com/saml"])
        let xml = SharedSecret(text: "<response/>")
        scene.world.tokenReader.answers["<response/>"] = .response(
            SecurityTokenResponse(
                bytes: xml,
                token: IssuedToken(
                    .saml20, xml, claims: [.init("https://aws.amazon.com/SAML/Attributes/Role", roles)])))
        scene.world.presenter.show = { request in
            var jar = CookieJar()
            jar.store(
                Response(status: 200, url: request.finish.url, setCookies: [SharedSecret(text: "aws=1")]),
                suffixes: NoSuffixes(), now: TestClock().now)
            return Presentation(
                FinishAnswer(request.finish.url), jar: jar, samlResponse: SAMLResponse(statusCodes: ["Success"]),
                samlMessage: Base64.encode(xml), user: "ada")
        }
    }

    private func ask(role: String? = AWSProtocolTests.role, _ change: (inout ProgramQuestion) -> Void = { _ in }) throws
        -> String
    {
        try scene.ask("aws", profile: "aws") { question in
            question.role = role
            question.signIn.method = .saml
            question.signIn.methods.saml.authorizationURL = "https://idp.example.org/"
            question.signIn.methods.saml.finish.finish = "https://signin.aws.amazon.com/saml"
            change(&question)
        }
    }

    @Test(arguments: [["\(role),\(provider)"], ["\(provider), \(role)"]])
    func keysAreGotOnceAndKeptUntilLibrariesWantNewOnes(_ roles: [String]) throws {
        try provides(roles)
        try answers()
        let first = try ask()
        #expect(
            first == #"{"Version":1,"AccessKeyId":"AKIA","SecretAccessKey":"s3cret/+","SessionToken":"t+ok=","#
                + #""Expiration":"2023-11-14T23:13:20Z"}"# + "\n")
        let sent = try #require(scene.world.web.asked.first { $0.method == "POST" })
        #expect(sent.body.contains("Action=AssumeRoleWithSAML") && sent.body.contains("DurationSeconds=3600"))
        #expect(sent.body.contains("SAMLAssertion=PHJlc3BvbnNlLz4%3D") && sent.cookie == nil)
        #expect(scene.world.chosenPresenters == [.ours(.form)])
        scene.world.clock.now = scene.world.clock.now.adding(seconds: 2600)
        #expect(try ask() == first && scene.world.web.asked.count == 1)
        scene.world.clock.now = scene.world.clock.now.adding(seconds: 200)
        _ = try ask()
        #expect(scene.world.web.asked.count == 2 && scene.world.presenter.asked.count == 2)
    }

    @Test func theOnlyRoleIsTakenAndOneOfSeveralIsNamed() throws {
        try provides(["\(Self.role),\(Self.provider)"])
        try answers()
        #expect(try ask(role: nil).contains("AKIA"))
        try provides(["\(Self.role),\(Self.provider)", "\(Self.role)-2,\(Self.provider)"])
        scene.world.clock.now = scene.world.clock.now.adding(seconds: 3000)
        scene.world.prompter.canAsk = false
        let error = failure { _ = try ask(role: nil) }
        #expect(error?.code == .usage && error?.hint?.contains("role/dev-2") == true, "\(String(describing: error))")
        #expect(failure { _ = try ask(role: Self.role + "-3") }?.message.contains("may not assume") == true)
        try provides([])
        for role in [nil, Self.role] {
            #expect(failure { _ = try ask(role: role) }?.message == "the assertion names no role", "\(role ?? "none")")
        }
        // Two providers may assume the one role.
        try provides(["\(Self.role),\(Self.provider)", "\(Self.role),\(Self.provider)-2"])
        #expect(try ask(role: nil).contains("AKIA"))
        #expect(failure { _ = try ask(role: "dev") }?.code == .usage)
    }

    /// The service does not answer: what is left of the keys is given, as long as a request can use it.
    @Test func keysThatAreLeftAreGivenWhileTheServiceIsDown() throws {
        try provides(["\(Self.role),\(Self.provider)"])
        try answers()
        let first = try ask()
        // The provider is down, and with it the way to new keys.
        scene.world.presenter.show = { (_) throws(FedauthError) in throw FedauthError(.network, "no route") }
        scene.world.clock.now = scene.world.clock.now.adding(seconds: 3000)
        #expect(try ask() == first)
        #expect(
            scene.world.reporter.said.contains(
                "warning: the keys were not renewed, and the old ones are given: no route"))
        scene.world.clock.now = scene.world.clock.now.adding(seconds: 550)
        #expect(failure { _ = try ask() }?.code == .network)
        #expect(scene.text.isEmpty)
    }

    @Test func aPersonChoosesOneOfSeveralRoles() throws {
        try provides(["\(Self.role),\(Self.provider)", "\(Self.role)-2,\(Self.provider)"])
        try answers()
        scene.world.prompter.answers = ["2"]
        #expect(try ask(role: nil).contains("AKIA"))
        #expect(scene.world.web.asked.last?.body.contains("role%2Fdev-2&") == true)
    }

    @Test func keysEndWithTheSession() throws {
        try provides(["\(Self.role),\(Self.provider)"])
        try answers()
        _ = try ask()
        let name = "aws/aws/\(Self.role)"
        #expect(try scene.world.store.get(name) != nil)
        // Keys that are wanted otherwise are got anew, replace none, and are kept, too.
        for _ in 1...2 { _ = try ask { $0.duration = TimeLength(argument: "30m") } }
        #expect(try scene.world.store.get(name + "/1800s") != nil)
        #expect(scene.world.web.asked.filter { $0.method == "POST" }.count == 2)
        _ = try SignOutFlow(scene.world.services).run("aws", all: false)
        #expect(try scene.world.store.list().allSatisfy { $0.kind != "aws-keys" })
    }

    /// The pages need a window, or a person.
    @Test func theAssertionOfTheLastSignInIsTakenWhereNoneCanBeGot() throws {
        try provides(["\(Self.role),\(Self.provider)"])
        try answers()
        _ = try ask { $0.duration = TimeLength(argument: "30m") }
        scene.world.presenter.show = { (_) throws(FedauthError) in throw FedauthError(.noPresenter, "a window") }
        #expect(try ask().contains("AKIA"))
    }

    @Test func aDurationAboveTheRolesIsTriedWithAnHour() throws {
        try provides(["\(Self.role),\(Self.provider)"])
        try answers(400)
        try answers()
        #expect(try ask { $0.duration = TimeLength(argument: "12h") }.contains("AKIA"))
        #expect(scene.world.web.asked.map { $0.body.contains("DurationSeconds=43200") } == [true, false])
        #expect(scene.world.reporter.said.contains { $0.contains("before what '--duration' asks for") })
    }

    @Test func partitionsHaveServicesOfTheirOwn() throws {
        for (partition, region, url) in [
            ("aws", nil, Self.service), ("aws-cn", nil, "https://sts.cn-north-1.amazonaws.com.cn/"),
            ("aws-us-gov", nil, "https://sts.us-gov-west-1.amazonaws.com/"),
            ("aws", "eu-central-1", "https://sts.eu-central-1.amazonaws.com/"), ("aws", "evil.example/", Self.service),
        ] as [(String, String?, String)] {
            let role = try AWSRole(role: "arn:\(partition):iam::1:role/x")
            #expect(try role.tokenService(in: region).description == url)
        }
    }

    @Test func anIDTokenIsExchangedToo() throws {
        try scene.token("aws", at: "https://id.example.org/", idToken: "e30.e30.c2ln")
        try answers()
        let text = try scene.ask("aws", profile: "aws") { question in
            question.role = Self.role
            question.signIn.method = .oauth
        }
        #expect(text.contains("AKIA") && scene.world.presenter.asked.isEmpty)
        let body = scene.world.web.asked.last?.body ?? ""
        #expect(body.contains("WebIdentityToken=e30.e30.c2ln") && body.contains("RoleSessionName=ada"), "\(body)")
    }

    /// A session says where it is, not how it was made.
    @Test func aSessionWithoutAProfileGetsNoKeys() throws {
        try scene.world.session("signin", at: "https://signin.aws.amazon.com/saml")
        let error = failure { try scene.ask("aws", profile: "signin") { $0.role = Self.role } }
        #expect(error?.code == .notFound && error?.hint?.contains("fedauth help aws") == true)
        #expect(scene.world.presenter.asked.isEmpty && scene.text.isEmpty)
    }

    @Test func whereAPersonIsNeededNobodyIsAsked() throws {
        try provides([])
        scene.world.presenter.show = { (_) throws(FedauthError) in
            throw FedauthError(.inputNeeded, "a password is needed")
        }
        let error = failure { _ = try ask() }
        #expect(error?.code == .inputNeeded && error?.hint?.contains("fedauth login aws") == true)
        #expect(scene.text.isEmpty && scene.world.prompter.questions.isEmpty)
    }
}
