import Secrets

/// A parser or classifier, and an input for it of any size.
struct GrowthCase {
    let name: String
    /// The smallest size; large enough that what is constant matters little, small enough for valgrind.
    let size: Int
    /// Makes the input and returns what is measured.
    let prepare: (_ size: Int) -> () -> Void

    init(_ name: String, _ size: Int, _ prepare: @escaping (_ size: Int) -> () -> Void) {
        self.name = name
        self.size = size
        self.prepare = prepare
    }

    static var all: [GrowthCase] { pages + pageParsers + signIns + messages + fields + files }
}

/// What is measured next.
enum Measured {
    nonisolated(unsafe) static var body: (() -> Void)?
    /// Keeps results alive until after the measuring.
    nonisolated(unsafe) static var result: Any?
}

/// The function whose instructions are counted: valgrind knows it by this name.
@_silgen_name("growth_measured") @inline(never)
func measuredWork() { Measured.body?() }

/// `part(0) + part(1) + …`
func repeated(_ count: Int, _ part: (Int) -> String) -> String { (0..<count).map(part).joined() }

func repeated(_ count: Int, _ part: String) -> String { String(repeating: part, count: count) }

func secret(_ text: String) -> SharedSecret { SharedSecret(text: text) }

/// Texts of a kind, of any size.
struct GrowthText {
    let name: String
    let size: Int
    let text: (_ size: Int) -> String

    init(_ name: String, _ size: Int, _ text: @escaping (_ size: Int) -> String) {
        self.name = name
        self.size = size
        self.text = text
    }
}
