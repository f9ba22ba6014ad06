public import Core
internal import System

/// A browser of this machine.
public struct InstalledBrowser: Equatable, Sendable {
    /// How fedauth controls it.
    public enum Engine: Sendable {
        /// By a pipe: Chromium, Chrome, Edge, Brave, Vivaldi.
        case chromium
        /// By a port in a network of its own.
        case firefox
    }

    /// How it was installed.
    public enum Package: Equatable, Sendable {
        /// For the whole machine, or unpacked by the user.
        case system
        /// As the snap of that name, which writes only to its own directory.
        case snap(String)
        /// As a flatpak, which fedauth cannot control.
        case flatpak
    }

    /// Its path.
    public var path: String
    /// How fedauth controls it.
    public var engine: Engine
    /// How it was installed.
    public var package: Package
}

/// The browsers that fedauth controls: their names, and where they are installed.
public enum BrowserPrograms {
    private struct Kind {
        let engine: InstalledBrowser.Engine
        /// The names of the program, searched in PATH.
        let names: [String]
        /// Its paths outside the usual PATH.
        var places: [String] = []
        /// Its ID as a flatpak.
        let flatpak: String
    }

    /// In order of preference.
    private static let kinds = [
        Kind(
            engine: .chromium, names: ["chromium", "chromium-browser"], places: ["/snap/bin/chromium"],
            flatpak: "org.chromium.Chromium"),
        Kind(
            engine: .chromium, names: ["google-chrome-stable", "google-chrome"],
            places: ["/opt/google/chrome/google-chrome"], flatpak: "com.google.Chrome"),
        Kind(
            engine: .chromium, names: ["microsoft-edge-stable", "microsoft-edge"],
            places: ["/opt/microsoft/msedge/microsoft-edge"], flatpak: "com.microsoft.Edge"),
        Kind(
            engine: .chromium, names: ["brave-browser-stable", "brave-browser", "brave"],
            places: ["/opt/brave.com/brave/brave-browser", "/snap/bin/brave"], flatpak: "com.brave.Browser"),
        Kind(
            engine: .chromium, names: ["vivaldi-stable", "vivaldi"], places: ["/opt/vivaldi/vivaldi"],
            flatpak: "com.vivaldi.Vivaldi"),
        Kind(
            engine: .firefox, names: ["firefox-esr", "firefox"], places: ["/opt/firefox/firefox", "/snap/bin/firefox"],
            flatpak: "org.mozilla.firefox"),
    ]

    /// Returns the named browser, or the first that is installed, of one engine. Throws `no-browser`.
    public static func find(
        _ named: String?, _ engine: InstalledBrowser.Engine = .chromium, on machine: any Machine
    ) throws(FedauthError) -> InstalledBrowser {
        if let named {
            guard let path = machine.program(named) else {
                throw FedauthError(
                    .noBrowser, "the browser '\(named.folded(to: 120))' is not a program", hint: naming(engine))
            }
            try refuseForeign(path, engine, machine)
            return try controlled(
                installed(path, engine, machine) ?? InstalledBrowser(path: path, engine: engine, package: .system))
        }
        let found = installed(engine, on: machine)
        // A sandbox around the browser is one more thing that may not work.
        if let best = found.first(where: { $0.package == .system }) { return best }
        if let other = found.first(where: { $0.package != .flatpak }) ?? found.first { return try controlled(other) }
        throw FedauthError(
            .noBrowser,
            engine == .firefox ? "no Firefox is installed" : "no Chromium, Chrome, Edge or Brave is installed",
            hint: installing(engine == .firefox ? .firefox : .chromium))
    }

    private static func installing(_ browser: Dependency) -> String {
        "install one of the distribution ('\(Distribution.current.install(browser))'), or name it by '--browser PATH'"
    }

    /// Returns the browser for a page: the named one, a Chromium if there is one, else a Firefox. Throws `no-browser`.
    public static func find(forPage named: String?, on machine: any Machine) throws(FedauthError) -> InstalledBrowser {
        if let named {
            let isFirefox = machine.program(named).map { engine(of: $0, machine) == .firefox } ?? false
            return try find(named, isFirefox ? .firefox : .chromium, on: machine)
        }
        do throws(FedauthError) {
            return try find(nil, .chromium, on: machine)
        } catch {
            guard let firefox = try? find(nil, .firefox, on: machine) else { throw error }
            return firefox
        }
    }

    private static func installed(_ engine: InstalledBrowser.Engine, on machine: any Machine) -> [InstalledBrowser] {
        let exports =
            ["/var/lib/flatpak/exports/bin/"]
            + (machine.environment["HOME"].map { [$0 + "/.local/share/flatpak/exports/bin/"] } ?? [])
        return kinds.filter { $0.engine == engine }.flatMap { kind in
            (kind.names + kind.places + exports.map { $0 + kind.flatpak }).compactMap(machine.program)
        }.compactMap { installed($0, engine, machine) }
    }

    /// Returns how the program at `path` was installed; nil for one that only asks to install a snap.
    private static func installed(
        _ path: String, _ engine: InstalledBrowser.Engine, _ machine: any Machine
    ) -> InstalledBrowser? {
        func browser(_ path: String, _ package: InstalledBrowser.Package) -> InstalledBrowser {
            InstalledBrowser(path: path, engine: engine, package: package)
        }
        func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
        if machine.resolved(path) == "/usr/bin/snap" || path.hasPrefix(snaps) {
            return browser(path, .snap(lastPart(path)))
        }
        if path.contains("/flatpak/exports/bin/") { return browser(path, .flatpak) }
        let start = machine.beginning(of: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard start.hasPrefix("#!") else { return browser(path, .system) }
        if start.contains("flatpak run") { return browser(path, .flatpak) }
        guard let snap = start.firstRange(of: snaps) else { return browser(path, .system) }
        // Ubuntu's packages contain only a script that starts the snap.
        let name = start[snap.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "-" }
        return machine.program(snaps + name).map { browser($0, .snap(String(name))) }
    }

    private static let snaps = "/snap/bin/"

    /// Throws `no-browser` for a browser whose sandbox keeps fedauth out.
    private static func controlled(_ browser: InstalledBrowser) throws(FedauthError) -> InstalledBrowser {
        switch (browser.engine, browser.package) {
        case (_, .system), (.chromium, .snap): return browser
        case (.chromium, .flatpak):
            throw FedauthError(
                .noBrowser, "'\(browser.path.folded(to: 120))' is a flatpak, which fedauth cannot control",
                hint: installing(.chromium))
        case (.firefox, .snap), (.firefox, .flatpak):
            let kind = browser.package == .flatpak ? "flatpak" : "snap"
            throw FedauthError(
                .noBrowser, "'\(browser.path.folded(to: 120))' is a \(kind), which fedauth cannot control",
                hint: "a Firefox that is neither snap nor flatpak, or a Chromium, can be named by '--browser PATH'")
        }
    }

    /// Throws `no-browser` for known browsers of another engine; they would open a window and never answer.
    private static func refuseForeign(
        _ path: String, _ engine: InstalledBrowser.Engine, _ machine: any Machine
    ) throws(FedauthError) {
        let others = ["epiphany", "falkon", "konqueror", "w3m", "lynx"]
        let foreign = names(path, machine).first { name in others.contains(where: name.hasPrefix) }
        let found = self.engine(of: path, machine)
        guard let name = foreign ?? (found == engine ? nil : names(path, machine).first) else { return }
        if engine == .chromium {
            throw FedauthError(
                .noBrowser,
                "'\(name.folded(to: 60))' does not know '--remote-debugging-pipe', by which a browser is driven",
                hint: found == .firefox && foreign == nil
                    ? naming(engine) + "; '--presenter firefox' takes a Firefox" : naming(engine))
        }
        throw FedauthError(.noBrowser, "'\(name.folded(to: 60))' is no Firefox", hint: naming(engine))
    }

    private static func naming(_ engine: InstalledBrowser.Engine) -> String {
        "'--browser PATH' names a \(engine == .firefox ? "Firefox" : "Chromium, Chrome, Edge or Brave")"
    }

    private static func engine(of path: String, _ machine: any Machine) -> InstalledBrowser.Engine {
        let firefoxes = ["firefox", "librewolf", "waterfox", "icecat"]
        // A flatpak has the name `org.mozilla.firefox`.
        return names(path, machine).contains { name in
            firefoxes.contains { name.hasPrefix($0) || name.hasSuffix("." + $0) }
        } ? .firefox : .chromium
    }

    /// The names of the file at `path`, and of that to which it leads.
    private static func names(_ path: String, _ machine: any Machine) -> [String] {
        [path, machine.resolved(path) ?? path].map { path in
            path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        }
    }
}
