internal import Core
internal import Secrets

extension Page: Transferable {
    static var blank: Page { Page() }

    static func pass(_ value: inout Page, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.title)
        try transfer.pass(&value.base)
        try transfer.pass(&value.forms)
        try transfer.pass(&value.refresh)
        try transfer.pass(&value.text)
        try transfer.pass(&value.mainText)
        try transfer.pass(&value.headings)
        try transfer.pass(&value.errors)
        try transfer.pass(&value.reference)
        try transfer.pass(&value.details)
        try transfer.pass(&value.hasScripts)
        try transfer.pass(&value.frames)
        try transfer.pass(&value.numbers)
        try transfer.pass(&value.links)
        try transfer.pass(&value.namedLinks)
        try transfer.pass(&value.submitsItself)
        try transfer.pass(&value.scriptTexts)
        try transfer.pass(&value.otherWays)
        try transfer.pass(&value.policies)
        var obstacles = Array(value.obstacles)
        try transfer.pass(&obstacles)
        value.obstacles = Set(obstacles)
    }
}

extension Page.Obstacle: Transferable {
    static var blank: Self { .captcha }
}

extension Page.Detail: Transferable {
    static var blank: Self { Self(name: "", text: "") }

    static func pass(_ value: inout Self, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.name)
        try transfer.pass(&value.text)
    }
}

extension Page.Link: Transferable {
    static var blank: Self { Self("") }

    static func pass(_ value: inout Self, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.text)
        try transfer.pass(&value.target)
        try transfer.pass(&value.node)
    }
}

extension MetaRefresh: Transferable {
    static var blank: MetaRefresh { MetaRefresh(delaySeconds: 0, target: nil) }

    static func pass(_ value: inout MetaRefresh, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.delaySeconds)
        try transfer.pass(&value.target)
        try transfer.pass(&value.isForNoscript)
    }
}

extension LoginForm: Transferable {
    static var blank: LoginForm { LoginForm() }

    static func pass(_ value: inout LoginForm, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.identifier)
        try transfer.pass(&value.name)
        try transfer.pass(&value.action)
        try transfer.pass(&value.method)
        try transfer.pass(&value.encoding)
        try transfer.pass(&value.charset)
        try transfer.pass(&value.fields)
        try transfer.pass(&value.offers)
        try transfer.pass(&value.isSentByHandler)
        try transfer.pass(&value.isHeld)
        try transfer.pass(&value.isValidated)
    }
}

extension LoginForm.Method: Transferable {
    static var blank: Self { .get }
}

extension FormField: Transferable {
    static var blank: FormField { FormField(kind: .inert, name: "") }

    static func pass(_ value: inout FormField, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.kind)
        try transfer.pass(&value.name)
        try transfer.pass(&value.identifier)
        try transfer.pass(&value.value)
        try transfer.pass(&value.isChecked)
        try transfer.pass(&value.label)
        try transfer.pass(&value.autocomplete)
        try transfer.pass(&value.inputMode)
        try transfer.pass(&value.maximumLength)
        try transfer.pass(&value.options)
        try transfer.pass(&value.isInvisible)
        try transfer.pass(&value.isRequired)
        try transfer.pass(&value.isReadOnly)
        try transfer.pass(&value.isImage)
        try transfer.pass(&value.formAction)
        try transfer.pass(&value.formMethod)
        try transfer.pass(&value.isCollapsed)
        try transfer.pass(&value.isUnvalidated)
        try transfer.pass(&value.pattern)
        try transfer.pass(&value.node)
    }
}

extension FormField.Kind: Transferable {
    static var blank: Self { .inert }
}

extension FormField.Option: Transferable {
    static var blank: Self { Self(value: "", text: "") }

    static func pass(_ value: inout Self, by transfer: inout Transfer) throws(Transfer.Fault) {
        try transfer.pass(&value.value)
        try transfer.pass(&value.text)
    }
}
