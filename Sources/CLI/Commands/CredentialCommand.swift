import Application
import Core

/// `fedauth credential`, and what other programs run under names of their own (`InvocationName`).
struct CredentialCommand: ProfileCommand, Documented {
    static let examples: Examples = [
        "fedauth help kubectl": "What to write so that kubectl asks fedauth; so for each protocol",
        "printf 'url=https://git.example.org\\n' | fedauth credential fill":
            "Get a password in a script: from the store, else from the user at the terminal",
        "printf 'url=https://ada@git.example.org\\n' | fedauth credential reject": "Forget a stored password",
        "fedauth credential docker list": "Show the registries and users that are stored",
        "printf https://registry.example.org | fedauth credential docker erase": "Forget a registry's password",
    ]
    static let mainOptions: [String]? = [
        "expires", "role", "duration", "token-service", "id-token", "cookie", "no-input", "store",
    ]
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Answer git, Docker, kubectl, AWS and others.",
        usage: "fedauth credential [options] <protocol> [<profile>] [<word>...]",
        discussion: """
            Other programs call it, each by a protocol of its own: \(protocols). 'fedauth help PROTOCOL' prints what to \
            write so that they do.

            A server gets only what is its own: that of the named profile, if it is for this server; else of the latest \
            session with it; else a stored password. fedauth asks, and signs in, only if the program says that a \
            person is there. Without a protocol it is git's.
            """)
    static let name = "credential"
    private static let protocols = CredentialProtocol.all.map(\.name).joined(separator: ", ")

    var first = ""
    var others: [String] = []
    var expires: TimeLength?
    var role: String?
    var duration: TimeLength?
    var tokenService: String?
    var usesIDToken = false
    var cookie: String?
    var methods = SessionMethodOptions()
    var flow = FlowOptions()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "protocol", &first,
            "The protocol; or, for git, 'get', 'store', 'erase', 'capability', and for scripts 'fill', 'approve', 'reject'.",
            completion: .list(CredentialProtocol.all.map(\.name) + GitProtocol.operations))
        list.arguments(
            "word", &others, "A profile, where the protocol takes one, and what the program says.",
            completion: .names(.sessions))
        list.option("expires", &expires, "time", "What is stored expires after this time.")
        list.option("role", &role, "arn", "The role at AWS (default: the only one).")
        list.option(
            "duration", &duration, "time",
            "How long the keys of the role are valid (default: as the assertion says, else 1h).")
        list.option(
            "token-service", &tokenService, "url", "The address of AWS's token service (default: the region's).",
            form: .address)
        list.flag("id-token", &usesIDToken, "Give kubectl or AWS the ID token of OpenID Connect.")
        list.option("cookie", &cookie, "name", "The cookie that the VPN wants.")
        list.settings(&methods)
        list.settings(&flow)
    }

    private var meant: (row: CredentialProtocol, profile: String?, words: [String]) {
        let (row, rest) = CredentialProtocol.meant(by: [first] + others)
        let (profile, words) = row.split(rest)
        return (row, profile, words)
    }

    var profileWord: String? { meant.profile }

    /// Only a named profile counts: the current one may be for another server.
    func profileName(in configuration: Configuration, _ current: CurrentProfile) -> String? { profileWord }

    /// AWS's programs ask nobody, but each set of keys takes a sign-in by cookies.
    func maySignIn(_ environment: Environment) -> Bool {
        meant.row.isAttended(environment) || meant.row.name == "aws"
    }

    func run(in context: CommandContext) throws(FedauthError) {
        // git wants an operation that nobody knows to be ignored, and says one word. A program's name is none.
        let program = CredentialProtocol.spoken(by: first.lowercased())
        let isStrange =
            program == nil && SpellingSuggestion.best(first, among: CredentialProtocol.all.map(\.name)) == nil
        let isKnown = CredentialProtocol.named(first) != nil || GitProtocol.operations.contains(first.lowercased())
        guard isKnown || others.isEmpty && isStrange else {
            throw FedauthError(
                .usage, "there is no protocol '\(first.folded(to: 40))'",
                hint: program.map { "'\($0.name)' is the protocol of \($0.speakers)" } ?? "there is \(Self.protocols)")
        }
        let (row, profile, words) = meant
        let isAttended = row.isAttended(context.environment)
        let context = try Self.context(for: row, isAttended, context)
        var question = ProgramQuestion(context.services(flow), to: context.streams)
        (question.words, question.profile) = (words, profile)
        (question.expires, question.role, question.duration) = (expires, role, duration)
        (question.tokenService, question.usesIDToken, question.cookie) = (tokenService, usesIDToken, cookie)
        (question.isJSON, question.version) = (context.global.json, Version.number)
        question.signIn.profile = profile
        (question.signIn.identity, question.proxy) = (flow.network.identity, flow.network.proxy)
        // Also a session that is found by its server's address must be of this user.
        question.signIn.methods.signIn.user = flow.signIn.user
        // So must a stored password; '[defaults]' say nothing of this server.
        if profile == nil, let user = flow.signIn.user,
            context.environment["FEDAUTH_USER"] != nil || context.typed.contains(where: { $0.key == "user" })
        {
            question.passwordUser = user
        }
        if profile != nil { try question.signIn.take(methods, flow, in: context) }
        question.signIn.methods.signIn.saysUnused = false
        question.signIn.signsIn = profile != nil && isAttended
        try context.endingTraces { () throws(FedauthError) in try row.answer(question) }
    }

    /// Returns the context of a protocol: without questions if no person is there, and without an askpass program that is
    /// fedauth itself.
    private static func context(
        for row: CredentialProtocol, _ isAttended: Bool, _ context: CommandContext
    ) throws(FedauthError) -> CommandContext {
        var global = context.global
        global.noInput = global.noInput || !isAttended
        guard global.noInput != context.global.noInput || row.name == "askpass" else { return context }
        let environment = context.environment.without(row.name == "askpass" ? "SSH_ASKPASS" : "")
        return try CommandContext(environment: environment, global: global, earlier: context)
    }
}
