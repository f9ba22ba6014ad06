import Application
import Core
import Crypto
import Secrets

/// One `fedauth request`, from its options to the end of its response.
struct RequestRun {
    private let command: RequestCommand
    private let context: CommandContext
    private let url: WebURL
    private let byOrigin: OptionsByOrigin
    /// Seconds without a byte after which the connection counts as dead.
    private static let stallSeconds: Int64 = 60
    /// The default limit of a transfer.
    private static let transferSeconds: Int64 = 7 * 24 * 3600

    init(_ command: RequestCommand, in context: CommandContext) throws(FedauthError) {
        self.command = command
        self.context = context
        url = try WebURL(argument: command.url)
        byOrigin = try OptionsByOrigin(command, in: context)
    }

    func run() throws(FedauthError) {
        let output = try makeOutput()
        let (request, source) = try makeRequest(output)
        let network = try makeNetwork()
        let store = try context.store(command.options.flow.storage)
        let sessions = RequestSessions(command, byOrigin, network, store, in: context)
        let policy = network.policy(for: [url])
        let flow = RequestFlow(
            transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock,
            policy: policy, answerers: try answerers(network, store, sessions, policy), options: try flowOptions(),
            reporter: context.streams)
        output.isWanted = { (head) throws(FedauthError) in
            flow.isFinal(head) && output.earlier.mayBeReplaced(by: head) && !(head.status >= 400 && command.answer.fail)
        }
        let streams = ContentStreams(
            source: source, sink: command.global.json && command.answer.output == nil ? nil : output,
            stallSeconds: Self.stallSeconds)
        let seconds = command.options.flow.network.timeout?.seconds ?? Self.transferSeconds
        let clock = context.clock
        var jar = CookieJar()
        do throws(FedauthError) {
            let response = try flow.run(request, jar: &jar, streams: streams) {
                Deadline(seconds: seconds, from: clock)
            }
            try sessions.keep(jar)
            try finish(response, output)
        } catch {
            output.removeIfEmpty()
            throw error
        }
    }

    /// Creates the network. A server that requires a client certificate gets one if a profile can enrol it.
    private func makeNetwork() throws(FedauthError) -> Network {
        let options = command.options.flow.network
        let storage = command.options.flow.storage
        let stored = StoredIdentities(
            named: options.identity, for: byOrigin.named, storage: storage, context: context)
        let identities: any ClientIdentities =
            command.request.noSignIn
            ? stored
            : EnrollingIdentities(
                stored, network: options,
                ownProfile: command.profileName(in: try context.configuration(), CurrentProfile(context)),
                context: context)
        return try Network(
            options, storage: storage,
            provider: ProviderUse(
                named: byOrigin.named, user: command.options.flow.signIn.user, mayAsk: !command.request.noSignIn),
            context: context, identities: identities)
    }

    private func flowOptions() throws(FedauthError) -> RequestFlow.Options {
        var options = RequestFlow.Options()
        options.followsRedirects = command.request.location
        options.signsIn = !command.request.noSignIn
        options.expected = command.request.expect.map(MediaType.init)
        if let expected = options.expected, !expected.essence.contains("/") {
            throw FedauthError(
                .usage, "'\(command.request.expect?.folded(to: 60) ?? "")' is no media type",
                hint: "write it like application/json")
        }
        return options
    }

    private func answerers(
        _ network: Network, _ store: any CredentialStore, _ sessions: RequestSessions, _ policy: NavigationPolicy
    ) throws(FedauthError) -> [any DemandAnswerer] {
        // For AD FS, the realm is the relying party, which no challenge names.
        let realm = command.options.federation.adfs == nil ? command.options.realm.realm : nil
        let context = context
        let byOrigin = byOrigin
        let credentials = CredentialAnswerer(
            options: command.options.basic.challenge.wanted(realm: realm), hashing: AuthenticationHashes(),
            reporter: context.streams,
            makeCredentials: { (origin) throws(FedauthError) in
                let (options, named) = try byOrigin.options(for: origin)
                return try BasicFlow(
                    context.services(options.flow), options.basic.values(realm: realm), options.flow.signIn.values
                ).credentials(for: named, network, store)
            })
        let others: [any DemandAnswerer] = [
            try applicationFields(), SessionAnswerer(sessions.source, clock: context.clock), credentials,
        ]
        let fetching = RequestFlow(
            transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock,
            policy: policy, answerers: others, options: RequestFlow.Options(), reporter: context.streams)
        return others + [CSRFAnswerer(fetching)]
    }

    /// Returns the fields that SAP mobile services expect in each request, for the service's own origin.
    private func applicationFields() throws(FedauthError) -> OriginFields {
        let saml = command.options.saml
        var fields: [Request.Header] = []
        if let application = saml.smpApplication { fields.append(Request.Header("X-SMP-APPID", application)) }
        if let device = saml.smpDevice { fields.append(Request.Header("X-SMP-DEVICEID", device)) }
        let service = try (saml.sap ?? command.options.finish.finish).map { (text) throws(FedauthError) in
            try WebURL(argument: text)
        }
        return OriginFields(fields, for: (service ?? url).origin)
    }

    // MARK: Request

    private func makeRequest(_ output: RequestOutput) throws(FedauthError) -> (Request, ConcatenatedBody?) {
        let resumesAt = output.earlier.offset
        let options = command.request
        var reader = ContentReader(
            temporaryDirectory: context.environment["TMPDIR"] ?? "/var/tmp", known: context.knownSecrets)
        let content = try RequestContent(command.content, &reader)
        if options.head && content.source != nil {
            throw FedauthError(.usage, "'--head' sends no content", hint: "leave out one of the two")
        }
        var headers = try HeaderLinesOption(options.header, &reader).headers
        func add(_ header: Request.Header) {
            if !headers.contains(where: { $0.name.lowercased() == header.name.lowercased() }) { headers.append(header) }
        }
        content.headers.forEach(add)
        add(Request.Header("Accept", options.expect ?? "*/*"))
        if resumesAt > 0 && options.range != nil {
            throw FedauthError(.usage, "'--range' and '--continue' exclude each other", hint: "give one of them")
        }
        if let range = options.range ?? (resumesAt > 0 ? "\(resumesAt)-" : nil) {
            guard range.allSatisfy({ "0123456789-,".contains($0) }) else {
                throw FedauthError(.usage, "'\(range.folded(to: 40))' is no range", hint: "write it like 0-499 or 500-")
            }
            add(Request.Header("Range", "bytes=\(range)"))
            if let version = output.earlier.version { add(Request.Header("If-Range", version)) }
        }
        // A part of compressed content is useless, and libcurl does not notice that compressed content ends early.
        if options.range != nil || command.answer.output != nil { add(Request.Header("Accept-Encoding", "identity")) }
        let method = try options.requestMethod.map(Self.method) ?? (options.head ? "HEAD" : content.method)
        return (Request(method, url, headers: headers), content.source)
    }

    /// Checks a method, a token (RFC 9110 section 9.1); well-known methods may be in lower case.
    private static func method(_ text: String) throws(FedauthError) -> String {
        let isToken = text.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
        }
        guard isToken, !text.isEmpty else {
            throw FedauthError(.usage, "'\(text.folded(to: 40))' is no method", hint: "write it like PATCH")
        }
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        return known.contains(text.uppercased()) ? text.uppercased() : text
    }

    // MARK: Response

    private func makeOutput() throws(FedauthError) -> RequestOutput {
        let options = command.answer
        let isFile = options.output != nil && options.output != "-"
        let path = try options.output.map { (path) throws(FedauthError) in try outputFile(path) } ?? ""
        if options.continue && !isFile {
            throw FedauthError(.usage, "'--continue' needs '--output FILE'", hint: "name the file to go on with")
        }
        let showsFields = (options.include || command.request.head) && !command.global.json
        if options.continue && showsFields {
            throw FedauthError(
                .usage, "'--continue' and '--\(options.include ? "include" : "head")' exclude each other",
                hint: "the file has the content alone then; '--json' prints the header fields beside it")
        }
        let place = isFile ? RequestOutput.Place.file(path) : .stdout(isExact: options.output == "-")
        let output = try RequestOutput(
            place, continues: options.continue, streams: context.streams,
            progress: isFile || !context.streams.stdoutIsTerminal
                ? TransferProgress(streams: context.streams, clock: context.clock) : nil)
        if showsFields {
            output.preface = { ResponseHead($0).text }
        }
        return output
    }

    /// Returns the path of the output file; in a directory, the address determines the name.
    private func outputFile(_ path: String) throws(FedauthError) -> String {
        guard path != "-", FileNames.isDirectory(path) else { return path }
        let name = url.path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard !name.isEmpty, name != ".", name != "..", name.utf8.count <= 200 else {
            throw FedauthError(
                .usage, "'\(path.folded(to: 100))' is a directory, and the address names no file",
                hint: "name the file: '--output \(path.folded(to: 100))/FILE'")
        }
        return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    }

    private func finish(_ response: Response, _ output: RequestOutput) throws(FedauthError) {
        let options = command.answer
        let isFailure = options.fail && response.status >= (options.statusExit ? 300 : 400)
        // The file of the earlier transfer was complete already (RFC 9110 section 15.5.17).
        if output.earlier.isWhole(after: response) {
            try output.finish(isWhole: true)
            context.streams.note("nothing was left to fetch")
            return
        }
        // Keeps the part of an earlier transfer instead of replacing it by another response, such as an error page.
        guard output.earlier.mayBeReplaced(by: response) else {
            if isFailure { try judge(response) }
            throw unfinished(response)
        }
        // A failure prints its own object, and the reader expects one object.
        if command.global.json && options.output == nil && !isFailure {
            try context.streams.result(ResponseHead(response).json(body: response.body, output: nil))
        } else if !isFailure {
            try output.begin(response)
            try response.body.withBytes { (bytes) throws(FedauthError) in
                if !bytes.isEmpty { try output.take(bytes) }
            }
            try output.finish()
            if command.global.json {
                try context.streams.result(ResponseHead(response).json(body: nil, output: options.output))
            }
        }
        try judge(response)
    }

    /// Throws the error whose exit status describes the response.
    private func judge(_ response: Response) throws(FedauthError) {
        let status = response.status
        if command.answer.statusExit, status >= 300 {
            let code = ErrorCode("http-status", .ofCommand(UInt8(status / 100 * 10)))
            throw command.answer.fail ? failure(code, response) : saidAlready(code)
        }
        guard command.answer.fail, status >= 400 else { return }
        switch status {
        case 401, 403: throw failure(.refused, response)
        case 404, 410: throw failure(.notFound, response)
        default: throw failure(ErrorCode("http-status", .other), response)
        }
    }

    private func unfinished(_ response: Response) -> FedauthError {
        FedauthError(
            .badAnswer,
            "'\(response.url.withoutQuery)' does not go on (status \(response.status)); the part stays as it is",
            hint: response.status == 416
                ? "it is longer than what the server has: without '--continue' the file is fetched from its beginning"
                : "try again later, or without '--continue'")
    }

    private func failure(_ code: ErrorCode, _ response: Response) -> FedauthError {
        FedauthError(
            code, "'\(response.url.withoutQuery)' answered with status \(response.status)",
            hint: "without '--fail' its content is shown")
    }
}
