import Application
import Core

extension ConfigurationValidator {
    /// Creates the validator of the options that a profile can hold.
    init() {
        self.init(
            KnownSettings(
                excluding: Settings.excluded, Settings.names,
                commands: ExternalCommand.ownNames, meaning: FamiliarSettings.meaning,
                type: { Settings.named($0).map { SettingType($0) } }))
    }

    /// Throws the first mistake in the values of those settings that come from the file and are for the group.
    func checkValues(
        _ settings: [Profile.Setting], for group: any OptionGroup.Type, in configuration: Configuration, path: String
    ) throws(FedauthError) {
        try checkValues(settings, among: Set(group.arguments.map(\.name)), in: configuration, path: path)
    }
}

extension SettingType {
    /// Describes what a setting of this option takes.
    init(_ option: Argument) { self.init(option.name, Self.kind(of: option), isRepeated: option.isRepeating) }

    private static func kind(of option: Argument) -> Kind {
        let type = option.type
        if type == Bool.self { return .flag }
        if type == String.self { return .text(option.form) }
        let choices = type.choices
        let list = choices.map { "'\($0)'" }
        let expected =
            type.expected
            ?? (list.isEmpty
                ? "what '--\(option.name)' takes"
                : [list.dropLast().joined(separator: ", "), list.last ?? ""].filter { !$0.isEmpty }
                    .joined(separator: " or "))
        let isInteger = type is any FixedWidthInteger.Type
        return .word(
            SettingWord(expected, choices: choices, takesNumbers: type.takesNumbers) { text in
                type.init(argument: text) != nil && !(isInteger && text.hasPrefix("-"))
            })
    }
}
