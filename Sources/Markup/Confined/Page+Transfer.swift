internal import Core
internal import Secrets

extension Page: Transferable {
    static var blank: Page { Page() }

    static func pass(_ value: inout Page, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(
            \.title, \.base, \.forms, \.refresh, \.text, \.mainText, \.headings, \.errors, \.reference, \.details,
            \.hasScripts, \.frames, \.numbers, \.links, \.namedLinks, \.submitsItself, \.scriptTexts, \.otherWays,
            \.policies, of: &value)
        var obstacles = Array(value.obstacles)
        try transfer.pass(&obstacles)
        value.obstacles = Set(obstacles)
    }
}

extension Page.Obstacle: Transferable { static var blank: Self { .captcha } }

extension Page.Detail: Transferable {
    static var blank: Self { Self(name: "", text: "") }

    static func pass(_ value: inout Self, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(\.name, \.text, of: &value)
    }
}

extension Page.Link: Transferable {
    static var blank: Self { Self("") }

    static func pass(_ value: inout Self, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(\.text, \.target, \.node, of: &value)
    }
}

extension MetaRefresh: Transferable {
    static var blank: MetaRefresh { MetaRefresh(delaySeconds: 0, target: nil) }

    static func pass(_ value: inout MetaRefresh, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(\.delaySeconds, \.target, \.isForNoscript, of: &value)
    }
}

extension LoginForm: Transferable {
    static var blank: LoginForm { LoginForm() }

    static func pass(_ value: inout LoginForm, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(
            \.identifier, \.name, \.action, \.method, \.encoding, \.charset, \.fields, \.offers, \.isSentByHandler,
            \.isHeld, \.heldButtons, \.isValidated, of: &value)
    }
}

extension LoginForm.Method: Transferable { static var blank: Self { .get } }

extension FormField: Transferable {
    static var blank: FormField { FormField(kind: .inert, name: "") }

    static func pass(_ value: inout FormField, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(
            \.kind, \.name, \.identifier, \.value, \.isChecked, \.label, \.autocomplete, \.inputMode, \.maximumLength,
            \.options, \.isInvisible, \.isRequired, \.isReadOnly, \.isImage, \.formAction, \.formMethod, \.isCollapsed,
            \.isUnvalidated, \.pattern, \.node, of: &value)
    }
}

extension FormField.Kind: Transferable { static var blank: Self { .inert } }

extension FormField.Option: Transferable {
    static var blank: Self { Self(value: "", text: "") }

    static func pass(_ value: inout Self, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(\.value, \.text, of: &value)
    }
}
