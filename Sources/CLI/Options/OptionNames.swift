import ArgumentParser
import Core

/// The long names of an option group's members, as the parser derives them from the properties, so that a profile's
/// settings and the options cannot differ.
struct OptionNames {
    /// An option: its long name, and the Swift type of its value.
    struct Member {
        let name: String
        let type: Any.Type

        var isFlag: Bool { type == Bool.self }
    }

    let members: [Member]

    init(_ groups: [any ParsableArguments.Type]) {
        // Several groups may contain the same group.
        var known: Set<String> = []
        members = groups.flatMap(Self.members).filter { known.insert($0.name).inserted }
    }

    private static func members(of group: any ParsableArguments.Type) -> [Member] {
        Mirror(reflecting: group.init()).children.flatMap { child -> [Member] in
            if let nested = child.value as? any RecordableGroup { return members(of: type(of: nested).content) }
            guard let label = child.label, label.hasPrefix("_"), let option = child.value as? any RecordableOption
            else { return [] }
            return [Member(name: kebab(label.dropFirst()), type: option.type)]
        }
    }

    /// Converts `minValidity` to `min-validity`.
    static func kebab(_ label: Substring) -> String {
        label.reduce(into: "") { name, letter in
            if letter.isUppercase { name += "-" }
            name += letter.lowercased()
        }
    }
}

/// An option whose value can be written to a profile.
protocol RecordableOption {
    /// The type of the value.
    var type: Any.Type { get }

    var recorded: [Profile.Setting.Value] { get }
}

extension Option: RecordableOption {
    var type: Any.Type { Value.self }

    var recorded: [Profile.Setting.Value] {
        switch wrappedValue {
        case let list as [String]: list.map(Profile.Setting.Value.text)
        case let value as any OptionalValue: value.recorded.map { [$0] } ?? []
        default: []
        }
    }
}

extension Flag: RecordableOption {
    var type: Any.Type { Value.self }

    var recorded: [Profile.Setting.Value] {
        (wrappedValue as? Bool) == true ? [.flag(true)] : []
    }
}

/// An optional value in the form that a profile contains.
private protocol OptionalValue {
    var recorded: Profile.Setting.Value? { get }
}

extension Optional: OptionalValue {
    fileprivate var recorded: Profile.Setting.Value? {
        map { value in
            if let number = value as? any BinaryInteger { return .number(Int64(clamping: number)) }
            // The word that the user types, which may differ from the name in Swift.
            if let named = value as? any RawRepresentable, let word = named.rawValue as? String { return .text(word) }
            return .text("\(value)")
        }
    }
}

/// A group of options within a command, or within another group.
private protocol RecordableGroup {
    static var content: any ParsableArguments.Type { get }

    var settings: [Profile.Setting] { get }
}

extension OptionGroup: RecordableGroup {
    fileprivate static var content: any ParsableArguments.Type { Value.self }

    fileprivate var settings: [Profile.Setting] { wrappedValue.settings }
}

extension Command {
    /// The options of the command's groups as settings of a profile. Excludes those of every command, such as
    /// `--quiet`, which apply only to this run.
    var givenSettings: [Profile.Setting] {
        Mirror(reflecting: self).children.flatMap { child -> [Profile.Setting] in
            guard !(child.value is OptionGroup<GlobalOptions>) else { return [] }
            return (child.value as? any RecordableGroup)?.settings ?? []
        }
    }
}

extension ParsableArguments {
    /// The options of this group as settings of a profile.
    var settings: [Profile.Setting] {
        Mirror(reflecting: self).children.flatMap { child -> [Profile.Setting] in
            if let nested = child.value as? any RecordableGroup { return nested.settings }
            guard let label = child.label, let option = child.value as? any RecordableOption, !option.recorded.isEmpty
            else { return [] }
            let isList = option.type is any RangeReplaceableCollection.Type && option.type != String.self
            return [
                Profile.Setting(
                    key: OptionNames.kebab(label.dropFirst()), values: option.recorded, form: isList ? .list : .single)
            ]
        }
    }
}
