import Application
import Core
import Testing

@testable import CLI

/// Options that take an address, an origin or a length of time.
struct AddressOptionTests {
    /// The names that the help shows for such values.
    private static let values: Set<String> = ["url", "backend-url", "host-or-url", "file-or-url", "origin", "time"]

    @Test func everyAddressErrorNamesItsOption() throws {
        let scene = try ConfigurationScene()
        var count = 0
        for (path, type) in OptionTests.commands where type.configuration.sections.isEmpty {
            // 'login' looks for a profile first; the command of its method then takes the options. For doctor, an invalid
            // address is a failed check.
            guard type is any Command.Type, type != Login.self, type != Doctor.self else { continue }
            let description = CommandDescription(path)
            let positionals = description.positionals.filter { !$0.isOptional }.map { _ in "x" }
            for option in description.options {
                let value = option.valueName
                guard option.kind == .option, Self.values.contains(value) else { continue }
                count += 1
                let bad = value == "file-or-url" ? "http://x" : value == "time" ? "5q" : "ftp://x"
                let words = path + ["\(option.longForm)=\(bad)"] + positionals
                do {
                    _ = try scene.prepare(words, "")
                    Issue.record("\(words) is taken")
                } catch let error as FedauthError {
                    #expect(error.code == .usage, "\(words)")
                    #expect(error.message.hasPrefix("'\(option.longForm)': "), "\(words): \(error.message)")
                } catch let mistake as Mistake {
                    #expect(mistake.what.contains("'\(option.longForm) <"), "\(words): \(mistake.what)")
                }
            }
        }
        #expect(count > 50)
    }

    /// A variable of the environment sets an option too; the message names the option.
    @Test func anAddressOfTheEnvironmentNamesItsOption() throws {
        let error = try #require(throws: FedauthError.self) {
            _ = try ConfigurationScene().prepare(["saml", "h.test"], "", ["FEDAUTH_CHECK": "ftp://x"])
        }
        #expect(error.message.hasPrefix("'--check': "), "\(error.message)")
    }

    /// The address settings of the methods, which doctor, `request` and the validator read, are exactly the settings that are
    /// validated as addresses.
    @Test func everyAddressSettingIsListedOnce() {
        let listed = AddressSetting.all.map(\.key)
        #expect(Set(listed).count == listed.count)
        // The sign-out address of a platform may be relative.
        let addresses = Settings.all.filter { $0.form?.isAddress == true }.map(\.name)
        #expect(Set(addresses).union(["adfs"]).subtracting(listed) == ["exchange-logout"])
        #expect(Set(listed).isSubset(of: Settings.names))
        for command in Settings.methodCommands {
            #expect(command.methodName == command.method.rawValue)
            #expect(!command.method.serverSettings.isEmpty)
        }
    }
}
