import Core
import Secrets

/// A file for `EnvironmentFile=` (systemd.exec(5)), by the rules of systemd's own reader (`parse_env_file_internal` in
/// `src/basic/env-file.c`). In double quotes a backslash escapes `"`, `\`, `` ` `` and `$`; no other character is
/// special.
enum SystemdEnvironmentFile {
    static func text(_ entries: [(name: String, value: SharedSecret)]) throws(FedauthError) -> Secret {
        var out = Secret(capacity: 1024)
        for (name, value) in entries {
            if let obstacle = value.withBytes({ obstacle(in: $0) }) { throw .notCarried(name, obstacle, by: "systemd") }
            out.append(name + "=\"")
            value.withBytes { bytes in
                for byte in bytes {
                    if [0x22, 0x24, 0x5C, 0x60].contains(byte) { out.append(0x5C) }
                    out.append(byte)
                }
            }
            out.append("\"\n")
        }
        return out
    }

    /// Returns why systemd rejects a value: `env_value_is_valid` drops a variable with control characters except tab
    /// and line break, and with invalid UTF-8, including non-characters.
    private static func obstacle(in value: UnsafeRawBufferPointer) -> String? {
        ValueObstacle.control(in: value, except: [0x09, 0x0A])
            ?? ValueObstacle.notUTF8(in: value) { !(0xFDD0...0xFDEF).contains($0.value) && $0.value & 0xFFFE != 0xFFFE }
    }
}

/// `NAME=value`, each followed by a NUL, as in `/proc/PID/environ`, `env -0` and `xargs -0`: exact for every value.
enum EnvironmentBlock {
    static func text(_ entries: [(name: String, value: SharedSecret)]) throws(FedauthError) -> Secret {
        var out = Secret(capacity: 1024)
        for (name, value) in entries {
            if let obstacle = value.withBytes({ ValueObstacle.nul(in: $0) }) {
                throw .notCarried(name, obstacle, by: "env")
            }
            out.append(name + "=")
            value.withBytes { out.append($0) }
            out.append(0)
        }
        return out
    }
}
