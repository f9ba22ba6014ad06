import ArgumentParser
import Core

/// The long names of an option group's members, as the parser derives them from the properties, so that a profile's
/// settings and the options cannot differ.
struct OptionNames {
    /// Long name, and whether it is a flag.
    let members: [(name: String, isFlag: Bool)]

    init(_ groups: [any ParsableArguments.Type]) {
        members = groups.flatMap { group in
            Mirror(reflecting: group.init()).children.compactMap { child in
                guard let label = child.label, label.hasPrefix("_") else { return nil }
                return (Self.kebab(label.dropFirst()), child.value is Flag<Bool>)
            }
        }
    }

    /// `minValidity` → `min-validity`.
    static func kebab(_ label: Substring) -> String {
        label.reduce(into: "") { name, letter in
            if letter.isUppercase { name += "-" }
            name += letter.lowercased()
        }
    }
}

/// An option whose value, if it was given, can be written into a profile.
protocol RecordableOption {
    var recorded: [Profile.Setting.Value] { get }
}

extension Option: RecordableOption {
    var recorded: [Profile.Setting.Value] {
        switch wrappedValue {
        case let list as [String]: list.map(Profile.Setting.Value.text)
        case let value as any OptionalValue: value.text.map { [.text($0)] } ?? []
        default: []
        }
    }
}

extension Flag: RecordableOption {
    var recorded: [Profile.Setting.Value] {
        (wrappedValue as? Bool) == true ? [.flag(true)] : []
    }
}

/// An optional's content as text.
private protocol OptionalValue {
    var text: String? { get }
}

extension Optional: OptionalValue {
    fileprivate var text: String? { map { "\($0)" } }
}

extension ParsableArguments {
    /// The settings of a profile that say what was given here.
    var settings: [Profile.Setting] {
        Mirror(reflecting: self).children.compactMap { child in
            guard let label = child.label, let option = child.value as? any RecordableOption, !option.recorded.isEmpty
            else { return nil }
            return Profile.Setting(key: OptionNames.kebab(label.dropFirst()), values: option.recorded)
        }
    }
}
