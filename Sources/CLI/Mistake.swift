import ArgumentParser
import Core

/// What the parser says of words that it cannot take, in our manner: one sentence, a small letter, no full stop.
struct Mistake {
    let what: String

    init(_ error: any Error) {
        let line = String(Fedauth.message(for: error).prefix { $0 != "\n" }).folded(to: 250)
        var text = line
        // "Missing expected argument '<shell>'. Please …", but "Did you mean" is worth keeping.
        if let end = line.firstRange(of: "'. ") {
            let rest = String(line[end.upperBound...])
            text = String(line[..<end.lowerBound]) + "'"
            if rest.hasPrefix("Did you mean") { text += "; d" + String(rest.dropFirst()) }
        }
        while let last = text.last, last == "." || last == "?" { text.removeLast() }
        what = text.prefix(1).lowercased() + String(text.dropFirst())
    }
}
