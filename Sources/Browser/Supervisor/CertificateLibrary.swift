internal import CNSS

/// The library with which browsers of the Chromium family store certificates that the user trusts.
public enum CertificateLibrary {
    /// Why `--cacert` cannot be passed to a browser; nil when it can.
    public static var failure: String? { cnss_load().map { String(cString: $0) } }
}
