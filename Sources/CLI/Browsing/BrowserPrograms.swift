import Core

/// The browsers that can be driven over a pipe.
enum BrowserPrograms {
    /// In the order of preference; all of Chromium's kind.
    static let names = [
        "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge-stable",
        "microsoft-edge", "brave-browser", "brave",
    ]

    /// The one that is named, or the first that is installed. Throws `no-browser`.
    static func find(_ named: String?, _ environment: Environment) throws(FedauthError) -> String {
        let search = ProgramSearch(environment)
        if let named {
            guard let path = search.path(named) else {
                throw FedauthError(
                    .noBrowser, "the browser '\(named.folded(to: 120))' is no program",
                    hint: "'--browser PATH' names a Chromium, Chrome, Edge or Brave")
            }
            return path
        }
        guard let path = names.lazy.compactMap(search.path).first else {
            throw FedauthError(
                .noBrowser, "no Chromium, Chrome, Edge or Brave is installed",
                hint: "install one ('apt install chromium'), or name it by '--browser PATH'")
        }
        return path
    }
}
