import Application
import Core

/// A type of which the value of an option can be.
protocol OptionValue: SendableMetatype {
    /// Reads a word; nil: it is no value.
    init?(argument: String)

    /// The words that can be listed; empty: there are none, or too many.
    static var choices: [String] { get }
    /// What Tab offers unless the option says otherwise; nil: `choices`.
    static var completion: Completion.Source? { get }
    /// What a setting of this type takes, in words; nil: one of `choices`.
    static var expected: String? { get }
    /// Whether a file may have a number without quotes.
    static var takesNumbers: Bool { get }
    /// The value as a profile holds it.
    var recorded: Profile.Setting.Value { get }
}

extension OptionValue {
    static var choices: [String] { [] }
    static var completion: Completion.Source? { nil }
    static var expected: String? { nil }
    static var takesNumbers: Bool { false }
}

extension OptionValue where Self: CaseIterable & RawRepresentable, RawValue == String {
    static var choices: [String] { allCases.map(\.rawValue) }
}

extension OptionValue where Self: RawRepresentable, RawValue == String {
    init?(argument: String) { self.init(rawValue: argument) }

    var recorded: Profile.Setting.Value { .text(rawValue) }
}

extension OptionValue where Self: FixedWidthInteger {
    init?(argument: String) { self.init(argument, radix: 10) }

    static var expected: String? { "a number from 0" }
    static var takesNumbers: Bool { true }
    var recorded: Profile.Setting.Value { .number(Int64(clamping: self)) }
}

extension Int: OptionValue {}
extension Int32: OptionValue {}
extension UInt8: OptionValue {}
extension UInt16: OptionValue {}
extension UInt64: OptionValue {}

extension String: OptionValue {
    init?(argument: String) { self = argument }

    var recorded: Profile.Setting.Value { .text(self) }
}

/// Flags take no word.
extension Bool: OptionValue {
    init?(argument: String) { nil }

    var recorded: Profile.Setting.Value { .flag(self) }
}

extension TimeLength: OptionValue {
    static var expected: String? { "a length of time (\(forms))" }
    static var takesNumbers: Bool { true }
    var recorded: Profile.Setting.Value { .text(description) }
}
