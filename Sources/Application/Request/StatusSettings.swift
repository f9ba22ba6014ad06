import Core

/// How the status of a response decides the exit status of the command.
public struct StatusSettings: Sendable {
    /// A status of 400 and more is a failure, and its content is not shown (`--fail`).
    public var fails = false
    /// The exit status tells the class of the status (`--status-exit`).
    public var isExitStatus = false

    /// Creates the default: every response is a success.
    public init() {}

    /// Returns whether an answer is a failure, whose content is not shown: also a redirect that is not followed, and what answers a
    /// condition (304) or a range (206) that the request did not have.
    func isFailure(_ head: Response, of request: Request) -> Bool {
        guard fails else { return false }
        switch head.status {
        case 206: return !request.has(["range"])
        case 304: return isExitStatus || !request.has(Self.conditions)
        default: return head.status >= 300
        }
    }

    /// RFC 9110 section 13.1, as far as 304 answers them.
    private static let conditions: Set<String> = ["if-none-match", "if-modified-since"]

    /// Returns the code with which the command ends without a message; nil for a success. Throws the error of a
    /// failure.
    func check(_ response: Response, of request: Request) throws(FedauthError) -> ErrorCode? {
        let status = response.status
        if isExitStatus, status >= 300 {
            let code = ErrorCode("http-status", .ofCommand(UInt8(status / 100 * 10)))
            guard !fails else { throw failure(code, response) }
            return code
        }
        guard isFailure(response, of: request) else { return nil }
        guard ![206, 304].contains(status) else {
            throw FedauthError(
                .badAnswer, "'\(response.url.withoutQuery)' answered with status \(status), which nothing asked for",
                hint: "without '--fail' its content is shown")
        }
        guard status >= 400 else {
            throw FedauthError(
                .refused, "'\(response.url.withoutQuery)' leads elsewhere (status \(status)), and is not followed",
                hint: "'--location' follows it")
        }
        switch status {
        case 401, 403: throw failure(.refused, response)
        case 404, 410: throw failure(.notFound, response)
        default: throw failure(ErrorCode("http-status", .other), response)
        }
    }

    private func failure(_ code: ErrorCode, _ response: Response) -> FedauthError {
        FedauthError(
            code, "'\(response.url.withoutQuery)' answered with status \(response.status)",
            hint: (response.timeToWait.map { $0 + "; " } ?? "") + "without '--fail' its content is shown")
    }
}
