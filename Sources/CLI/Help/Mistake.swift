import ArgumentParser
import Core

/// What the parser says of words that it cannot take, in our manner: one sentence, a small letter, no full stop. What it
/// proposes is left out; `Hint` knows better.
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
