internal import CNSS
internal import System

/// A database of certificates that a browser trusts in addition to its own (NSS).
enum CertificateDatabase {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// Creates one below `home` with the certificates of a PEM text as authorities. Returns the reason of a failure.
    /// Chromium looks for it there; since version 146 it uses another place when this one does not exist.
    static func trust(_ certificates: String, home: String) -> String? {
        for part in ["/.pki", "/.pki/nssdb"] { try? Files.makeDirectory(home + part) }
        return trust(certificates, directory: home + "/.pki/nssdb")
    }

    /// Creates one in a directory (a profile of Firefox), with a PEM text's certificates as authorities. Returns a failure.
    static func trust(_ certificates: String, directory: String) -> String? {
        if let failure = cnss_load() { return "libnss3 cannot be opened: \(String(cString: failure))" }
        guard cnss_open(directory) else { return "no certificate database can be made" }
        defer { cnss_close() }
        var count = 0
        var rest = certificates[...]
        while let start = rest.firstRange(of: begin), let stop = rest[start.upperBound...].firstRange(of: end) {
            let certificate = String(rest[start.lowerBound..<stop.upperBound]) + "\n"
            guard cnss_trust(certificate, Int32(certificate.utf8.count), "fedauth \(count)") else {
                return "a certificate of '--cacert' cannot be read"
            }
            count += 1
            rest = rest[stop.upperBound...]
        }
        return count > 0 ? nil : "there is no certificate in the file of '--cacert'"
    }
}

/// The initial preferences of a new profile.
enum ProfilePreferences {
    /// Chromium treats a separate browser context as a private window, in which it blocks third-party cookies. Logins
    /// in frames and second factors need these cookies, and normal windows allow them. fedauth keeps the passwords.
    /// Nothing is fetched in advance: a document that was would be committed without a request that fedauth can check.
    private static let text =
        #"{"profile":{"cookie_controls_mode":0,"password_manager_enabled":false},"credentials_enable_service":false,"#
        + #""net":{"network_prediction_options":2}}"#

    /// Writes the preferences, unless the profile has some. Returns the reason of a failure.
    static func write(profile: String) -> String? {
        for folder in [profile, profile + "/Default"] {
            do throws(SystemFailure) {
                try Files.makeDirectory(folder)
            } catch  where error.exists {
            } catch { return "'\(folder)' cannot be made: \(error.message)" }
        }
        do throws(SystemFailure) {
            let file = try PrivateFile.create(profile + "/Default/Preferences")
            var text = text
            let isWritten = text.withUTF8 { file.writeAll(UnsafeRawBufferPointer($0)) }
            return isWritten ? nil : "the profile cannot be written to"
        } catch { return error.exists ? nil : "the profile cannot be written to" }
    }
}
