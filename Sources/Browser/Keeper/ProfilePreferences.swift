internal import Glibc
internal import System

/// What a new profile begins with.
enum ProfilePreferences {
    /// A context of our own counts as a private window to Chromium, in which cookies of other sites in frames are blocked;
    /// logins in frames and second factors need them, and in an ordinary window they work. Passwords are ours to keep.
    private static let text =
        #"{"profile":{"cookie_controls_mode":0,"password_manager_enabled":false},"credentials_enable_service":false}"#

    /// Writes them, unless the profile has some already. Returns what went wrong.
    static func write(profile: String) -> String? {
        for folder in [profile, profile + "/Default"] where mkdir(folder, 0o700) != 0 && errno != EEXIST {
            return "'\(folder)' cannot be made: \(String(cString: strerror(errno)))"
        }
        do throws(SystemFailure) {
            let file = try PrivateFile.create(profile + "/Default/Preferences")
            var text = text
            let isWritten = text.withUTF8 { file.writeAll(UnsafeRawBufferPointer($0)) }
            return isWritten ? nil : "the profile cannot be written to"
        } catch {
            return error.number == EEXIST ? nil : "the profile cannot be written to"
        }
    }
}
