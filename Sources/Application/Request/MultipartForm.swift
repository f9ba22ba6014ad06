internal import Core
internal import Secrets
internal import System

/// A form with files (`multipart/form-data`, RFC 7578).
struct MultipartForm {
    /// Random and long, so that the content does not contain it.
    let boundary = "fedauth-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
    private(set) var pieces: [ConcatenatedBody.Piece] = []

    init(_ fields: [String], _ reader: inout ContentReader) throws(FedauthError) {
        for text in fields {
            let (name, value) = try ContentReader.split(text, for: "--form")
            var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(FormBody.quoted(name))\""
            guard value.hasPrefix("@") else {
                pieces += [Self.text(head + "\r\n\r\n"), reader.text(value), Self.text("\r\n")]
                continue
            }
            var path = String(value.dropFirst())
            var type = "application/octet-stream"
            if let mark = path.firstRange(of: ";type=") {
                type = String(path[mark.upperBound...])
                path = String(path[..<mark.lowerBound])
            }
            guard !type.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }), type.contains("/") else {
                throw FedauthError(
                    .usage, "'\(type.folded(to: 60))' is not a media type", hint: "write it like text/plain")
            }
            if path != "-" { head += "; filename=\"\(FormBody.quoted(FileNames.base(of: path)))\"" }
            pieces += [
                Self.text("\(head)\r\nContent-Type: \(type)\r\n\r\n"), try reader.sent(path), Self.text("\r\n"),
            ]
        }
        pieces.append(Self.text("--\(boundary)--\r\n"))
    }

    private static func text(_ text: String) -> ConcatenatedBody.Piece { .bytes(SharedSecret(text: text)) }
}
