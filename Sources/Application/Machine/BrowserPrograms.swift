public import Core
internal import System

/// The browsers that can be driven over a pipe.
public enum BrowserPrograms {
    /// The names of the programs, in order of preference; all are based on Chromium.
    static let names = [
        "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge-stable",
        "microsoft-edge", "brave-browser", "brave",
    ]

    /// Returns the named browser, or the first that is installed. Throws `no-browser`.
    public static func find(_ named: String?, on machine: any Machine) throws(FedauthError) -> String {
        if let named {
            guard let path = machine.program(named) else {
                throw FedauthError(
                    .noBrowser, "the browser '\(named.folded(to: 120))' is not a program",
                    hint: "'--browser PATH' names a Chromium, Chrome, Edge or Brave")
            }
            try refuseForeign(path, machine)
            return path
        }
        guard let path = names.lazy.compactMap(machine.program).first else {
            throw FedauthError(
                .noBrowser, "no Chromium, Chrome, Edge or Brave is installed",
                hint: "install one ('\(Distribution.current.install(.chromium))'), or name it by '--browser PATH'")
        }
        return path
    }

    /// Throws `no-browser` for known browsers that are not based on Chromium; they would open a window and never
    /// answer.
    private static func refuseForeign(_ path: String, _ machine: any Machine) throws(FedauthError) {
        let names = [path, machine.resolved(path) ?? path].map { path in
            path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        }
        let foreign = ["firefox", "librewolf", "waterfox", "icecat", "epiphany", "falkon", "konqueror", "w3m", "lynx"]
        guard let name = names.first(where: { name in foreign.contains(where: name.hasPrefix) }) else { return }
        throw FedauthError(
            .noBrowser,
            "'\(name.folded(to: 60))' does not know '--remote-debugging-pipe', by which a browser is driven",
            hint: "'--browser PATH' names a Chromium, Chrome, Edge or Brave")
    }
}
