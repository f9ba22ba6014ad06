/// Knows under which domains anybody can register names (https://publicsuffix.org).
public protocol PublicSuffixes: AnyObject {
    /// True when `domain` (lower case, no leading dot) is such a suffix: `com`, `co.uk`, `github.io`. A single label
    /// counts as one.
    func isPublicSuffix(_ domain: String) -> Bool
}
