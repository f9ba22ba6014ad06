internal import System

/// The initial preferences of a new profile.
enum ProfilePreferences {
    /// Chromium treats a separate browser context as a private window, in which it blocks third-party cookies. Logins
    /// in frames and second factors need these cookies, and normal windows allow them. Passwords are kept by fedauth,
    /// not by the browser. Nothing is fetched in advance: a document that was would be committed without a request that fedauth
    /// can check.
    private static let text =
        #"{"profile":{"cookie_controls_mode":0,"password_manager_enabled":false},"credentials_enable_service":false,"#
        + #""net":{"network_prediction_options":2}}"#

    /// Writes the preferences, unless the profile has some. Returns the reason of a failure.
    static func write(profile: String) -> String? {
        for folder in [profile, profile + "/Default"] {
            do throws(SystemFailure) {
                try Files.makeDirectory(folder)
            } catch  where error.exists {
            } catch {
                return "'\(folder)' cannot be made: \(error.message)"
            }
        }
        do throws(SystemFailure) {
            let file = try PrivateFile.create(profile + "/Default/Preferences")
            var text = text
            let isWritten = text.withUTF8 { file.writeAll(UnsafeRawBufferPointer($0)) }
            return isWritten ? nil : "the profile cannot be written to"
        } catch {
            return error.exists ? nil : "the profile cannot be written to"
        }
    }
}
