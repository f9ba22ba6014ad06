internal import Glibc

/// The locales that are installed on this machine.
public enum InstalledLocale {
    /// Returns the name of the encoding of a locale; nil when the locale is not installed, `?` when it names none.
    public static func encoding(of name: String) -> String? {
        guard let locale = newlocale(LC_CTYPE_MASK, name, nil) else { return nil }
        defer { freelocale(locale) }
        return nl_langinfo_l(Int32(CODESET), locale).map { String(cString: $0) } ?? "?"
    }
}
