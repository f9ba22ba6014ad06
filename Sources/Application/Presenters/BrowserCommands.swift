/// The commands that may open an address: those in `BROWSER`, else the desktop's opener.
struct BrowserCommands {
    /// A command, with `%s` where the address belongs.
    struct Candidate {
        let words: [String]

        var program: String { words[0] }
        /// The program without its directory.
        var name: String { program.split(separator: "/").last.map(String.init) ?? program }
        /// Whether it shows pages in the terminal, and runs no scripts.
        var isTextBrowser: Bool { BrowserCommands.textBrowsers.contains(name) }
    }

    private static let textBrowsers: Set = [
        "browsh", "elinks", "links", "links2", "lynx", "netrik", "w3m", "www-browser",
    ]

    /// The commands, in the order in which they are tried.
    let candidates: [Candidate]

    /// Reads `BROWSER`, whose entries are separated by colons.
    init(_ environment: Environment) {
        if let chosen = environment["BROWSER"] {
            candidates = chosen.split(separator: ":").map { $0.split(separator: " ").map(String.init) }
                .filter { !$0.isEmpty }.map(Candidate.init)
        } else if environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil {
            candidates = [Candidate(words: ["xdg-open"])]
        } else {
            // Without a display the desktop's opener looks for text browsers.
            candidates = environment["WSL_DISTRO_NAME"] != nil ? [Candidate(words: ["wslview"])] : []
        }
    }
}
