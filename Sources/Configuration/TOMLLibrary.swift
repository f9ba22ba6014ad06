internal import CTOML

/// Information about toml++, which is compiled in.
public enum TOMLLibrary {
    /// Its version, such as `3.3.0`.
    public static var version: String { String(cString: ctoml_version()) }
}
