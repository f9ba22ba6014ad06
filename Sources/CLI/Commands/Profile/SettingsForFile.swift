import Core
import System

extension Command {
    /// The given settings as a configuration file holds them: a relative path of a file becomes absolute, because the file is
    /// read from other directories too.
    var settingsForFile: [Profile.Setting] {
        return givenSettings.map { setting in
            guard case .file = Settings.named(setting.key)?.completion else { return setting }
            var setting = setting
            setting.values = setting.values.map { value in
                guard case .text(let path) = value else { return value }
                // Another word may be the name of a program, or the address of a key in a token.
                let isPath =
                    FileNames.exists(path) || setting.key.hasSuffix("-file") && path != "-"
                    || path.contains("/") && !path.hasPrefix("~") && !path.contains(":")
                return isPath ? .text(FileNames.absolute(path)) : value
            }
            return setting
        }
    }
}
