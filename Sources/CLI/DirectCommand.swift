import Application
import Core

/// The commands that prompts, loops, other programs and Tab run, made without the argument parser, which takes half the
/// instructions of their start.
///
/// Knows a single rule of the parser: a word that does not begin with "-" is an argument. Everything else is left to the
/// parser: other words, and options that come from a variable or from the configuration file.
enum DirectCommand {
    /// Returns the command of these words; nil: the parser must read them.
    static func command(_ words: [String], _ environment: Environment) -> (any Command)? {
        guard words.count <= 3, !words.contains(where: { $0.isEmpty || $0.hasPrefix("-") }) else { return nil }
        var storage = StoreOptions.unset
        if let word = environment[Profile.Setting.variable("store")] {
            guard let store = StoreBackend(argument: word) else { return nil }
            storage.store = store
        }
        let command: any Command
        switch (words.first, words.count) {
        case ("store", 3) where words[1] == "get": command = StoreGet(unset: words[2], storage)
        case ("store", 3) where words[1] == "put": command = StorePut(unset: words[2], storage)
        case ("store", 2) where words[1] == "list": command = StoreList(unset: storage)
        case ("export-cookies", ...2): command = ExportCookies(unset: words.dropFirst().first, storage)
        case ("credential", 2): command = CredentialCommand(unset: words[1], storage)
        case ("status", ...2): command = Status(unset: words.dropFirst().first, storage)
        default: return nil
        }
        // Most environments have no other variable of an option.
        guard environment.hasSettings else { return command }
        let others = names(of: command).lazy.filter { $0 != "store" }.map { Profile.Setting.variable($0) }
        return others.allSatisfy { environment[$0] == nil } ? command : nil
    }

    /// Returns whether settings of the configuration file set none of the command's options.
    static func isComplete(_ command: any Command, without settings: [Profile.Setting]) -> Bool {
        guard !settings.isEmpty else { return true }
        let names = names(of: command)
        return !settings.contains { names.contains($0.key) }
    }

    private static func names(of command: any Command) -> [String] {
        command is Status ? common + network : common
    }

    /// The options of `StoreOptions` and `GlobalOptions`. Reflection for the names takes longer than the command.
    static let common = [
        "store", "store-passphrase-file", "store-passphrase-fd", "store-key-file", "no-cache", "json", "quiet",
        "verbose", "color", "no-input", "config",
    ]
    /// The options of `NetworkOptions`.
    static let network = [
        "cacert", "pin", "crl", "require-ocsp", "identity", "provider", "provider-origin", "proxy", "proxy-user",
        "proxy-password-file", "proxy-password-fd", "proxy-password-command", "resolve", "allow-host", "allow-http",
        "insecure", "timeout", "trace", "trace-secrets",
    ]
}

extension StoreGet {
    fileprivate init(unset name: String, _ storage: StoreOptions) {
        self.init()
        self.name = name
        destination = .unset
        (keyringAttribute, evenExpired, code, clip, duration) = ([], false, false, false, nil)
        (self.storage, global) = (storage, .unset)
    }
}

extension StorePut {
    fileprivate init(unset name: String, _ storage: StoreOptions) {
        self.init()
        self.name = name
        (words, wordForValue, file, kind, attribute, contentType) = ([], nil, nil, nil, [], nil)
        (expires, empty, fresh, ifAbsent, ifVersion) = (nil, false, false, false, nil)
        (self.storage, global) = (storage, .unset)
    }
}

extension StoreList {
    fileprivate init(unset storage: StoreOptions) {
        self.init()
        stores = false
        (self.storage, global) = (storage, .unset)
    }
}

extension ExportCookies {
    fileprivate init(unset profile: String?, _ storage: StoreOptions) {
        self.init()
        self.profile = profile
        (shell, format, unset) = (nil, nil, false)
        cookies = CookieOptions()
        (cookies.dialect, cookies.url, cookies.all) = (nil, nil, false)
        destination = .unset
        (self.storage, global) = (storage, .unset)
    }
}

extension CredentialCommand {
    fileprivate init(unset operation: String, _ storage: StoreOptions) {
        self.init()
        self.operation = operation
        expires = nil
        (self.storage, global) = (storage, .unset)
    }
}

extension Status {
    fileprivate init(unset profile: String?, _ storage: StoreOptions) {
        self.init()
        choice = SessionChoice()
        (choice.profile, choice.all) = (profile, false)
        check = false
        (network, self.storage, global) = (.unset, storage, .unset)
    }
}

extension OutputOptions {
    fileprivate static var unset: Self {
        var options = Self()
        options.output = nil
        return options
    }
}

extension GlobalOptions {
    fileprivate static var unset: Self {
        var options = Self()
        (options.json, options.quiet, options.verbose, options.color) = (false, false, false, .auto)
        (options.noInput, options.config) = (false, nil)
        return options
    }
}

extension StoreOptions {
    fileprivate static var unset: Self {
        var options = Self()
        (options.store, options.storePassphraseFile, options.storePassphraseFd) = (nil, nil, nil)
        (options.storeKeyFile, options.noCache) = (nil, false)
        return options
    }
}

extension NetworkOptions {
    fileprivate static var unset: Self {
        var options = Self()
        (options.cacert, options.pin, options.crl, options.requireOcsp) = (nil, [], [], false)
        (options.identity, options.provider, options.providerOrigin) = (nil, nil, [])
        (options.proxy, options.proxyUser, options.proxyPasswordFile) = (nil, nil, nil)
        (options.proxyPasswordFd, options.proxyPasswordCommand) = (nil, nil)
        (options.resolve, options.allowHost, options.allowHttp, options.insecure) = ([], [], false, false)
        (options.timeout, options.trace, options.traceSecrets) = (nil, nil, false)
        return options
    }
}
