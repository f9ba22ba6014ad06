import ArgumentParser

/// Who shows a login, as `--presenter` names it.
enum PresenterName: String, ExpressibleByArgument, CaseIterable {
    case auto, form, chromium, open, remote, none
}
