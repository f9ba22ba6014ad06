import Core
import Secrets

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
