internal import Core

/// Addresses as Chromium writes them.
enum BrowserAddress {
    /// What an address is to us.
    enum Kind {
        case web(WebURL)
        /// Made by the page or the browser itself, such as `about:blank` and `data:…`; nobody is asked.
        case local
        /// http or https, and no reader of ours can tell where it leads.
        case unreadable(FedauthError)
    }

    /// A name and password in front of the host (`https://user:password@host/`) are passed over: the browser has read the
    /// address by its own rules, and shows and asks the host behind them.
    static func kind(_ text: String) -> Kind {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return .local }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        do throws(FedauthError) {
            return .web(try WebURL(scheme + host + rest.dropFirst(authority.count)))
        } catch {
            return .unreadable(error)
        }
    }

    /// Nil for everything but addresses of the web.
    static func web(_ text: String) -> WebURL? {
        if case .web(let url) = kind(text) { return url }
        return nil
    }
}
