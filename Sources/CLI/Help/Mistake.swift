import ArgumentParser
import Core

/// The parser's error message in fedauth's style: one sentence, no capital, no full stop. Omits the parser's
/// suggestion, because `Hint` has better ones.
struct Mistake {
    let what: String

    init(_ error: any Error) {
        var text = String(Fedauth.message(for: error).prefix { $0 != "\n" }).folded(to: 250)
        // "Missing expected argument '<shell>'. Please …".
        if let end = text.firstRange(of: "'. ") { text = String(text[..<end.lowerBound]) + "'" }
        while let last = text.last, last == "." || last == "?" { text.removeLast() }
        what = text.prefix(1).lowercased() + String(text.dropFirst())
    }
}
