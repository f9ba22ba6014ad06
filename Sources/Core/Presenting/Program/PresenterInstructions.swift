public import Secrets

/// The input of an external presenter program: one line of JSON. fedauth-presenters(7) documents every member.
public struct PresenterInstructions {
    /// The version of input and output; raised only by a change that older programs cannot ignore.
    public static let version = 1

    private let request: PresentationRequest
    private let surroundings: PresenterSurroundings
    private let clock: any WallClock

    /// The clock is for the remaining time.
    public init(_ request: PresentationRequest, _ surroundings: PresenterSurroundings, clock: any WallClock) {
        (self.request, self.surroundings, self.clock) = (request, surroundings, clock)
    }

    /// The line, including its line break.
    public var line: SharedSecret {
        let cookies = request.jar.cookies.filter { !$0.isExpired(at: clock.now) }
        return SharedSecret(
            JSONValue.line(
                of: .ordered([
                    "version": .integer(Self.version),
                    "title": .text("Sign in to '\(request.finish.url.origin.hostAndPort)'"),
                    "start": .text(request.start.url.description), "finish": finish,
                    "timeoutSeconds": .integer(request.deadline.remainingMilliseconds / 1000),
                    "interactive": .bool(surroundings.isInteractive), "user": .text(ifAny: surroundings.user),
                    "network": network, "cookies": .array(cookies.map(\.json)),
                ])))
    }

    private var finish: JSONValue {
        let finish = request.finish
        return .ordered([
            "url": .text(finish.url.description), "moment": finish.moment == .asked ? "asked" : "shown",
            "parameters": .texts(finish.parameters), "cookie": .text(ifAny: finish.cookie),
        ])
    }

    private var network: JSONValue {
        func list(_ texts: [String]) -> JSONValue? { texts.isEmpty ? nil : .texts(texts) }
        return .ordered([
            "allowHttp": .bool(request.policy.allowsPlainHTTP), "allowHosts": .texts(request.policy.allowedHosts),
            "insecure": .bool(surroundings.isInsecure), "caFile": .text(ifAny: surroundings.caFile),
            "proxy": .text(ifAny: surroundings.proxy), "pins": list(surroundings.pins),
            "resolve": list(surroundings.resolve),
        ])
    }
}
