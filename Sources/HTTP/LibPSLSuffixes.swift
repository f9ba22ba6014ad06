internal import CCurl
public import Core

/// The public suffix list as libpsl has it, which comes with Debian's libcurl; opened at the first question.
///
/// Without the library the answer errs on the side of "anybody can register there" where it costs little: a single
/// label is a suffix, and so is a well-known second level (`co`, `com`, `ac`, …) below a country's domain, and a
/// handful of large hosting domains. The rest of the list is then unknown: a cookie may be set for
/// `example.k12.or.us`'s neighbours. `isComplete` tells.
public final class LibPSLSuffixes: PublicSuffixes {
    private enum Source {
        case none
        /// In the library itself; not ours to free.
        case builtin(OpaquePointer)
        /// The newer of the system's file and the built-in list; ours.
        case latest(OpaquePointer)
    }

    private lazy var source = Self.open()

    /// Opens nothing yet.
    public init() {}

    deinit {
        if case .latest(let list) = source { psl_free(list) }
    }

    /// True when the whole list is at hand.
    public var isComplete: Bool {
        if case .none = source { return false }
        return true
    }

    /// By the list (`psl_is_public_suffix2`), private and ICANN parts; by rules of thumb where there is none.
    public func isPublicSuffix(_ domain: String) -> Bool {
        switch source {
        case .none: SuffixRules.isPublicSuffix(domain)
        case .builtin(let list), .latest(let list):
            psl_is_public_suffix2(list, domain, Int32(ccurl_psl_type_any)) != 0
        }
    }

    private static func open() -> Source {
        guard ccurl_load_psl() else { return .none }
        if let latest = psl_latest(nil) { return .latest(latest) }
        if let builtin = psl_builtin() { return .builtin(builtin) }
        return .none
    }
}

/// The rule of thumb where there is no list.
enum SuffixRules {
    private static let secondLevels: Set<Substring> = [
        "ac", "co", "com", "edu", "gob", "gov", "go", "gouv", "mil", "ne", "net", "or", "org", "sch", "nom",
    ]
    private static let hosting: Set<String> = [
        "github.io", "gitlab.io", "herokuapp.com", "azurewebsites.net", "cloudfront.net", "amazonaws.com",
        "appspot.com", "web.app", "pages.dev", "workers.dev", "vercel.app", "netlify.app", "blogspot.com",
    ]

    static func isPublicSuffix(_ domain: String) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        switch labels.count {
        case 0, 1: return true
        case 2: return (labels[1].count == 2 && secondLevels.contains(labels[0])) || hosting.contains(domain)
        default: return false
        }
    }
}
