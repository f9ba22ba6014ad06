import ArgumentParser
import Glibc

/// When to colour what is printed.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}

/// What a stream can show beyond text.
struct Appearance {
    /// Whether what is written there is coloured.
    let hasColor: Bool
    /// Whether a line that stands there can be written anew.
    let canRewrite: Bool

    /// - Parameter descriptor: the stream; a terminal or not.
    ///
    /// Colour: what `choice` says; else none where `NO_COLOR` is set (https://no-color.org), colour where `FORCE_COLOR` or
    /// `CLICOLOR_FORCE` is, and by itself only on a terminal that is not `TERM=dumb`.
    init(of descriptor: Int32, _ choice: ColorChoice, _ environment: Environment) {
        canRewrite = isatty(descriptor) == 1 && environment["TERM"] != nil && environment["TERM"] != "dumb"
        hasColor =
            switch choice {
            case .always: true
            case .never: false
            case .auto:
                environment["NO_COLOR"] == nil
                    && (canRewrite || environment.isOn("FORCE_COLOR") || environment.isOn("CLICOLOR_FORCE"))
            }
    }

    /// Neither colour nor anything that moves.
    static let plain = Appearance()

    private init() {
        hasColor = false
        canRewrite = false
    }

    /// The colours, by what they say; ECMA-48 SGR parameters of the sixteen that every theme defines.
    enum Color: String {
        case good = "32"
        case notable = "33"
        case bad = "1;31"
        case advice = "36"
    }

    /// Returns the text in a colour, if colours are used.
    func paint(_ text: String, _ color: Color) -> String {
        hasColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[m" : text
    }
}
