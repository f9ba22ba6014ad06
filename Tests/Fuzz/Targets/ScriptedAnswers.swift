import Core
import Secrets

/// A web that returns the responses of an input, one for each request, and then none.
///
/// Responses are separated by the byte 0x1E. Each has a status of three digits and a line feed, header fields on separate
/// lines, an empty line, and the content. The web records the requests, so that a target can check them.
final class ScriptedAnswers: Transport {
    private var answers: [FuzzInput]
    private(set) var requests: [Request] = []
    private static let maximumAnswers = 64

    init(_ input: FuzzInput) {
        answers = input.parts(separatedBy: 0x1E, maximum: Self.maximumAnswers).reversed()
    }

    func send(
        _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
    ) throws(FedauthError) -> Response {
        requests.append(request)
        guard let answer = answers.popLast() else { throw FedauthError(.network, "there are no more answers") }
        let (line, rest) = answer.firstLine
        var response = Response(status: Self.status(line), url: request.url)
        var left = rest
        while !left.bytes.isEmpty {
            let (field, next) = left.firstLine
            left = next
            guard !field.bytes.isEmpty else { break }
            Self.add(field, to: &response)
        }
        guard left.bytes.count <= maximumBodyBytes else { throw FedauthError(.badAnswer, "the answer is too long") }
        response.body = left.secret
        return response
    }

    private static func status(_ line: FuzzInput) -> Int {
        let number = Int(line.text) ?? 200
        return (100...599).contains(number) ? number : 200
    }

    /// Adds a field as a real transport would: without CR, NUL, and blanks around the value.
    private static func add(_ field: FuzzInput, to response: inout Response) {
        guard let colon = field.bytes.firstIndex(of: 0x3A), !field.bytes.contains(0), !field.bytes.contains(0x0D) else {
            return
        }
        let name = String(decoding: field.bytes[..<colon], as: UTF8.self).lowercased()
        let value = FuzzInput(bytes: Array(field.bytes[(colon + 1)...].drop { $0 == 0x20 }))
        if name == "set-cookie" {
            response.setCookies.append(value.secret)
        } else {
            response.headers.append((name, value.text))
        }
    }

    /// Throws `BrokenProperty` if the password is in an address, or goes to an origin that is not in `origins`.
    func requirePasswordOnly(for origins: [Origin]) throws(BrokenProperty) {
        let needle = Surroundings.password
        for request in requests {
            try require(!request.url.withFragment.contains(needle), "the password is in '\(request.url)'")
            guard !origins.contains(request.url.origin) else { continue }
            let sent = [request.body].compactMap { $0 } + request.headers.map(\.value)
            for secret in sent {
                let text = secret.withBytes { String(decoding: $0, as: UTF8.self) }
                try require(!text.contains(needle), "the password went to '\(request.url.origin)'")
            }
        }
    }
}
