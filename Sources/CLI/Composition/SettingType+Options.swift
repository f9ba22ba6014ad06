import Application
import ArgumentParser
import Core

extension ConfigurationValidator {
    /// Creates the validator of the options that a profile can hold.
    init() {
        self.init(
            KnownSettings(
                excluding: Settings.excluded, SettingTable.names, commands: ExternalCommand.ownNames,
                meaning: FamiliarSettings.meaning, type: SettingTable.type))
    }

    /// Throws the first mistake in the values of those settings that come from the file and are for `groups`.
    func checkValues(
        _ settings: [Profile.Setting], for groups: [any ParsableArguments.Type], in configuration: Configuration,
        path: String
    ) throws(FedauthError) {
        let names = Set(OptionNames(groups).members.map(\.name))
        try checkValues(settings, among: names, in: configuration, path: path)
    }
}

extension SettingType {
    /// Derives the type from that of the option, so that a new option needs no further code.
    init(_ member: OptionNames.Member) {
        var type = member.type
        var isRepeated = false
        while let wrapping = type as? any WrappingType.Type {
            isRepeated = isRepeated || wrapping.holdsMany
            type = wrapping.wrapped
        }
        self.init(member.name, Self.kind(of: type, member.name), isRepeated: isRepeated)
    }

    private static func kind(of type: Any.Type, _ name: String) -> Kind {
        if type == Bool.self { return .flag }
        if type == String.self { return .text }
        let readable = type as? any ExpressibleByArgument.Type
        let isInteger = type is any FixedWidthInteger.Type
        let choices = readable?.allValueStrings ?? []
        let list = choices.map { "'\($0)'" }
        let expected =
            if type == TimeLength.self {
                "a length of time (\(TimeLength.forms))"
            } else if type == RenewalPoint.self {
                RenewalPoint.forms
            } else if type == StoreBackend.self {
                list.joined(separator: ", ") + ", the name of a store or 'exec:PROGRAM'"
            } else if isInteger {
                "a number from 0"
            } else {
                list.isEmpty
                    ? "what '--\(name)' takes"
                    : [list.dropLast().joined(separator: ", "), list.last ?? ""].filter { !$0.isEmpty }
                        .joined(separator: " or ")
            }
        return .word(
            SettingWord(expected, choices: choices, takesNumbers: isInteger || type == TimeLength.self) { text in
                guard let readable else { return true }
                return readable.init(argument: text) != nil && !(isInteger && text.hasPrefix("-"))
            })
    }
}

/// A type that holds values of another.
private protocol WrappingType {
    static var wrapped: Any.Type { get }
    static var holdsMany: Bool { get }
}

extension Optional: WrappingType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
    fileprivate static var holdsMany: Bool { false }
}

extension Array: WrappingType {
    fileprivate static var wrapped: Any.Type { Element.self }
    fileprivate static var holdsMany: Bool { true }
}
