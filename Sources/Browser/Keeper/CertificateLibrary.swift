internal import CNSS

/// What a browser of Chromium's kind keeps the certificates in that its user trusts.
public enum CertificateLibrary {
    /// Why a browser cannot be told of `--cacert`; nil when it can.
    public static var failure: String? { cnss_load().map { String(cString: $0) } }
}
