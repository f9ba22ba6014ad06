import Application
import System

/// When to colour output.
enum ColorChoice: String, OptionValue, CaseIterable {
    case auto, always, never
}

/// The features of a stream besides plain text.
struct Appearance {
    /// Whether output is coloured.
    let hasColor: Bool
    /// Whether a line that has been written can be replaced.
    let canRewrite: Bool

    /// Colour follows `choice`; without one, `NO_COLOR` disables it (https://no-color.org), `FORCE_COLOR` or
    /// `CLICOLOR_FORCE` enables it, and otherwise only a terminal other than `TERM=dumb` has it.
    init(of descriptor: Int32, _ choice: ColorChoice, _ environment: Environment) {
        canRewrite = Terminal.isTerminal(descriptor) && environment["TERM"] != nil && environment["TERM"] != "dumb"
        hasColor =
            switch choice {
            case .always: true
            case .never: false
            case .auto:
                environment["NO_COLOR"] == nil
                    && (canRewrite || environment.isOn("FORCE_COLOR") || environment.isOn("CLICOLOR_FORCE"))
            }
    }

    /// No colour, and no line that changes.
    static let plain = Appearance()

    private init() {
        hasColor = false
        canRewrite = false
    }

    /// The colours by their meaning; SGR parameters of ECMA-48, from the sixteen colours that every theme defines.
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
