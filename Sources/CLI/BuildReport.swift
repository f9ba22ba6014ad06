import Application
import CBuildInfo
import Configuration
import Core
import System

/// What `--version --json` prints: what this program is made of.
struct BuildReport {
    /// A library, and how fedauth comes to it: `static`, or `on-demand`.
    struct Library: Equatable {
        var name: String
        /// Missing for a library that this machine does not have.
        var version: String?
        var linked: String
    }

    /// 40 hexadecimal digits; missing where the build does not know it, as in all builds that `make` did not make.
    var commit: String?
    /// Whether a file differed from the commit.
    var modified: Bool?
    var compiler: String?
    /// What is new in this version, from the changelog; none in builds that `make` did not make.
    var news: [String] = []
    var libraries: [Library] = []

    var json: JSONValue {
        .sorted([
            "version": .text(Version.number), "commit": .text(ifAny: commit),
            "changed": modified.map(JSONValue.bool), "compiler": .text(ifAny: compiler),
            "news": news.isEmpty ? nil : .texts(news),
            "libraries": .array(
                libraries.map {
                    .sorted(["name": .text($0.name), "version": .text(ifAny: $0.version), "linked": .text($0.linked)])
                }),
        ])
    }

    /// Reports this build, and opens the libraries of this machine for their versions.
    init() { self.init(facts: String(cString: cbuildinfo_text()), installed: LinkedLibraries()) }

    /// `facts` is what `scripts/build-info` wrote.
    init(facts: String, installed: any InstalledLibraries) {
        for line in facts.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            switch (words.first, words.count) {
            case ("commit", 2...): (commit, modified) = (words[1], words.last == "modified")
            case ("compiler", 2...): compiler = words.dropFirst().joined(separator: " ")
            case ("news", 2...): news.append(words.dropFirst().joined(separator: " "))
            case ("static", 3): libraries.append(Library(name: words[1], version: words[2], linked: "static"))
            default: break
            }
        }
        libraries.append(Library(name: "toml++", version: TOMLLibrary.version, linked: "static"))
        libraries += [
            // `OpenSSL 3.0.16 11 Feb 2025`.
            onDemand("libcrypto") { () throws(FedauthError) in
                try installed.version(of: .crypto)?.split(separator: " ").dropFirst().first.map(String.init)
            },
            onDemand("libcurl") { () throws(FedauthError) in try installed.transport().version },
        ]
        for (name, library) in [
            ("libmicrohttpd", Dependency.microhttpd), ("libqrencode", .qrencode), ("libxml2", .xml2),
        ] { libraries.append(onDemand(name) { () throws(FedauthError) in try installed.version(of: library) }) }
    }

    private func onDemand(_ name: String, _ version: () throws(FedauthError) -> String?) -> Library {
        Library(name: name, version: try? version(), linked: "on-demand")
    }
}
