import Application
import Core

/// Goes through the options of a value with one task: it describes them, sets one, records those that are set, or checks them.
///
/// `declare` calls a method for each property, so that the property keeps its type: nothing is looked up by reflection, and no
/// table is kept.
final class OptionList {
    /// What is done with each option.
    enum Task { case describing, setting, recording, recordingGroups, validating, checkingTexts }

    /// The options that name a file to be written.
    static let results: Set = ["output", "trace", "p12", "pem", "chain"]

    private let task: Task
    /// The position of the option that is set, and its word.
    private var wanted = -1
    private var word = ""
    /// The position of the next option.
    private var position = 0
    private var section: String?
    private var isSetting: Bool
    private var depth = 0

    /// The options and arguments, described.
    private(set) var arguments: [Argument] = []
    /// The options that are set, as a profile holds them.
    private(set) var given: [Profile.Setting] = []
    /// Whether the word is no value of the option's type.
    private(set) var isRefused = false
    /// The first mistake that a group has found in itself.
    private(set) var mistake: Mistake?
    /// The first text that is not what its option takes.
    private(set) var textMistake: FedauthError?

    init(_ task: Task, isSetting: Bool = false) {
        self.task = task
        self.isSetting = isSetting
    }

    /// Sets an option of `value`: to `word`, or a flag. Returns false if the word is no value of the option's type.
    static func set<Value: OptionGroup>(_ position: Int, of value: inout Value, to word: String) -> Bool {
        let list = OptionList(.setting)
        (list.wanted, list.word) = (position, word)
        value.declareAll(list)
        return !list.isRefused
    }

    // MARK: Options

    /// An option that may be missing.
    func option<Value: OptionValue>(
        _ name: String, _ value: inout Value?, _ valueName: String, _ help: @autoclosure () -> String,
        short: Character? = nil, completion: @autoclosure () -> Completion.Source? = nil,
        values: Argument.Values = .plain, mustBeTyped: Bool = false, isHidden: Bool = false,
        form: @autoclosure () -> SettingText? = nil
    ) {
        switch visit() {
        case .skip: break
        case .set: value = read()
        case .record: if let value = value?.recorded { record(name, [value], form) }
        case .describe:
            arguments.append(
                Argument(
                    kind: .option, name: name, short: short, valueName: valueName, help: help(), type: Value.self,
                    form: form(), completion: completion() ?? Value.completion, values: values, isHidden: isHidden,
                    section: section, isSetting: isSetting, mustBeTyped: mustBeTyped))
        }
    }

    /// An option that has a value also where nothing sets it.
    ///
    /// - Parameter isRequired: whether it must be given all the same.
    func option<Value: OptionValue>(
        _ name: String, _ value: inout Value, _ valueName: String, _ help: @autoclosure () -> String,
        completion: @autoclosure () -> Completion.Source? = nil, isRequired: Bool = false
    ) {
        switch visit() {
        case .skip, .record: break
        case .set: value = read() ?? value
        case .describe:
            arguments.append(
                Argument(
                    kind: .option, name: name, valueName: valueName, help: help(), type: Value.self,
                    completion: completion() ?? Value.completion, isOptional: !isRequired,
                    defaultValue: isRequired ? nil : value.recorded.word, section: section, isSetting: isSetting))
        }
    }

    /// An option that repeats.
    func option(
        _ name: String, _ value: inout [String], _ valueName: String, _ help: @autoclosure () -> String,
        short: Character? = nil, completion: @autoclosure () -> Completion.Source? = nil,
        values: Argument.Values = .plain, form: @autoclosure () -> SettingText? = nil
    ) {
        switch visit() {
        case .skip: break
        case .set: value.append(word)
        case .record where value.isEmpty: break
        case .record: record(name, value.map { .text($0) }, form, isList: true)
        case .describe:
            arguments.append(
                Argument(
                    kind: .option, name: name, short: short, valueName: valueName, help: help(), type: String.self,
                    form: form(), completion: completion(), values: values, isRepeating: true, section: section,
                    isSetting: isSetting))
        }
    }

    /// An option without a value.
    func flag(
        _ name: String, _ value: inout Bool, _ help: @autoclosure () -> String, short: Character? = nil,
        mustBeTyped: Bool = false
    ) {
        switch visit() {
        case .skip: break
        case .set: value = true
        case .record where value: given.append(Profile.Setting(key: name, values: [.flag(true)]))
        case .record: break
        case .describe:
            arguments.append(
                Argument(
                    kind: .flag, name: name, short: short, valueName: name, help: help(), type: Bool.self,
                    section: section, isSetting: isSetting, mustBeTyped: mustBeTyped))
        }
    }

    /// An option without a value that says that something is not so.
    func flag(
        _ name: String, clears value: inout Bool, _ help: @autoclosure () -> String, mustBeTyped: Bool = false
    ) {
        var isCleared = !value
        flag(name, &isCleared, help(), mustBeTyped: mustBeTyped)
        value = !isCleared
    }

    // MARK: Arguments

    /// An argument that may be missing.
    func argument(
        _ valueName: String, _ value: inout String?, _ help: @autoclosure () -> String,
        completion: @autoclosure () -> Completion.Source? = nil
    ) {
        argument(valueName, &value, help, completion, isOptional: true)
    }

    /// An argument that must be given.
    func argument<Value: OptionValue>(
        _ valueName: String, _ value: inout Value, _ help: @autoclosure () -> String,
        completion: @autoclosure () -> Completion.Source? = nil
    ) {
        var given: Value? = value
        argument(valueName, &given, help, completion, isOptional: false)
        value = given ?? value
    }

    private func argument<Value: OptionValue>(
        _ valueName: String, _ value: inout Value?, _ help: () -> String, _ completion: () -> Completion.Source?,
        isOptional: Bool
    ) {
        switch visit() {
        case .skip, .record: break
        case .set: value = read()
        case .describe:
            arguments.append(
                Argument(
                    kind: .positional, name: "", valueName: valueName, help: help(), type: Value.self,
                    completion: completion() ?? Value.completion, isOptional: isOptional))
        }
    }

    /// The arguments that remain.
    ///
    /// - Parameter isRequired: whether one must be given.
    func arguments(
        _ valueName: String, _ value: inout [String], _ help: @autoclosure () -> String,
        completion: @autoclosure () -> Completion.Source? = nil,
        values: Argument.Values = .plain, isRequired: Bool = false, isHidden: Bool = false
    ) {
        switch visit() {
        case .skip, .record: break
        case .set: value.append(word)
        case .describe:
            arguments.append(
                Argument(
                    kind: .positional, name: "", valueName: valueName, help: help(), type: String.self,
                    completion: completion(), values: values, isOptional: !isRequired, isRepeating: true,
                    isHidden: isHidden))
        }
    }

    // MARK: Groups

    /// A group of options, under the heading of the group around it.
    func group<Group: OptionGroup>(_ group: inout Group) { self.group(nil, &group) }

    /// A group of options.
    ///
    /// - Parameter title: its heading, which counts where the group around it has none.
    func group<Group: OptionGroup>(_ title: String?, _ group: inout Group) {
        self.group(title) { group.declare(self) }
        guard task == .validating, mistake == nil else { return }
        do throws(Mistake) { try group.validate() } catch { mistake = error }
    }

    /// Some options of a value that has more of them.
    func group(_ title: String?, _ declare: () -> Void) {
        guard task != .setting || position <= wanted else { return }
        let outer = section
        section = outer ?? title
        depth += 1
        declare()
        depth -= 1
        section = outer
    }

    /// A group of options that a profile, `[defaults]` and the environment can set too.
    func settings<Group: OptionGroup>(_ group: inout Group) { settings(nil, &group) }

    /// The same with a heading.
    func settings<Group: OptionGroup>(_ title: String?, _ group: inout Group) {
        let outer = isSetting
        isSetting = true
        self.group(title, &group)
        isSetting = outer
    }

    /// Some options of a value that has more of them, which a profile, `[defaults]` and the environment can set too.
    func settings(_ title: String?, _ declare: () -> Void) {
        let outer = isSetting
        isSetting = true
        group(title, declare)
        isSetting = outer
    }

    /// The heading of the options that every command has.
    static let everywhere = "Everywhere"

    // MARK: An option's turn

    private enum Turn { case skip, set, record, describe }

    private func visit() -> Turn {
        switch task {
        case .describing: return .describe
        case .validating: return .skip
        case .recording, .checkingTexts: return .record
        case .recordingGroups: return depth > 0 ? .record : .skip
        case .setting:
            position += 1
            return position - 1 == wanted ? .set : .skip
        }
    }

    private func read<Value: OptionValue>() -> Value? {
        let value = Value(argument: word)
        isRefused = value == nil
        return value
    }

    private func record(
        _ name: String, _ values: [Profile.Setting.Value], _ form: () -> SettingText?, isList: Bool = false
    ) {
        guard task == .checkingTexts else {
            return given.append(Profile.Setting(key: name, values: values, form: isList ? .list : .single))
        }
        guard textMistake == nil, let form = form(), form.isCheckedFirst else { return }
        do throws(FedauthError) {
            for value in values { try form.check(value.word) }
        } catch {
            textMistake = FedauthError(error.code, "'--\(name)': \(error.message)", hint: error.hint)
        }
    }
}
