import ArgumentParser

// An option or an argument with a value: the value's name, and what it is for.

extension Option {
    init(
        _ valueName: String, _ help: String, name: NameSpecification = .long,
        parsing: SingleValueParsingStrategy = .next, completion: CompletionKind? = nil
    ) where Value: ExpressibleByArgument {
        self.init(
            name: name, parsing: parsing, help: ArgumentHelp(help, valueName: valueName), completion: completion)
    }

    init(
        wrappedValue: Value, _ valueName: String, _ help: String, name: NameSpecification = .long,
        completion: CompletionKind? = nil
    ) where Value: ExpressibleByArgument {
        self.init(
            wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: valueName),
            completion: completion)
    }

    init<T: ExpressibleByArgument>(
        _ valueName: String, _ help: String, name: NameSpecification = .long,
        parsing: SingleValueParsingStrategy = .next, completion: CompletionKind? = nil
    ) where Value == T? {
        self.init(
            name: name, parsing: parsing, help: ArgumentHelp(help, valueName: valueName), completion: completion)
    }

    init<T: ExpressibleByArgument>(
        wrappedValue: [T], _ valueName: String, _ help: String, name: NameSpecification = .long,
        parsing: ArrayParsingStrategy = .singleValue, completion: CompletionKind? = nil
    ) where Value == [T] {
        self.init(
            wrappedValue: wrappedValue, name: name, parsing: parsing, help: ArgumentHelp(help, valueName: valueName),
            completion: completion)
    }
}

extension Argument {
    init(
        _ valueName: String, _ help: String, completion: CompletionKind? = nil
    ) where Value: ExpressibleByArgument {
        self.init(help: ArgumentHelp(help, valueName: valueName), completion: completion)
    }

    init<T: ExpressibleByArgument>(
        _ valueName: String, _ help: String, completion: CompletionKind? = nil
    ) where Value == T? {
        self.init(help: ArgumentHelp(help, valueName: valueName), completion: completion)
    }

    init<T: ExpressibleByArgument>(
        _ valueName: String, _ help: String, parsing: ArgumentArrayParsingStrategy = .remaining,
        completion: CompletionKind? = nil
    ) where Value == [T] {
        self.init(parsing: parsing, help: ArgumentHelp(help, valueName: valueName), completion: completion)
    }

    init<T: ExpressibleByArgument>(
        wrappedValue: [T], _ valueName: String, _ help: String, parsing: ArgumentArrayParsingStrategy = .remaining,
        completion: CompletionKind? = nil
    ) where Value == [T] {
        self.init(
            wrappedValue: wrappedValue, parsing: parsing, help: ArgumentHelp(help, valueName: valueName),
            completion: completion)
    }
}
