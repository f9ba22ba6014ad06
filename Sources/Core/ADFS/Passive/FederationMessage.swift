internal import Secrets

/// Recognises the answer to a WS-Federation request among the forms that a sign-in posts. A home realm's answer to the
/// service is such a form too, but does not end the sign-in.
public struct FederationMessage: Sendable, Equatable {
    /// The requested address for the answer (`wreply`); nil: the service decides.
    public let consumer: WebURL?
    /// The context that the answer must repeat (`wctx`).
    public let context: String
    /// The service: an answer posted to it is an intermediate step.
    public let issuer: Origin

    /// Describes the answer to the request with that context.
    public init(consumer: WebURL?, context: String, issuer: Origin) {
        self.consumer = consumer
        self.context = context
        self.issuer = issuer
    }

    /// The answer: a `RequestSecurityTokenResponse`, or a fault.
    public static let parameter = "wresult"
    /// The request's context.
    public static let contextParameter = "wctx"

    /// Returns whether a form that is posted to `url` is the answer. At the consumer any context counts, so that the
    /// answer to another request is detected; elsewhere the context decides.
    func isAnswer(_ url: WebURL, _ form: SharedSecret) -> Bool {
        let body = FormBody(form)
        guard body.value(of: Self.parameter) != nil else { return false }
        if let consumer, url.origin == consumer.origin, url.path == consumer.path { return true }
        guard let context = body.value(of: Self.contextParameter), context.count > 0 else {
            return url.origin != issuer
        }
        return context.equals(self.context)
    }

    /// Returns whether an answer repeats the context.
    func isAnswered(by form: SharedSecret) -> Bool {
        FormBody(form).value(of: Self.contextParameter)?.equals(context) ?? false
    }
}
