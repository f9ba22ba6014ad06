import ArgumentParser
import Core
import System

extension Command {
    /// The given settings as a configuration file holds them: a relative path of a file becomes absolute, because the file is
    /// read from other directories too.
    var settingsForFile: [Profile.Setting] {
        let known = CommandDescription(["profile", "add"])
        return givenSettings.map { setting in
            guard case .file = known.option("--" + setting.key)?.completionKind else { return setting }
            var setting = setting
            setting.values = setting.values.map { value in
                guard case .text(let path) = value, FileNames.exists(path) else { return value }
                return .text(FileNames.absolute(path))
            }
            return setting
        }
    }
}
