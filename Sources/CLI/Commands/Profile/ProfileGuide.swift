import Application
import Core
import System

/// Leads a person to a profile: looks at the service, and asks for what the command line does not say. Each answer is an option, too.
struct ProfileGuide {
    private let context: CommandContext
    private let prompter: any Prompter

    init(_ context: CommandContext) {
        self.context = context
        prompter = context.prompter()
    }

    /// Whether a person sees the questions. A script that runs in a terminal has its own standard input.
    static func isWanted(_ context: CommandContext) -> Bool {
        context.isInteractive && !context.global.json && context.streams.stderrIsTerminal && Terminal.isTerminal(0)
    }

    func complete(_ add: inout ProfileAdd) throws(FedauthError) {
        if add.url == nil { add.url = try ask("Address of the service: ") }
        let url = try WebURL(argument: add.url ?? "")
        if try !takeIssuer(url, &add) { try look(url, &add) }
        if add.options.flow.signIn.user == nil {
            let user = try ask("User name (empty: whoever signs in): ")
            add.options.flow.signIn.user = user.isEmpty ? nil : user
        }
        if !add.options.flow.signIn.remembersPassword {
            add.options.flow.signIn.remembersPassword = try prompter.confirm(
                "Store the password after a sign-in, so that scripts can sign in")
        }
        if !add.tries { add.tries = try prompter.confirm("Sign in now, to try it") }
    }

    /// Asks whether the sign-in is complete at the page at which it ended.
    func isEnd(_ url: WebURL) throws(FedauthError) -> Bool {
        try prompter.confirm("The sign-in ended at '\(url.withoutQuery)': is that its end")
    }

    /// Takes the address of a server that issues certificates, which its path tells. Returns false for others.
    private func takeIssuer(_ url: WebURL, _ add: inout ProfileAdd) throws(FedauthError) -> Bool {
        let isEST = url.path.contains("/.well-known/est")
        guard isEST || url.path.contains("/SecureLoginServer") else { return false }
        let kind = isEST ? "an EST server" : "a Secure Login Server"
        context.streams.note("'\(url.origin.hostAndPort)' is \(kind), which issues certificates")
        add.method = MethodName(argument: SignInMethodName.sls.rawValue) ?? .usual
        if isEST {
            add.options.enrollment.method = .est
        } else if url.query?.contains("profile=") != true {
            add.options.enrollment.profileCode = try ask("Profile of the Secure Login Server: ")
        }
        let origin = try ask("The server that gets the certificate, https://HOST (empty: none yet): ")
        if !origin.isEmpty { add.options.enrollment.origins = [try WebURL(argument: origin).origin.description] }
        return true
    }

    private func look(_ url: WebURL, _ add: inout ProfileAdd) throws(FedauthError) {
        // The profile gets what was typed only; the look uses what will hold for it.
        let flow = try SettingLayers(
            context.configuration().defaults, nil, Settings.ofEnvironment(context.environment, for: MethodOptions.self)
        ).options(MethodOptions.self, under: context.typed).flow
        let network = try context.network(flow.network, storage: flow.storage)
        let preview = try SignInPreview(of: url, by: network.agent(for: [url]), deadline: context.clock.deadline())
        try take(preview.demand, url, &add)
    }

    private func take(_ demand: SignInPreview.Demand, _ url: WebURL, _ add: inout ProfileAdd) throws(FedauthError) {
        let origin = url.origin
        let host = origin.hostAndPort
        switch demand {
        case .pages(let name, let provider):
            context.streams.note("'\(host)' signs in by \(name) at '\(provider.hostAndPort)'")
            let finish = try ask("Where the sign-in ends [\(url)]: ")
            if !finish.isEmpty { add.options.methods.saml.finish.finish = try WebURL(argument: finish).description }
        case .credentials(let schemes):
            let names = schemes.map(\.name).joined(separator: ", ")
            context.streams.note("'\(host)' asks by HTTP: \(names.isEmpty ? "a scheme that it does not name" : names)")
            add.method = MethodName(argument: "basic") ?? .usual
        case .token:
            context.streams.note("'\(host)' asks for a token; its answer names who issues it")
            add.method = MethodName(argument: "oauth") ?? .usual
            add.options.methods.basic.resource = url.description
            add.url = nil
        case .certificate:
            throw FedauthError(
                .inputNeeded, "'\(host)' asks for a client certificate",
                hint: "'fedauth identity import FILE --origin \(origin)' keeps one; a profile of the server that "
                    + "issues them gets one when needed: 'fedauth profile add NAME URL --method sls --origin \(origin)'"
            )
        case .nothing:
            context.streams.note("'\(host)' shows this address without a sign-in, unless its scripts ask for one")
        case .failure(let status):
            context.streams.note("'\(host)' answers with status \(status), which does not tell how to sign in")
        }
    }

    private func ask(_ question: String) throws(FedauthError) -> String {
        try prompter.ask(question, isSecret: false).withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
