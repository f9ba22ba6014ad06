/// The words with which pages name the ways to prove who the user is.
extension Words {
    /// Controls that lead to other ways.
    static let anotherWay: Phrases = [
        "another way", "other way", "different way", "another method", "other method", "different method",
        "other option", "more option", "something else", "another option", "different option", "can't use", "can’t use",
        "cannot use", "having trouble", "anderen weg", "andere weg", "andere methode", "andere option",
        "weitere option", "andere möglichkeit", "anders anmelden", "andere anmelde", "autre méthode", "autre moyen",
        "autre façon", "autres option", "autres méthodes", "autrement", "otra forma", "otro método", "otra manera",
        "otro modo", "otras opciones", "otros métodos", "outra forma", "outro método", "outra maneira", "outro jeito",
        "outras opções", "altro metodo", "altro modo", "altre opzioni", "altri metodi", "andere manier",
        "andere opties", "inna metod", "inną metod", "innej metod", "inny sposób", "innego sposobu", "inne opcje",
        "annat sätt", "andra alternativ", "anden måde", "andre muligheder", "annen måte", "andre alternativer",
        "toinen tapa", "toista tapaa", "muut vaihtoehdot", "jiný způsob", "jiným způsobem", "jiné možnosti",
        "başka bir yol", "diğer seçenek", "другой способ", "другим способом", "別の方法", "他の方法", "其他方式", "其他方法", "다른 방법",
    ]
    /// Labels of the same kind that are one word.
    static let allWays: Set<String> = [
        "methods", "methoden", "méthodes", "métodos", "metodi", "metody", "metoder", "menetelmät", "yöntemler",
        "методы", "方法", "방법",
    ]
    /// Ways by which another device shows a request.
    static let notices: Phrases = [
        "push", "notification", "benachrichtigung", "notificación", "notificação", "notifica", "melding",
        "powiadomien", "avisering", "ilmoitu", "oznámení", "bildirim", "уведомлен", "通知", "알림",
    ]
    /// What the user does with it there.
    static let approvals: Phrases = [
        "approve", "confirm on", "prompt on", "tap ", "genehmig", "tippen sie", "approuv", "appuyez", "aprob",
        "aprovar", "approva", "goedkeur", "zatwierd",
    ]
    /// Ways by which the server sends a code, or calls.
    static let deliveries: Phrases = [
        "sms", "text message", "text +", "text *", "text •", "text x", "texted", "call", "e-mail", "email", "mail",
        "textnachricht", "anruf", "appel", "courriel", "llama", "correo", "chiama", "ligação", "ligar", "bellen",
        "zadzwoń", "połączeni", "メール", "短信", "문자",
    ]
    /// Ways by codes that were made before, for an emergency.
    static let backups: Phrases = [
        "backup", "back-up", "recovery", "bypass", "wiederherstell", "ersatzcode", "secours", "récupération",
        "respaldo", "recuperación", "seguridad de reserva", "recupero", "backupcode", "herstel", "zapasow",
        "odzyskiw", "recuperação", "バックアップ", "备用", "백업",
    ]
    /// The application or device that makes codes.
    static let generators: Phrases = [
        "authenticator", "authentication app", "authenticatie", "authentifizierungs", "authentifi", "totp",
        "your app", "the app", "an app", "in der app", "ihrer app", "aplicación", "applicazione",
        "aplicativo", "aplikacj", "認証アプリ", "google auth",
    ]
    /// Further ways; one of them alone can be on any page.
    static let furtherMethods: Phrases = [
        "security key", "passkey", "sicherheitsschlüssel", "clé de sécurité", "llave de seguridad",
        "chiave di sicurezza", "klucz", "phone", "telefon", "téléphone", "teléfono", "telefono", "telefoon",
    ]
    /// Sentences about a code that the server has sent.
    static let sentCode: Phrases = [
        "have sent", "ve sent", "we sent", "has been sent", "was sent", "code sent", "just sent", "sent a ",
        "sent you", "sent to", "texted", "e-mailed", "emailed", "check your email", "check your e-mail",
        "check your inbox", "gesendet", "geschickt", "zugesandt", "envoyé", "enviado", "inviato", "verzonden",
        "gestuurd", "wysłal", "wysłano", "skickat", "sendt", "lähet", "odesla", "gönder", "отправ",
        "送信しました", "已发送", "전송", "on its way to", "been delivered to", "message from us", "übermittelt", "reçu par",
        "d’envoyer", "d'envoyer", "enviamos", "で届いた", "に届いた",
    ]
    /// Links of every page, which are no ways on.
    static let footing: Phrases = [
        "help", "privacy", "terms", "imprint", "english", "deutsch", "français", "español", "italiano", "português",
        "nederlands", "polski", "日本語", "中文", "learn more", "more information", "language", "cookies", "legal",
        "hilfe", "datenschutz", "impressum", "nutzungsbedingungen", "sprache", "mehr erfahren", "aide",
        "confidentialité", "conditions", "mentions légales", "en savoir plus", "langue", "ayuda", "privacidad",
        "términos", "condiciones", "idioma", "ajuda", "termos", "aiuto", "termini", "lingua", "hulp",
        "voorwaarden", "pomoc", "prywatno", "regulamin",
    ]
    /// Pages that ask in which language the login is to be.
    static let askingForLanguage: Phrases = [
        "choose your language", "select your language", "choose a language", "select a language", "choose language",
        "select language", "sprache wähl", "sprache aus", "choisissez votre langue", "choisissez une langue",
        "choisir la langue", "elija su idioma", "elige tu idioma", "seleccione su idioma", "scegli la lingua",
        "kies uw taal", "kies je taal", "wybierz język", "言語を選択", "选择语言",
    ]
    /// Returns whether a label is the name of a language, in itself.
    static func nameLanguage(_ label: String) -> Bool {
        [
            "english", "deutsch", "français", "español", "italiano", "português", "nederlands", "polski", "svenska",
            "日本語", "中文", "한국어",
        ].contains(label.lowercased()) || label.utf8.count == 2
    }
    /// Buttons that leave the account that is signing in.
    static let otherUser: Phrases = [
        "change account", "switch account", "not you", "konto wechseln", "changer de compte", "cambiar de cuenta",
        "cambiar cuenta", "cambia account", "trocar de conta", "ander account", "zmień konto",
    ]
    /// Forms for news.
    static let newsletters: Phrases = [
        "newsletter", "stay informed", "get updates", "notify me", "notify us", "keep me informed", "keep me posted",
        "keep me updated", "tell me when", "alert me", "join the waitlist", "benachrichtig", "me prévenir",
        "prévenez-moi", "avísame", "avisarme", "avisa-me", "avvisami", "aanmelden voor", "zapisz się",
    ]
    /// Buttons that go on without what is asked for.
    static let skipping: Phrases = [
        "skip", "überspringen", "ignorer", "passer cette", "omitir", "saltar", "pular", "salta ", "overslaan", "pomiń",
        "hoppa över", "spring over", "hopp over", "ohita", "přeskočit", "пропустить", "スキップ", "跳过", "ignorar", "ignora",
        "passer pour", "跳過", "略過", "건너뛰",
    ]
    /// Links that skip a part of the page.
    private static let partsOfPage: Phrases = [
        "content", "navigation", "menu", "inhalt", "contenu", "contenido", "conteúdo", "contenut", "inhoud", "treści",
        "innehåll", "indhold", "innhold", "sisältö", "obsah", "содерж", "コンテンツ", "本文", "内容", "본문", "콘텐츠",
    ]

    /// Returns whether a label leads to a part of the page, past what every page has.
    static func passPart(_ label: String) -> Bool {
        occur(partsOfPage, in: [label])
            && (occur(skipping, in: [label]) || occur(["jump to", "zum ", "aller a", "ir al ", "vai al"], in: [label]))
    }

    /// Returns whether pressing something with this label only leaves out what the page offers or asks for.
    static func skips(_ label: String) -> Bool {
        !occur(partsOfPage, in: [label]) && !stand(["main"], in: [label])
            && (occur(skipping, in: [label]) || occur(later, in: [label]) || stand(["atla", "later"], in: [label]))
    }
    /// Returns whether a button says that something is not to be done, as "Don't trust" does, or not agreed to.
    static func declines(_ label: String) -> Bool {
        let label = label.lowercased()
        return !label.hasSuffix("?")
            && (["don't ", "don’t ", "do not ", "ne pas "].contains(where: label.hasPrefix) || disagrees(label))
    }
    /// Links to programs that are to be installed.
    static let downloads: Phrases = [
        "download", "install", "herunterladen", "télécharg", "descarg", ".exe", ".msi", ".pkg", ".dmg", ".deb", ".rpm",
    ]
    /// Buttons for a forgotten password.
    static let forgotten: Phrases = [
        "forgot", "vergess", "oublié", "olvid", "esquec", "dimenticat", "vergeten", "zapomnia", "glömt", "glemt",
        "unohd", "unuttu", "забыл", "忘れ", "忘记", "잊",
    ]
    /// What notices about cookies say, beside the word.
    static let cookieNotice: Phrases = [
        "accept", "agree", "reject", "consent", "we use", "uses cookies", "use of cookies", "akzeptier", "zustimm",
        "ablehn", "verwende", "accepte", "refuse", "utilis", "acepta", "rechaz", "aceit", "accett", "rifiut",
        "gebruik", "accepteren", "używa", "akceptuj",
    ]
    /// Errors about cookies that the browser does not take.
    static let cookieError: Phrases = [
        "enable cookies", "make sure", "accepts cookies and", "cookies enabled", "cookies are disabled",
        "cookies disabled", "cookies are blocked",
        "not accept cookies", "require", "must", "cookies aktivier", "cookies zulassen", "activer les cookies",
    ]

    /// Returns whether a text is a notice about cookies, and not an error about them.
    static func isCookieNotice(_ text: String) -> Bool {
        occur(["cookie"], in: [text]) && occur(cookieNotice, in: [text]) && !occur(cookieError, in: [text])
    }
}
