/// The words of boxes.
extension Words {
    /// Boxes about the terms that say neither "accept" nor "agree".
    static let termsParts: Phrases = [
        "i read", "i've read", "i’ve read", "read and", "understand", "understood", "i confirm", "i declare", "policy",
        "policies", "privacy", "rules of", "guidelines", "years old", "years of age", "datenschutz", "verstanden",
        "bestätige", "zur kenntnis", "lu et", "j'ai lu", "j’ai lu", "je reconnais", "confidentialité", "política",
        "privacidad", "li e", "entiendo", "ho letto", "informativa", "gelezen", "privacyverklaring", "zapozna",
        "regulamin",
    ]
    /// Boxes that order news.
    static let news: Phrases = [
        "news", "send me", "email me", "e-mail me", "inform me", "keep me informed", "updates", "offers", "promotion",
        "advert", "partners", "mailing", "informier", "angebote", "zusenden", "tenez-moi", "recevoir", "offres",
        "ofertas", "novedades", "novidades", "offerte", "novità", "aanbiedingen", "nieuws", "oferty", "nowości",
    ]
}

/// The words of labels.
extension Words {
    /// Fields that may stay empty.
    static let optional: Phrases = [
        "optional", "if you have one", "if enabled", "if applicable", "if required", "if configured", "facultatif",
        "facultativ", "opcional", "opzionale", "freiwillig", "falls vorhanden", "wenn vorhanden", "optioneel",
        "opcjonal", "nieobowiązk", "valfri", "valgfri", "任意", "可选", "선택",
    ]
}

/// The words of messages about scripts and refusals.
extension Words {
    /// Returns whether a message asks the user to switch scripts on.
    static func asksForScripts(_ text: String) -> Bool {
        occur(["javascript", "java script"], in: [text]) && occur(switchingOn, in: [text])
    }

    private static let switchingOn: Phrases = [
        "enable", "disabled", "require", "turn on", "switch on", "activate", "needs", "need ", "must", "without", "off",
        "aktivier", "einschalten", "deaktiviert", "benötigt", "activ", "désactivé", "habilit", "attiv", "abilit",
        "inschakelen", "włącz", "wymaga", "slå på", "aktiver",
    ]
    /// Returns whether a label says only that a notice was read.
    static func onlyAcknowledges(_ label: String) -> Bool {
        [
            "ok", "okay", "got it", "understood", "i understand", "acknowledge", "verstanden", "compris",
            "j’ai compris", "entendido",
            "entendi", "capito", "ho capito", "begrepen", "rozumiem",
        ].contains(label.lowercased().filter { !".!".contains($0) })
    }
    /// Returns whether a title, a heading or a sentence says that the user must sign in first.
    static func requireSignIn(_ text: String) -> Bool { occur(signInFirst, in: [text]) && !occur(failures, in: [text]) }
    /// What a page does not show for, behind "log in".
    static let taking: Phrases = [
        " to comment", " to vote", " to edit", " to reply", " to post", " to leave", " to add", " to like", " to write",
        " to rate", " to review", " to submit", " to participate", " to join", " to follow", "zu kommentieren",
        "commenter",
        "comentar", "commentare",
    ]
    private static let signInFirst: Phrases = [
        "login required", "log in required", "login is required", "sign-in required", "sign in required",
        "authentication required", "authentication is required", "requires authentication", "requires login",
        "please log in", "please login", "please log on", "please sign in", "please sign on", "please authenticate",
        "must log in", "must login", "must log on", "must sign in", "must be logged", "must be signed",
        "must first log", "have to log in", "have to sign in", "need to log in", "need to login", "need to sign in",
        "need to be logged", "log in to continue", "sign in to continue", "not logged in", "not signed in",
        "nicht angemeldet", "anmeldung erforderlich", "anmeldung ist erforderlich", "bitte melden sie sich",
        "bitte anmelden", "bitte loggen", "sich anmelden, um", "müssen angemeldet", "müssen sich anmelden",
        "zuerst anmelden", "connexion requise", "authentification requise", "veuillez vous connecter",
        "devez vous connecter", "devez être connecté", "debe iniciar sesi", "inicie sesión para", "inicia sesión para",
        "autenticación requerida", "faça login", "devi effettuare", "effettua il login", "effettua l'accesso",
        "autenticazione richiesta", "moet inloggen", "moet ingelogd", "musisz się zalogować", "wymagane logowanie",
        "ログインしてください", "ログインが必要", "请先登录", "请登录", "需要登录", "로그인이 필요",
    ]
    /// What titles and headings say of a service that is down for a while, and what stands beside them.
    static let maintenance: Phrases = [
        "maintenance", "be back soon", "be right back", "back shortly", "unavailable", "wartung", "nicht verfügbar",
        "indisponible", "mantenimiento", "manutenção", "manutenzione", "onderhoud", "メンテナンス", "维护",
    ]
    static let forNow: Phrases = [
        "be back", "back online", "sorry", "apolog", "at the moment", "currently", "temporar", " later", " soon",
        "shortly", "wieder", "derzeit", "zurzeit", "später", "vorübergehend", "actuellement", "plus tard", "más tarde",
        "straks", "しばらく",
    ]
    /// What pages say that want a new password.
    static let expiredPassword: Phrases = [
        "password has expired", "password is expired", "password expired", "must change your password",
        "passwort ist abgelaufen", "kennwort ist abgelaufen", "mot de passe a expiré", "contraseña ha caducado",
    ]
    /// Pages whose links lead an account no further.
    static let closedAccount: Phrases = [
        "account is locked", "account is disabled", "account is prohibited", "account is suspended",
        "account is blocked", "been banned", "are banned", "permanently banned", "temporarily banned",
        "assigned to this user", "assigned to your account", "konto ist gesperrt", "konto gesperrt",
    ]
    /// What pages say that let the user not in.
    static let refusing: Phrases = [
        "cannot access", "can't access", "can’t access", "access denied", "access is denied", "access has been denied",
        "not authorized", "not authorised", "unauthorized", "not allowed", "not permitted", "no permission",
        "do not have permission", "don't have permission", "don’t have permission", "forbidden", "not assigned",
        "not licensed", "does not have access", "do not have access", "don't have access", "don’t have access",
        "has been blocked", "trouble signing you in", "was denied", "request has been denied",
        "could not be established", "has been reached", "account is locked", "account is disabled",
        "account is prohibited", "account has been", "does not meet the criteria", "zugriff verweigert", "kein zugriff",
        "keine berechtigung", "nicht berechtigt", "accès refusé", "accès interdit", "acceso denegado", "acesso negado",
        "accesso negato", "toegang geweigerd", "odmowa dostępu", "brak dostępu", "åtkomst nekad",
    ]
}

/// The words of buttons and links that lead to other organisations.
extension Words {
    static let organisations: Phrases = [
        "sso", "single sign", "saml", "openid", "federat", "sign in with", "sign in via", "log in with", "log in via",
        "login with", "login via", "continue with", "anmelden mit", "anmelden über", "anmeldung über",
        "se connecter avec", "connexion avec", "iniciar sesión con", "entrar com", "accedi con", "entra con",
        "inloggen met", "zaloguj", "shibboleth", "institution", "organisation", "organization", "google", "github",
        "gitlab", "microsoft", "azure", "entra id", "okta", "keycloak", "apple", "facebook", "linkedin", "eduid",
        "edugain", "ad fs", "adfs",
    ]
    static let organisationPaths: Phrases = [
        "/broker/", "/idp", "saml", "oauth", "oidc", "openid", "/sso", "federat", "provider", "shibboleth", "wayf",
        "social", "external", "/auth/",
    ]
}

/// The words of buttons and links that change an account, or order something.
extension Words {
    /// Returns whether pressing something with this label changes the account of the user, or orders something. Nothing of that
    /// kind is a step of a sign-in.
    static func changeAccount(_ label: String) -> Bool {
        guard !label.isEmpty,
            ![otherUser, later, skipping, leaving, declining].contains(where: { occur($0, in: [label]) })
        else { return false }
        return stand(orders, in: [label]) || occur(ordering, in: [label]) || change(label)
    }

    private static func change(_ text: String) -> Bool {
        (occur(changing, in: [text]) || stand(["off"], in: [text])) && occur(changed, in: [text])
    }

    /// Returns whether pressing something with this label is no step of a sign-in, whatever else it says: where what presses it must
    /// be known.
    static func isNoStep(_ label: String) -> Bool {
        changeAccount(label) || act(label)
    }

    /// Returns whether a text says that something is removed, ended, ordered or paid at once.
    private static func act(_ text: String) -> Bool {
        announceRemoval([text]) || occur(transactions, in: [text]) || stand(acts, in: [text])
    }

    /// Returns whether a label begins to change something, whatever that is.
    static func mayChange(_ label: String) -> Bool { occur(changing, in: [label]) || isNoStep(label) }

    /// Returns whether a title or a heading says that the page changes an account, or orders something, whatever its only button
    /// says.
    static func announceChange(_ headings: [String]) -> Bool {
        !headings.contains(where: leadsIn)
            && headings.contains { heading in
                announceRemoval([heading]) || change(heading) && changeAccount(heading)
            }
    }

    /// Returns whether one of the texts says that something is removed, ended, or ordered.
    static func announceRemoval(_ texts: [String]) -> Bool {
        occur(changes, in: texts) || texts.contains(where: announceDeletion)
    }

    /// Returns whether a text says that something is deleted.
    static func announceDeletion(_ text: String) -> Bool { stand(removals, in: [text]) || occur(deletions, in: [text]) }

    /// Returns whether a heading says that a sum is paid, which the price of an offer is not.
    static func announcePayment(_ heading: String) -> Bool {
        nameMoney(heading) && (act(heading) || stand(["transfer", "send"], in: [heading]))
    }

    /// Returns whether a bare "yes" to this question changes something of the account, begins to set it up, or orders something.
    static func wantsChange(_ question: String) -> Bool {
        (mayChange(question) || stand(advertisement, in: [question])) && !occur(asking, in: [question])
            && !requestConsent([question])
    }

    /// Returns whether a sentence says that something of the user's is going to be deleted, whatever stands between.
    static func willDelete(_ sentence: String) -> Bool {
        stand(["will"], in: [sentence]) && stand(["your", "this", "all", "everything"], in: [sentence])
            && stand(["delete", "deleted", "erase", "erased", "wipe", "wiped", "destroyed", "removed"], in: [sentence])
    }

    /// What pages say of what follows when the user confirms it, or that it begins to set something up.
    static let consequences: Phrases = [
        "about to delete", "about to remove", "about to transfer", "about to change", "about to send", "about to pay",
        "about to buy", "about to cancel", "will be deleted", "will be removed", "will be changed",
        "will be transferred", "will be turned off", "will be revoked", "will be charged", "will be erased",
        "will be created", "will be cancelled", "sessions will be ended", "sessions will be closed",
        "end your other sessions", "cannot be undone", "cannot change it", "has to be moved", "must be cleaned",
        "register a new", "is your address", "session is disconnected", "session will be disconnected",
        "sitzung getrennt", "sera déconnecté", "切断されます", "licence of another", "license of another", "breaks the lock",
        "andere sitzung", "anderen sitzung", "autres sessions", "gekündigt", "rückgängig", "wird gelöscht",
        "werden gelöscht", "wird geändert", "wird überwiesen", "sera supprimé", "seront supprimé", "será eliminad",
        "será excluíd", "verrà eliminat", "zostanie usuni", "削除されます", "将被删除", "more information required",
        "needs more information", "additional security information", "weitere informationen erforderlich",
        "weitere informationen sind erforderlich", "plus d'informations requises", "plus d’informations requises",
        "informations supplémentaires requises", "informations supplémentaires sont", "necesita más información",
        "informazioni necessarie", "necessarie altre informazioni", "meer informatie vereist", "meer informatie nodig",
        "mais informações necessárias", "necessárias mais informações", "wymagane są dodatkowe",
        "więcej informacji jest", "mer information krävs", "詳細情報が必要", "追加情報が必要", "需要更多信息", "需要提供更多信息", "需要其他資訊",
        "추가 정보 필요", "추가 정보가 필요", "자세한 정보가 필요", "sign in the new device", "sign in the device", "sign in another device",
        "log in the new device",
    ]

    /// Returns whether a text names a sum of money: what is approved there is a payment.
    static func nameMoney(_ text: String) -> Bool {
        let words = text.split { $0.isWhitespace || "()".contains($0) }
        return words.indices.contains { index in
            let word = words[index]
            guard word.contains(where: \.isNumber), !word.contains(where: \.isLetter) else { return false }
            return word.contains(where: \.isCurrencySymbol)
                || words[index...].dropFirst().first.map {
                    currencies.contains($0.filter(\.isLetter)) || $0.contains(where: \.isCurrencySymbol)
                } ?? false
        }
    }
    private static let currencies: Set<String> = [
        "EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "INR", "SEK", "NOK", "DKK", "PLN",
    ]

    /// What no step of a sign-in does, as whole words: also in the names and values of buttons.
    static let acts = removals.union([
        "pay", "charge", "charges", "order", "orders", "buy", "purchase", "purchases", "checkout", "payment",
        "payments",
    ])
    static let removals: Set<String> = [
        "delete", "deletion", "remove", "erase", "wipe", "destroy", "revoke", "unpair", "unlink", "terminate",
        "deactivate", "unregister", "deregister", "unsubscribe",
    ]
    /// Of the words of agreement, those that let a program in.
    static let grants: Set<String> = [
        "authorize", "authorise", "grant", "autoriser", "autorisieren", "autorizar", "autorizza",
    ]
    private static let changes: Phrases = [
        "turn off", "switch off", "deaktivier", "désactiv", "desactiv", "will be charged", "confirm order",
        "confirm your order", "place order", "confirm payment", "approve the payment", "approve payment", "per month",
        "pro monat", "par mois", "al mes", "bestellung", "zahlung", "paiement", "cancel your", "transfer owner",
        "transfer of ", "recovery codes", "export all", "out of all", "kündig", "überweis",
    ]

    private static let deletions: Phrases = [
        "löschen", "supprim", "elimina", "borrar", "excluir", "verwijder", "usuń", "usuną", "удален", "удалить", "削除",
        "解約", "注销", "删除", "刪除", "삭제",
    ]

    /// What no step of a sign-in does, whatever else a label says.
    private static let transactions: Phrases = [
        "transfer fund", "donate", "disable", "cancel", "regenerate", "uninstall", "reset link", "recovery link",
        "unenrol", "invite", "publish", "migrat", "other session", "zahlen", "bestell", "widerrufen", "beenden",
        "résilier", "payer", "pagar", "apagar", "paga", "disattiva", "betaal", "zapłać", "оплатить", "отключить",
        "支払", "支付", "결제",
    ]
    /// Labels that leave the account as it is.
    private static let declining: Phrases = [
        "later", "don't ", "don’t ", "do not ", "without", "keep ", "no thanks", "not interested", "nicht ", "ohne ",
    ]
    private static let orders: Set<String> = [
        "register", "signup", "enrol", "enroll", "setup", "subscribe", "buy", "purchase", "upgrade", "checkout",
        "donate", "kup",
    ]
    private static let ordering: Phrases = [
        "sign up", "set up", "install", "order now", "place order", "start trial", "free trial", "create account",
        "create an account", "create your account", "einricht", "registrier", "kaufen", "bestellen", "abonnieren",
        "konto erstellen", "konto anlegen", "s'inscrire", "s’inscrire", "s'abonner", "s’abonner", "acheter",
        "commander", "configurer", "créer un compte", "registrarse", "suscrib", "comprar", "crear cuenta",
        "crear una cuenta", "configurar", "inscrever", "criar conta", "assinar", "registrati", "iscriviti", "acquista",
        "abbonati", "crea account", "crea un account", "configura", "registreren", "kopen", "account aanmaken",
        "instellen", "zarejestruj", "załóż konto", "utwórz konto", "skonfiguruj", "registrera", "köp", "opret konto",
    ]
    private static let changing: Phrases = [
        "change", "reset", "update", "renew", "replace", "set a", "set my", "set your", "set new", "choose a",
        "choose new", "create", "recover ", "manage", "unlock", "delete", "remove", "deactivate", "close", "add ",
        "link ", "disable", "set it", "enable", "activate", "aktivier", "activer", "activar", "attivar", "attiva ",
        "auflös", "schließung", "fermer", "résilier", "opheff", "de baja", "ändern", "aendern",
        "zurücksetzen", "erneuern", "aktualisieren", "festlegen", "vergeben", "wechseln", "verwalten", "entsperren",
        "löschen", "entfernen", "hinzufügen", "erstellen", "changer", "modifier", "réinitialiser", "mettre à jour",
        "renouveler", "définir", "créer", "gérer", "supprimer", "ajouter", "cambiar", "modificar", "restablecer",
        "actualizar", "renovar", "crear", "eliminar", "borrar", "añadir", "agregar", "alterar", "mudar", "redefinir",
        "atualizar", "criar", "excluir", "apagar", "adicionar", "cambia", "modifica", "reimposta", "aggiorna", "crea ",
        "elimina", "rimuovi", "aggiungi", "wijzig", "herstel", "vernieuw", "bijwerken", "verwijder", "toevoegen",
        "zmień", "zresetuj", "zaktualizuj", "usuń", "dodaj", "ändra", "byt ", "återställ", "uppdatera", "skift",
        "nulstil", "endre", "tilbakestill", "vaihda", "změnit", "obnovit", "değiştir", "сменить", "изменить", "変更",
        "更改", "修改", "변경",
    ]
    /// What belongs to an account.
    private static let changed: Phrases = [
        "password", "passwort", "kennwort", "passphrase", "mot de passe", "contraseña", "senha", "palavra-passe",
        "wachtwoord", "hasło", "hasła", "lösenord", "adgangskode", "passord", "salasana", "heslo", "parola", "şifre",
        "пароль", "パスワード", "密码", "密碼", "비밀번호", "account", "konto", "compte", "cuenta", "conta ", "profile", "profil",
        "perfil", "device", "gerät", "appareil", "dispositivo", "apparaat", "urządzen", "phone", "telefon", "téléphone",
        "teléfono", "telefono", "number", "nummer", "e-mail", "email", "mail address", "authenticator", "passkey",
        " key", "security info", "pin code", "your pin", "my pin", "2fa", "mfa", "two-factor",
        "two-step", "subscription", "membership",
    ]
}
