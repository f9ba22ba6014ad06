public import Secrets

/// The request to the finish endpoint. It carries the result of a sign-in that does not end with a cookie.
public struct FinishAnswer: Sendable {
    /// The address with its query and fragment. It may contain a token; use `withoutQuery` in messages.
    public var url: WebURL
    /// The form that was posted there (`application/x-www-form-urlencoded`), if the presenter could see it.
    public var form: SharedSecret?

    /// Creates an answer for a request to `url`.
    public init(_ url: WebURL, form: SharedSecret? = nil) { (self.url, self.form) = (url, form) }

    /// Returns a parameter from the form, the query, or the fragment (RFC 6749 section 4.2.2), in order; nil: none.
    public func value(of name: String) -> SharedSecret? {
        for text in [form, url.query.map(SharedSecret.init(text:)), url.fragment.map(SharedSecret.init(text:))] {
            if let value = text.flatMap({ FormBody($0).value(of: name) }), value.count > 0 { return value }
        }
        return nil
    }
}
