import Application
import Core
import System

/// Where `fedauth request` shows its response, and how: content, header fields or JSON.
final class RequestDestination: ResponseDestination {
    private let output: RequestOutput
    private let streams: StandardStreams
    private let isJSON: Bool
    /// The value of `--output`.
    private let path: String?
    /// The file that keeps the content; nil: stdout or a device.
    private let file: String?

    /// Opens nothing but the part of an earlier transfer. Throws `usage` for contradictory options.
    init(_ command: RequestCommand, of url: WebURL, in context: CommandContext) throws(FedauthError) {
        let options = command.answer
        isJSON = command.global.json
        path = options.output
        streams = context.streams
        let isFile = options.output != nil && options.output != "-"
        let file =
            try options.output.map { (path) throws(FedauthError) in try RequestOutput.path(path, for: url) } ?? ""
        if options.continue && !isFile {
            throw FedauthError(.usage, "'--continue' needs '--output FILE'", hint: "name the file to go on with")
        }
        let showsFields = (options.include || command.request.head) && !isJSON
        if options.continue && showsFields {
            throw FedauthError(
                .usage, "'--continue' and '--\(options.include ? "include" : "head")' exclude each other",
                hint: "the file has the content alone then; '--json' prints the header fields beside it")
        }
        self.file = isFile && FileStatus(file)?.kind != .characterDevice ? file : nil
        output = try RequestOutput(
            isFile ? .file(file) : .stdout(isExact: options.output == "-"), continues: options.continue,
            streams: streams,
            progress: isFile || !streams.stdoutIsTerminal
                ? TransferProgress(streams: streams, clock: context.clock) : nil)
        if showsFields { output.preface = { ResponseHead($0).text } }
    }

    var earlier: PartialTransfer { output.earlier }

    func sink(_ wants: @escaping (Response) throws(FedauthError) -> Bool) -> (any ContentSink)? {
        output.isWanted = wants
        return isJSON && path == nil ? nil : output
    }

    func show(_ response: Response) throws(FedauthError) {
        guard !isJSON || path != nil else {
            return try streams.result(streams.jsonLine(ResponseHead(response).json(body: response.body, output: nil)))
        }
        try output.begin(response)
        try response.body.withBytes { (bytes) throws(FedauthError) in
            if !bytes.isEmpty { try output.take(bytes) }
        }
        try output.finish()
        if response.status >= 400 || response.redirect != nil, let file {
            let what = response.status >= 400 ? "an error page" : "no data, but a redirect"
            streams.warning(
                "'\(file.folded(to: 100))' holds \(what): the server answered \(response.status); '--fail' keeps none")
        }
        if isJSON { try streams.result(streams.jsonLine(ResponseHead(response).json(body: nil, output: path))) }
    }

    func completePart() throws(FedauthError) { try output.finish(isWhole: true) }

    func removeIfEmpty() { output.removeIfEmpty() }
}
