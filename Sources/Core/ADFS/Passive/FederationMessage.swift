internal import Secrets

/// How the answer to a request of WS-Federation is known among the forms that a sign-in posts: a home realm's answer to the
/// service is one of them, too, and no end.
public struct FederationMessage: Sendable, Equatable {
    /// Where the answer was asked to go (`wreply`); nil: the service decides.
    public let consumer: WebURL?
    /// What must come back (`wctx`).
    public let context: String
    /// Who was asked: an answer that goes there is a step on the way.
    public let issuer: Origin

    /// The answer to the request with that context.
    public init(consumer: WebURL?, context: String, issuer: Origin) {
        self.consumer = consumer
        self.context = context
        self.issuer = issuer
    }

    /// The answer itself: a `RequestSecurityTokenResponse`, or a fault.
    public static let parameter = "wresult"
    /// The request's context.
    public static let contextParameter = "wctx"

    /// Whether a form that is posted to `url` is the answer. What goes to the consumer is it whatever its context, so that
    /// the answer to another request is found out; elsewhere the context tells.
    func isAnswer(_ url: WebURL, _ form: SharedSecret) -> Bool {
        let body = FormBody(form)
        guard body.value(of: Self.parameter) != nil else { return false }
        if let consumer, url.origin == consumer.origin, url.path == consumer.path { return true }
        guard let context = body.value(of: Self.contextParameter), context.count > 0 else {
            return url.origin != issuer
        }
        return context.equals(self.context)
    }

    /// Whether an answer brings the context back.
    func isAnswered(by form: SharedSecret) -> Bool {
        FormBody(form).value(of: Self.contextParameter)?.equals(context) ?? false
    }
}
