import Testing

@testable import Core

/// Tests which labels change an account, or order something: nothing of that kind is pressed without the user.
struct AccountWordTests {
    @Test(arguments: [
        "Change password", "Reset my password", "Update password now", "Set up a password manager", "Kennwort ändern",
        "Changer le mot de passe", "Cambiar contraseña", "Reimposta la password", "Wachtwoord wijzigen", "Zmień hasło",
        "Delete my account", "Konto löschen", "Remove this device", "Add a phone number", "Add device",
        "Set up authenticator",
        "Create account", "Register", "Sign up", "Enroll now", "Buy now", "Subscribe", "Upgrade now",
        "Update your e-mail",
        "Unlock account", "Passwort zurücksetzen", "Gerät hinzufügen", "Manage devices",
    ])
    func changes(_ label: String) {
        #expect(Words.changeAccount(label))
        let ways = LoginForm(
            fields: [label, "Continue"].map { FormField(kind: .submit, name: "a", label: $0) })
        #expect(ways.goingOn?.label == "Continue" && ways.waysOn.map(\.label) == ["Continue"])
    }

    @Test(arguments: [
        "Continue", "Sign in", "Use your password", "Log in with password", "Remind me later", "Next", "Verify",
        "Use another account", "Change account", "Send code", "Yes", "Remember this device", "Trust this device",
        "Später ändern", "Recovery Authentication Code", "Send the code to my phone", "Weiter", "Continue the session",
        "Close the other session", "Enter password", "Approve on my device", "Use recovery code", "I accept",
    ])
    func doesNotChange(_ label: String) { #expect(!Words.changeAccount(label)) }
}
