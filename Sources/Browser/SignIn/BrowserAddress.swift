internal import Core

/// Addresses as Chromium reports them.
enum BrowserAddress {
    /// The kind of an address.
    enum Kind {
        case web(WebURL)
        /// Created by the page or the browser itself, such as `about:blank` and `data:…`; no server is asked.
        case local
        /// http or https, but `WebURL` cannot read where it leads.
        case unreadable(FedauthError)
    }

    /// Classifies an address. Ignores a name and password before the host (`https://user:password@host/`): the browser
    /// has already parsed the address, and shows and asks the host after them.
    static func kind(_ text: String) -> Kind {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return .local }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        do throws(FedauthError) {
            return .web(try WebURL(scheme + host + rest.dropFirst(authority.count)))
        } catch { return .unreadable(error) }
    }

    /// Returns the address; nil when it is not http or https.
    static func web(_ text: String) -> WebURL? {
        if case .web(let url) = kind(text) { return url }
        return nil
    }
}
