public import Secrets

/// The input of an external presenter program: one line of JSON. fedauth-presenters(7) documents every member.
public struct PresenterInstructions {
    /// The version of input and output; raised only by a change that older programs cannot ignore.
    public static let version = 1

    private let request: PresentationRequest
    private let surroundings: PresenterSurroundings
    private let clock: any WallClock

    /// - Parameter clock: for the remaining time.
    public init(_ request: PresentationRequest, _ surroundings: PresenterSurroundings, clock: any WallClock) {
        self.request = request
        self.surroundings = surroundings
        self.clock = clock
    }

    /// The line, including its line break.
    public var line: SharedSecret {
        var text = Secret()
        JSONValue.object(members).write(to: &text)
        text.append("\n")
        return SharedSecret(text)
    }

    private var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("version", .number(String(Self.version))),
            .init("title", .text("Sign in to '\(request.finish.url.origin.hostAndPort)'")),
            .init("start", .text(request.start.url.description)),
            .init("finish", .object(finish)),
            .init("timeoutSeconds", .number(String(request.deadline.remainingMilliseconds(clock) / 1000))),
            .init("interactive", .bool(surroundings.isInteractive)),
        ]
        if let user = surroundings.user { members.append(.init("user", .text(user))) }
        members.append(.init("network", .object(network)))
        let cookies = request.jar.cookies.filter { !$0.isExpired(at: clock.now) }
        members.append(.init("cookies", .array(cookies.map(\.json))))
        return members
    }

    private var finish: [JSONValue.Member] {
        let finish = request.finish
        var members: [JSONValue.Member] = [
            .init("url", .text(finish.url.description)),
            .init("moment", finish.moment == .asked ? "asked" : "shown"),
            .init("parameters", .array(finish.parameters.map(JSONValue.text))),
        ]
        if let cookie = finish.cookie { members.append(.init("cookie", .text(cookie))) }
        return members
    }

    private var network: [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("allowHttp", .bool(request.policy.allowsPlainHTTP)),
            .init("allowHosts", .array(request.policy.allowedHosts.map(JSONValue.text))),
            .init("insecure", .bool(surroundings.isInsecure)),
        ]
        if let file = surroundings.caFile { members.append(.init("caFile", .text(file))) }
        if let proxy = surroundings.proxy { members.append(.init("proxy", .text(proxy))) }
        if !surroundings.pins.isEmpty { members.append(.init("pins", .array(surroundings.pins.map(JSONValue.text)))) }
        if !surroundings.resolve.isEmpty {
            members.append(.init("resolve", .array(surroundings.resolve.map(JSONValue.text))))
        }
        return members
    }
}
