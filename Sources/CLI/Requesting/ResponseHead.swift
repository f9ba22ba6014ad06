import Core
import Secrets

/// Status and header fields of a response, for users and programs.
struct ResponseHead {
    private let response: Response

    init(_ response: Response) { self.response = response }

    /// In the form of HTTP/1.1, with the blank line; else as the server sent it, Set-Cookie fields last.
    var text: Secret {
        var out = Secret()
        out.append(response.statusLine.isEmpty ? "HTTP \(response.status)" : response.statusLine)
        out.append("\r\n")
        for header in response.headers { out.append("\(header.name): \(header.value)\r\n") }
        for cookie in response.setCookies {
            out.append("set-cookie: ")
            cookie.withBytes { out.append($0) }
            out.append("\r\n")
        }
        out.append("\r\n")
        return out
    }

    /// Returns the response as JSON; `body` contains text, and `bodyBase64` all other content.
    func json(body: SharedSecret?, output: String?) -> JSONValue {
        let head = JSONValue.sorted([
            "headers": .array(response.headers.map { ["name": .text($0.name), "value": .text($0.value)] }),
            "output": .text(ifAny: output), "status": .integer(response.status),
            "url": .text(response.url.withoutQuery),
        ])
        let content: JSONValue.Member? = body.map { body in
            body.isUTF8 ? .init("body", .string(body)) : .init("bodyBase64", .string(Base64.encode(body)))
        }
        return .object((head.members ?? []) + [content].compactMap(\.self))
    }
}
