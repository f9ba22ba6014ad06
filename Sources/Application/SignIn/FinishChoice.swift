public import Core

/// The finish endpoint from the options, and whether its token or its cookies are wanted.
public struct FinishChoice {
    /// The endpoint; nil when the options name none.
    public let finish: FinishEndpoint?

    /// Reads the options. Throws `usage` for a finish that the presenter does not support.
    public init(_ options: FinishSettings, presenter: PresenterChoice) throws(FedauthError) {
        guard let text = options.finish else {
            guard presenter != .ours(.open) else {
                throw FedauthError(
                    .usage, "'--presenter open' needs a finish on this machine",
                    hint: "give it by '--finish http://localhost:0/', where 0 stands for a free port")
            }
            guard options.finishToken == nil else {
                throw FedauthError(
                    .usage, "'--finish-token' needs the address that the token comes to",
                    hint: "give it by '--finish URL'")
            }
            finish = nil
            return
        }
        let listens = presenter == .ours(.open) || presenter == .ours(.remote) && Self.isOnThisMachine(text)
        let isToken = listens || options.finishToken != nil
        let finish = try FinishEndpoint(argument: text, moment: isToken ? .asked : .shown)
        if listens {
            try Self.checkLoopback(finish.url, text)
        } else if finish.isPortFree {
            throw FedauthError(
                .usage, "'\(text.folded(to: 80))' has no port, and this presenter chooses none",
                hint: "'--presenter open' listens at a free port and shows the login in your browser")
        }
        self.finish = finish
    }

    /// Returns whether `remote` listens at the address, as `open` does; for any other finish it shows a browser.
    public static func isOnThisMachine(_ text: String) -> Bool {
        guard let url = try? FinishEndpoint(argument: text).url else { return false }
        return isOnThisMachine(url)
    }

    /// Returns whether fedauth can listen at the address for a browser on this machine.
    public static func isOnThisMachine(_ url: WebURL) -> Bool {
        url.scheme == .http && ["localhost", "127.0.0.1", "[::1]"].contains(url.host)
    }

    /// Throws for an address at which fedauth cannot listen: another machine, or https.
    private static func checkLoopback(_ url: WebURL, _ text: String) throws(FedauthError) {
        guard ["localhost", "127.0.0.1", "[::1]"].contains(url.host) else {
            throw FedauthError(
                .usage, "'--presenter open' needs a finish on this machine, and '\(text.folded(to: 80))' is none",
                hint: "'--presenter chromium' shows the login in a browser of its own and ends at any address")
        }
        guard url.scheme == .http else {
            throw FedauthError(
                .usage, "'--presenter open' listens without TLS, and '\(text.folded(to: 80))' is https",
                hint: "services take http for this machine (RFC 8252 section 7.3): write http://\(url.host):0/")
        }
    }
}
