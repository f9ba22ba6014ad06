public import Secrets

/// The request that reached the finish endpoint: where the result of a sign-in is not a cookie, it carries it.
public struct FinishAnswer: Sendable {
    /// The address, with its query and its fragment. It may hold a token: for messages there is `withoutQuery`.
    public var url: WebURL
    /// The form that was posted there (`application/x-www-form-urlencoded`), where the presenter could see it.
    public var form: SharedSecret?

    /// What reached `url`.
    public init(_ url: WebURL, form: SharedSecret? = nil) {
        self.url = url
        self.form = form
    }

    /// A parameter by its name: of the form, the query, or the fragment (RFC 6749 section 4.2.2), in this order; nil when
    /// there is none, or it is empty.
    public func value(of name: String) -> SharedSecret? {
        for text in [form, url.query.map(SharedSecret.init(text:)), url.fragment.map(SharedSecret.init(text:))] {
            if let value = text.flatMap({ FormBody($0).value(of: name) }), value.count > 0 { return value }
        }
        return nil
    }
}
