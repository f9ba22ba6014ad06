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

    /// Opens nothing. Throws `usage` when no file can be made at the place.
    init(_ command: RequestCommand, of url: WebURL, in context: CommandContext) throws(FedauthError) {
        let options = command.answer
        isJSON = context.global.json
        path = options.output
        streams = context.streams
        let isFile = options.output != nil && options.output != "-"
        let file =
            try options.output.map { (path) throws(FedauthError) in try RequestOutput.path(path, for: url) } ?? ""
        if isFile { try context.checkResult(file) }
        self.file = isFile && FileStatus(file)?.kind != .characterDevice ? file : nil
        output = try RequestOutput(
            isFile ? .file(file) : .stdout(isExact: options.output == "-"), streams: streams,
            progress: isFile || !streams.stdoutIsTerminal
                ? TransferProgress(streams: streams, clock: context.clock) : nil)
        if (options.include || command.request.settings.isHead) && !isJSON {
            output.preface = { ResponseHead($0).text }
        }
    }

    var hasContent: Bool { output.hasContent }

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

    func removeIfEmpty() { output.removeIfEmpty() }
}
