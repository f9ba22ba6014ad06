import Configuration
import Core

/// A configuration file: each edit has its intended effect and leaves all other settings and comments unchanged, or is
/// rejected. The first byte chooses the inserted setting.
@Sendable func checkTOML(_ input: FuzzInput) throws {
    let (choice, rest) = input.choice(among: 9)
    guard
        let text = try attempt({ () throws(FedauthError) in
            try rest.withBytes { (bytes) throws(FedauthError) in try ConfigurationText.decode(bytes, path: "c") }
        })
    else { return }
    let parse: (String) throws(FedauthError) -> Configuration = { (text) throws(FedauthError) in
        try ConfigurationText.parse(text, path: "c")
    }
    guard let before = try attempt({ () throws(FedauthError) in try parse(text) }) else { return }
    for mistake in before.mistakes { try requireReadable(mistake.error(in: "c")) }
    let values: [Profile.Setting.Value] = [.text("v\"\\\n\u{1}ü"), .flag(true), .number(7)]
    let setting = Profile.Setting(key: ["user", "finish", "field"][choice % 3], values: Array(values[...(choice / 3)]))
    let new = Profile(name: "new.name", settings: [setting])
    if let edited = try attempt({ () throws(FedauthError) in
        try ConfigurationEdit.adding(new, to: text, path: "c")
    }) {
        try require(edited.utf8.starts(with: text.utf8), "adding has changed what was there")
        try require(try parse(edited).profile("new.name")?.settings == new.settings, "the new profile is another one")
    }
    for profile in before.profiles.prefix(4) {
        let others = before.profiles.filter { $0.name != profile.name }
        func check(_ edit: () throws(FedauthError) -> String) throws {
            guard let edited = try attempt(edit) else { return }
            let after = try again("what was edited is not read") { try parse(edited) }
            try require(after.defaults == before.defaults, "the defaults have changed")
            try require(others.allSatisfy { after.profile($0.name) == $0 }, "another profile has changed")
        }
        try check { () throws(FedauthError) in
            try ConfigurationEdit.changing(profile.name, setting: [setting], removing: [], in: text, path: "c")
        }
        let key = profile.settings.first?.key ?? "user"
        try check { () throws(FedauthError) in
            try ConfigurationEdit.changing(profile.name, setting: [], removing: [key], in: text, path: "c")
        }
        try check { () throws(FedauthError) in
            try ConfigurationEdit.removing(profile.name, from: text, path: "c")
        }
    }
}

/// A discovery document of SAP: its settings are addresses, and the same each time.
@Sendable func checkDiscovery(_ input: FuzzInput) throws {
    guard let value = try? input.withBytes({ try JSONReader.parse($0) }) else { return }
    let read: () throws(FedauthError) -> DiscoveryDocument = { () throws(FedauthError) in
        try DiscoveryDocument(value, name: "d")
    }
    guard let document = try attempt(read) else { return }
    try require(try read().settings == document.settings, "two readings differ")
    for setting in document.settings {
        guard case .text(let address)? = setting.values.first else {
            throw BrokenProperty(description: "'\(setting.key)' is not text")
        }
        _ = try again("'\(address)' is not an address") { try WebURL(argument: address) }
    }
}
