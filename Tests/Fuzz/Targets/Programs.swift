import Secrets

@testable import Core

/// A presenter's program that prints the input. The sign-in ends at the finish, or with an error that names the program's
/// mistake, and its cookies follow the same rules as those of a server.
@Sendable func checkPresenter(_ input: FuzzInput) throws {
    let terminal = SilentTerminal()
    let presenter = ProgramPresenter(
        PrintingProgram(input), PresenterSurroundings(), suffixes: FewSuffixes(), reporter: terminal,
        clock: Surroundings.clock())
    let request = PresentationRequest(
        start: AuthorizationEndpoint(try WebURL("https://sp.test/login")),
        finish: FinishEndpoint(try WebURL("https://sp.test/finish?token")), deadline: Surroundings.deadline())
    let shown = try attempt { () throws(FedauthError) in try presenter.present(request) }
    try terminal.requirePrintable()
    guard let shown else { return }
    try require(request.finish.matches(shown.answer.url), "it ended at '\(shown.answer.url)'")
    try require(shown.user == shown.user?.printable, "the user cannot be shown")
    for cookie in shown.jar.cookies {
        try require(cookie.isFor(host: cookie.setBy.host), "'\(cookie.domain)' is not for '\(cookie.setBy.host)'")
    }
}

/// Prints the input in pieces of 100 bytes, which need not end at the end of a line.
private final class PrintingProgram: UserProgram, ProgramConversation {
    let name = "./mine"
    private var printed = ProgramLines(of: .presenter)
    private var left: ArraySlice<UInt8>

    init(_ input: FuzzInput) { left = input.bytes[...] }

    func start(_ arguments: [String], instructions: SharedSecret) throws(FedauthError) -> any ProgramConversation {
        self
    }

    func next(until deadline: Deadline) throws(FedauthError) -> ProgramOutput {
        while true {
            if let line = try printed.next(isLast: left.isEmpty, from: name) { return .line(line) }
            guard !left.isEmpty else { return .end("status 0") }
            Array(left.prefix(100)).withUnsafeBytes { printed.append($0) }
            left = left.dropFirst(100)
        }
    }

    func end() {}
}

/// Lines of a credential provider: header fields are valid, and the stored answer parses to the same answer.
@Sendable func checkProvider(_ input: FuzzInput) throws {
    let origin = try Surroundings.base().origin
    for line in input.parts(separatedBy: 0x0A, maximum: 16) {
        let read: () throws(FedauthError) -> ProviderMessage? = { () throws(FedauthError) in
            try ProviderMessage.reading(line.secret, from: "./mine")
        }
        guard case .headers(let headers, _, let expires)? = try attempt(read) ?? nil else { continue }
        for header in headers {
            try require(header.name.utf8.isToken, "the field '\(header.name)'")
            let isLine = header.value.withBytes { !$0.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D } }
            try require(isLine, "a line break in '\(header.name)'")
            let refused = ["host", "cookie", "content-length", "transfer-encoding", "connection"]
            try require(!refused.contains(header.name.lowercased()), "the field '\(header.name)' is given")
        }
        let record = ProviderRecord(result: .success, provided: .headers(headers), expires: expires)
        let draft = ProviderEntry.draft(record, .headers, origin, program: "./mine", user: "ada")
        guard let kept = ProviderEntry.record(StoreItem(entry: draft.fuzzEntry, value: draft.value)) else {
            throw BrokenProperty(description: "the store does not read what it keeps")
        }
        try require(kept.provided?.isSame(as: .headers(headers)) == true, "the store has other fields")
    }
}

/// Messages of a viewer's page: sizes and positions are within limits, and text is no longer than a paste.
@Sendable func checkViewer(_ input: FuzzInput) throws {
    guard let value = try? input.withBytes({ try JSONReader.parse($0) }) else { return }
    for element in value.elements ?? [value] {
        switch WindowAction(element) {
        case .resize(let width, let height, let scale):
            try require((100...4000).contains(width) && (100...4000).contains(height), "\(width) by \(height)")
            try require((1.0...4.0).contains(scale), "a scale of \(scale)")
        case .mouse(let move):
            try require(abs(move.x) <= 10_000 && abs(move.y) <= 10_000, "the mouse at \(move.x), \(move.y)")
            try require((0...15).contains(move.modifiers) && (0...3).contains(move.count), "\(move)")
        case .scroll(let x, let y, let byX, let byY):
            try require([x, y, byX, byY].allSatisfy { abs($0) <= 10_000 }, "a wheel at \(x), \(y)")
        case .key(let stroke):
            try require((0...255).contains(stroke.number) && stroke.text.count <= 32, "the key \(stroke.number)")
        case .text(let text), .answer(_, let text): try require(text.count <= 64 << 10, "\(text.count) bytes of text")
        case .back, .reload, .cancel, nil: break
        }
    }
}

/// git's description of a credential: the output parses to the same description, and an answer has only lines that the question
/// allows.
@Sendable func checkCredential(_ input: FuzzInput) throws {
    let read: () throws(FedauthError) -> CredentialDescription = { () throws(FedauthError) in
        try input.withBytes { (bytes) throws(FedauthError) in try CredentialDescription(reading: bytes) }
    }
    guard let description = try attempt(read) else { return }
    let place = description.place
    try require(place.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a question for \(place.debugDescription)")
    if let answer = try attempt({ () throws(FedauthError) in SharedSecret(try description.answer()) }) {
        let lines = answer.withBytes { Array($0) }.split(separator: 0x0A)
        try require(lines.allSatisfy { $0.contains(0x3D) }, "a line without '='")
    }
    if let text = try attempt({ () throws(FedauthError) in SharedSecret(try description.text()) }) {
        let other = try again("it is not read again") {
            try text.withBytes { try CredentialDescription(reading: $0) }
        }
        try require(
            other.scheme == description.scheme && other.host == description.host && other.path == description.path
                && other.user == description.user && other.password == description.password
                && other.passwordExpires == description.passwordExpires
                && other.refreshToken == description.refreshToken, "another credential is read")
    }
    let credentials = GitCredentials(MemoryStores.empty(), clock: Surroundings.clock())
    guard description.scope != nil, description.credential != nil, !description.isEphemeral,
        try succeeds({ () throws(FedauthError) in try credentials.keep(description) })
    else { return }
    var question = description
    (question.password, question.authorization) = (nil, nil)
    let filled = try attempt { () throws(FedauthError) in try credentials.filled(question) }
    guard let found = filled ?? nil else { return }
    try require(found.host == description.host && found.scheme == description.scheme, "found for another server")
    try require(found.password == nil || found.password == description.password, "another password is found")
}

/// Docker's message: a stored credential is found for its registry only, and is gone after it was erased.
@Sendable func checkDocker(_ input: FuzzInput) throws {
    guard let message = try? input.withBytes({ try JSONReader.parse($0) }),
        let login = try? DockerCredentials.Login(reading: message)
    else { return }
    let credentials = DockerCredentials(MemoryStores.empty(), clock: Surroundings.clock())
    guard try succeeds({ () throws(FedauthError) in try credentials.keep(login) }) else { return }
    try require(try credentials.find(login.server) == login, "it is not found")
    try require(try credentials.find(login.server + "x") == nil, "it is found for another registry")
    let listed = try credentials.list()
    try require(listed.count == 1 && listed[0].server == login.server && listed[0].user == login.user, "\(listed)")
    try credentials.forget(login.server)
    try require(try credentials.find(login.server) == nil, "it is not forgotten")
}

/// Lines of a program that keeps a store: a record that is read has a name, a revision and bytes.
@Sendable func checkEngine(_ input: FuzzInput) throws {
    for line in input.parts(separatedBy: 0x0A, maximum: 16) {
        let read: () throws(FedauthError) -> EngineReply? = { () throws(FedauthError) in
            try EngineReply.reading(line.secret, to: 1, from: "./mine")
        }
        guard case .record(let record)? = try attempt(read) ?? nil else { continue }
        try require(!record.name.isEmpty && !record.revision.isEmpty, "a record without a name or a revision")
        try require(record.name.utf8.count <= 4096 && record.revision.utf8.count <= 4096, "a long text")
        _ = record.head.withBytes { SignInLease($0) }
    }
}
