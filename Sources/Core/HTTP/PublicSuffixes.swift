/// The public suffix list: domains under which the public can register names (https://publicsuffix.org).
public protocol PublicSuffixes: AnyObject {
    /// Returns true when `domain` (lower case, no leading dot) is a public suffix: `com`, `co.uk`, `github.io`. A
    /// single label counts as one.
    func isPublicSuffix(_ domain: String) -> Bool
}
