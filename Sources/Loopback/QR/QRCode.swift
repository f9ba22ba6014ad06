internal import CQR
public import Core
internal import System

/// A QR code (ISO/IEC 18004): a square of dark and light modules.
public struct QRCode: Sendable {
    /// Number of modules per side, without the quiet zone.
    public let width: Int
    private let modules: [UInt8]
    /// The width of the largest code, version 40.
    private static let maximumWidth = 177

    /// Encodes a text; nil when it is too long. Throws `error` when the library is missing.
    public init?(_ text: String) throws(FedauthError) {
        try Self.check()
        var modules = [UInt8](repeating: 0, count: Self.maximumWidth * Self.maximumWidth)
        let width = Int(cqr_encode(text, &modules, modules.count))
        guard width > 0 else { return nil }
        self.width = width
        self.modules = Array(modules.prefix(width * width))
    }

    /// Creates a code from its modules, row by row.
    public init(width: Int, isDark: (_ x: Int, _ y: Int) -> Bool) {
        self.width = width
        modules = (0..<(width * width)).map { isDark($0 % width, $0 / width) ? 1 : 0 }
    }

    /// Returns whether a module is dark; modules outside the code are light.
    public func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<width).contains(x) && (0..<width).contains(y) && modules[y * width + x] == 1
    }

    /// Returns the library's version. Throws `error`, naming the package, when it is not installed.
    public static func libraryVersion() throws(FedauthError) -> String {
        try check()
        return cqr_version().map { String(cString: $0) } ?? "?"
    }

    private static func check() throws(FedauthError) {
        guard let why = cqr_load() else { return }
        throw FedauthError(
            .other, "the library \(Dependency.qrencode.quotedFiles) cannot be used",
            hint: Distribution.current.install(.qrencode), causes: [String(cString: why)])
    }
}
