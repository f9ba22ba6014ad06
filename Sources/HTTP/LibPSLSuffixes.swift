internal import CCurl
public import Core

/// The public suffix list of libpsl, which is installed with Debian's libcurl; opened on first use. Without the library
/// (not `isComplete`) the answer is stricter where that costs little: a single label is a suffix, and so are well-known
/// second levels (`co`, `com`, `ac`, …) below a country domain, and a few large hosting domains. The rest of the list
/// is then missing: a cookie may be set for all neighbours of `example.k12.or.us`.
public final class LibPSLSuffixes: PublicSuffixes {
    private enum Source {
        case none
        /// The list in the library, which owns it.
        case builtin(OpaquePointer)
        /// The newer of the system's file and the built-in list; owned by this value.
        case latest(OpaquePointer)
    }

    /// Nil: not opened yet. Not lazy: the deinitialiser would open it.
    private var opened: Source?
    private var source: Source {
        let source = opened ?? Self.open()
        opened = source
        return source
    }

    /// Opens nothing yet.
    public init() {}

    deinit {
        if case .latest(let list)? = opened { psl_free(list) }
    }

    /// Whether the complete list is available.
    public var isComplete: Bool {
        if case .none = source { return false }
        return true
    }

    /// Returns whether the domain is a public suffix, by the private and ICANN parts of the list
    /// (`psl_is_public_suffix2`), or by simple rules without a list.
    public func isPublicSuffix(_ domain: String) -> Bool {
        switch source {
        case .none: SuffixRules.isPublicSuffix(domain)
        case .builtin(let list), .latest(let list): psl_is_public_suffix2(list, domain, Int32(ccurl_psl_type_any)) != 0
        }
    }

    private static func open() -> Source {
        guard ccurl_load_psl() else { return .none }
        if let latest = psl_latest(nil) { return .latest(latest) }
        if let builtin = psl_builtin() { return .builtin(builtin) }
        return .none
    }
}

/// Simple rules for use without a list.
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
