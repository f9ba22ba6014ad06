/// The words with which pages label forms and buttons. They are used only where types, parameter names and HTML's rules
/// leave the purpose open.
enum Words {
    static let no: Set<String> = [
        "no", "deny", "decline", "reject", "rejected", "cancel", "disagree", "refuse", "abort", "nein", "ablehnen",
        "abbrechen", "noconsent", "logout", "non", "annuler", "cancelar", "rechazar", "recusar", "annulla", "rifiuta",
        "annuleren", "weigeren", "anuluj", "odrzuć", "avbryt", "annuller", "peruuta", "zrušit", "iptal", "отмена",
        "キャンセル", "取消", "취소", "refuser", "rifiuto", "recuso", "rechazo", "odrzucam", "avböj", "neka", "afvis", "afslå",
        "avslå", "avvis", "hylkää", "odmítnout", "nesouhlasím", "odmietnuť", "reddet", "elutasítom", "отклонить",
        "отказаться", "запретить", "відхилити",
    ]
    static let yes: Set<String> = goingOn.union([
        "yes", "accept", "agree", "allow", "approve", "consent", "confirm", "ja", "zustimmen", "akzeptieren", "oui",
        "si", "sí", "accepter", "aceptar", "confirmar", "aceitar", "accetta", "accetto", "conferma", "accepteren",
        "akkoord", "akceptuję", "zgadzam",
    ])
    /// Of `yes`, the words that say nothing but "go on".
    static let goingOn: Set<String> = [
        "continue", "ok", "proceed", "weiter", "continuer", "continuar", "continua", "doorgaan", "dalej", "kontynuuj",
        "fortsätt", "fortsæt", "fortsett", "jatka", "pokračovat", "devam", "продолжить", "続行", "继续", "繼續", "계속",
    ]
    /// Buttons that lead to the next page.
    static let nextSteps: Set<String> = [
        "next", "enter", "submit", "suivant", "siguiente", "seguinte", "avanti", "volgende",
    ]
    /// What buttons of steps say in other words.
    private static let onward: Phrases = [
        "click here", "here to", "go to", "go back", "back to", "return to", "return", "start", "begin", "open",
        "launch", "done", "finish", "complete", "close", "dismiss", "got it", "understood", "i understand",
        "acknowledge", "read", "try again", "retry", "reload", "refresh", "resume", "skip", "select", "use ", "send me",
        "send push", "send code", "send a", "verify", "authenticate", "validate", "single sign", "redirect", "enter",
        "go on", "login", "fortfahren", "fortsetzen", "starten", "schließen", "verstanden", "erneut", "bestätigen",
        "anzeigen", "poursuivre", "fermer", "compris", "réessayer", "valider", "confirmer", "terminer", "proseguir",
        "cerrar", "entendido", "reintentar", "aceptar", "prosseguir", "fechar", "entendi", "prosegui", "chiudi",
        "capito", "fine", "verder", "sluiten", "begrepen", "kontynuuj", "zamknij", "rozumiem", "potwierdź", "fortsätt",
        "fortsæt", "fortsett", "jatka", "pokračovat", "devam", "продолжить", "далее", "подтверд", "продовжити", "続行",
        "続ける", "次へ", "送信", "確認", "認証", "继续", "繼續", "下一步", "确定", "確定", "确认", "提交", "验证", "계속", "다음", "확인", "συνέχεια",
        "ต่อไป", "המשך", "متابعة",
    ]
    /// Returns whether a label beside a lone secret says only that it goes on, or who the user is: "Confirm", and not "Accept transfer",
    /// nor "Sign in & transfer".
    static func confirmUser(_ label: String) -> Bool {
        let parts = joints.reduce(label.lowercased()) { $0.replacing($1, with: "|") }.split(separator: "|")
        return !occur(otherAims, in: [label]) && parts.allSatisfy { confirmAlone(String($0)) }
    }
    private static func confirmAlone(_ part: String) -> Bool {
        let words = part.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
        guard let first = words.first, part.count(where: \.isLetter) > 1 else { return true }
        if leadsIn(part), words.contains(where: { grants.contains($0) || permits.contains($0) }) { return false }
        if leadsIn(part) || goingOn.contains(first) || first == "next" { return true }
        if words == words.filter(grants.contains) || words.count == 1 && permits.contains(first) { return false }
        let isKnown = words.allSatisfy { yes.contains($0) || nextSteps.contains($0) || confirming.contains($0) }
        return isKnown || !part.contains(where: { $0.isASCII && $0.isLetter }) && occur(onward, in: [part])
    }
    /// What joins a second thing that a label does to the first.
    private static let joints = [
        " and ", " und ", " et ", " y ", " och ", " og ", " и ", "して", "并", "並", " 후 ", "&", "(", "/", "—", "–", ":",
        ";", "+", "_",
    ]
    /// What a user who signs in does not aim at.
    private static let otherAims: Phrases = [
        "transfer", "zahlung", "payment", "paiement", "betale", "removal", "owner", "permanent", "🗑", "💸", "💳", "💰",
    ]
    /// Returns whether a sentence says that the user agrees to one of these.
    static func agreeToOther(_ text: String) -> Bool { occur(agreeing, in: [text]) && occur(otherAims, in: [text]) }
    /// What such labels say beside "yes" and "next", and of what.
    private static let confirming: Set<String> = [
        "verify", "authenticate", "validate", "unlock", "access", "go", "check", "use", "send", "complete", "finish",
        "done", "start", "open", "activate", "try", "again", "retry", "code", "otp", "token", "pin", "password",
        "passcode", "identity", "login", "user", "it's", "it’s", "it", "me", "my", "your", "the", "this", "and", "to",
        "with", "is", "trust", "step", "of", "remember", "device", "browser", "now", "session", "fortfahren",
        "fortsetzen", "bestätigen", "bestätige", "prüfen", "überprüfen", "absenden", "senden", "entsperren", "code",
        "valider", "vérifier", "confirmer", "envoyer", "poursuivre", "verificar", "validar", "enviar", "comprobar",
        "prosseguir", "proseguir", "verifica", "invia", "prosegui", "bevestigen", "verifiëren", "verder", "verzenden",
        "zatwierdź", "potwierdź", "kontynuuj", "wyślij", "fortsätt", "bekräfta", "verifiera", "fortsæt", "bekræft",
        "fortsett", "bekreft", "jatka", "vahvista", "pokračovat", "potvrdit", "ověřit", "pokračovať", "potvrdiť",
        "devam", "onayla", "doğrula", "tovább", "nadaljuj", "nastavi", "continuă",
    ]
    /// Returns whether a label goes on as a user whom it names.
    static func nameUser(_ label: String) -> Bool {
        goOn(label) && occur([" as ", " als ", " en tant que ", " como ", " come ", "として"], in: [label])
    }

    /// How titles and headings announce a question that only the user can answer.
    static let identity: Phrases = [
        "verif", "identi", "authenti", "two-factor", "two-step", "2-step", "2fa", "mfa", "second factor", "second step",
        "it's you", "it’s you", "protected", "passcode", "one-time", "geschützt", "vérifi", "本人確認", "認証", "验证", "인증",
    ]

    /// Returns whether a label only answers a question.
    static func onlyAgree(_ label: String) -> Bool {
        ["yes", "ja", "oui", "si", "sí", "sim", "sì", "tak", "да", "はい", "是", "예"].contains(
            label.lowercased().filter(\.isLetter))
    }

    /// Returns whether a label says that a button goes on.
    static func goOn(_ label: String) -> Bool {
        !label.contains(where: \.isLetter) || stand(yes.union(nextSteps), in: [label]) || leadsIn(label)
            || occur(onward, in: [label]) || skips(label)
    }

    /// Answers that put a question off, or leave out an offer.
    static let later: Phrases = [
        "not now", "no thanks", "no, thanks", "without changing", "nicht jetzt", "jetzt nicht", "später", "nein danke",
        "nein, danke", "ohne zu ändern", "ohne änderung", "plus tard", "pas maintenant", "ultérieurement", "non merci",
        "sans changer", "ahora no", "más tarde", "más adelante", "no gracias", "no, gracias", "sin cambiar",
        "agora não", "mais tarde", "non ora", "non adesso", "più tardi", "in seguito", "senza cambiare", "niet nu",
        "nu niet", "nie teraz", "później", "inte nu", "senare", "ikke nu", "ikke nå", "senere", "ei nyt", "myöhemmin",
        "teď ne", "později", "şimdi değil", "daha sonra", "не сейчас", "позже", "не зараз", "пізніше", "後で", "あとで",
        "今はしない", "以后再", "稍后", "稍後", "暂不", "暫不", "现在不", "現在不", "나중에", "지금은 안", "지금 안", "지금은 하지 않", "다음에", "remind me in",
        "remind me tomorrow", "remind me next",
    ]
    /// A button for an account that is not in a list.
    static let otherAccount: Phrases = [
        "another account", "other account", "different account", "another user", "other user", "different user",
        "someone else", "anderes konto", "anderer benutzer", "anderen benutzer", "autre compte", "autre utilisateur",
        "otra cuenta", "otro usuario", "altro account", "altro utente", "ander account", "inne konto", "inny użytk",
        "別のアカウント", "他のアカウント", "別のユーザー", "其他帐户", "其他账户", "다른 계정",
    ]
    /// A button that leads to the login.
    static let signIn: Set<String> = [
        "login", "signin", "anmelden", "einloggen", "connexion", "entrar", "accedi", "inloggen", "zaloguj",
    ]
    static let signInPhrases: Phrases = [
        "log in", "sign in", "log-in", "sign-in", "log on", "sign on", "log me in", "single sign", "se connecter",
        "iniciar sesi", "iniciar sess", "zaloguj", "přihlás", "logga in", "log ind", "logg inn", "kirjaudu",
        "bejelentkez", "giriş yap", "войти", "увійти", "вход", "ログイン", "サインイン", "登录", "登入", "登錄", "로그인", "σύνδεση",
        "đăng nhập", "เข้าสู่ระบบ", "تسجيل الدخول", "ورود", "התחבר", "כניסה", "लॉग इन", "prihlás", "prijav",
        "autentific", "logi sisse", "prisijungti", "log på", "logg på", "oturum aç", "inicia sessió",
    ]
    /// Pages between others.
    static let passing: Phrases = [
        "redirect", "one moment", "just a moment", "please wait", "loading", "signing you in", "signing in",
        "taking you", "weiterleit", "weitergeleitet", "einen moment", "bitte warten", "patienter", "espere", "aguarde",
        "attendere", "een ogenblik", "proszę czekać", "object moved", "document has moved", "自動的に移動",
    ]
    /// What the link of such a page says.
    static let here: Set<String> = ["here", "hier", "ici", "aquí", "aqui", "qui", "こちら", "ここ"]

    /// Returns whether the label of a button or a link leads to the login.
    static func leadsIn(_ label: String) -> Bool { stand(signIn, in: [label]) || occur(signInPhrases, in: [label]) }

    /// Returns whether it ends the session.
    static func leadsOut(_ label: String) -> Bool {
        stand(leadingOut, in: [label]) || occur(leaving, in: [label])
    }

    /// Returns whether a text asks the user to choose.
    static func askToChoose(_ text: String) -> Bool {
        occur(["select", "choose", "wähl", "choisi", "elija", "seleccion", "scegli", "kies", "wybierz"], in: [text])
    }

    /// Returns whether a title or a heading asks which organisation signs the user in.
    static func askWho(_ heading: String) -> Bool {
        occur(["where are you from", "所属機関の選択", "find your institution", "find your organi"], in: [heading])
            || askToChoose(heading)
                && occur(
                    [
                        "identity provider", "openid connect provider", "your organi", "your institution",
                        "ihre einrichtung", "ihre organisation", "identitätsanbieter", "établissement",
                        "fournisseur d'identité", "institución", "instituição", "istituzione", "instelling",
                        "instytucj",
                    ], in: [heading])
    }

    /// A way to sign in by user name and password.
    static let byName: Phrases = [
        "local user", "local account", "local login", "with a local", "with email", "with e-mail", "with your email",
        "with username", "with user name", "mit e-mail", "mit benutzername", "avec e-mail", "avec un e-mail",
    ]
    /// The user has refused on another device.
    static let denied: Phrases = [
        "request denied", "you have denied", "you denied", "was denied", "request was rejected", "abgelehnt",
        "demande refusée",
    ]
    /// Names of hidden fields in which a script notes the pressed button.
    static let buttonNotes: Phrases = ["button", "submit", "event"]
    static let leadingOut: Set<String> = ["logout", "signout", "logoff"]
    /// Pages of a server that could not look at what was sent.
    static let trouble: Phrases = [
        "temporarily unavailable", "service unavailable", "currently unavailable", "is unavailable",
        "could not be contacted", "is down", "ne répond pas", "too many requests", "captcha", "timed out",
        "start from the beginning", "took too long", "vorübergehend nicht", "temporairement indisponible", "zu lange",
        "temps imparti", "tardado demasiado",
    ]
    /// Messages about a session; a login that failed has made none.
    static let sessions: Phrases = ["session", "sitzung", "sesión", "sesion", "sessão", "sessione"]
    /// Messages about the server, and not about what was sent to it.
    static let faults: Phrases = [
        "cookie", "system error", "internal error", "server error", "unexpected", "an error occurred", "csrf",
        "security token", "reload", "reachable", "could not reach", "cannot reach", "has expired", "page expired",
        "inactivity", "nicht verfügbar", "nicht erreichbar", "abgelaufen", "connection", "connect to", "maximum",
        "too many", "maintenance", "try again later", "license expired", "licence expired", "in progress",
        "few minutes", "security standards", "login session", "could not verify", "could not be verified",
        "password was not checked", "server is offline", "not responding", "right now", "technische", "nicht geprüft",
        "not available", "were available", "out of order", "systemfehler", "interner fehler", "verbindung", "wartung",
        "später", "erreur interne",
    ]
    /// What pages say to who has no session.
    static let signedOut: Phrases = [
        "not logged in", "not signed in", "nicht angemeldet", "pas connecté", "no ha iniciado", "ログインしていません", "未登录",
    ]
    /// Titles and headings of what is to be agreed to.
    static let terms: Phrases = [
        "terms", "conditions", "acceptable use", "bedingungen", "términos", "termos", "termini", "voorwaarden", "利用規約",
    ]
    /// Messages that something sent was wrong.
    static let failures: Phrases = [
        "unable to sign in", "unable to log in", "invalid_grant", "login failed", "login is invalid",
        "login has failed", "log in failed", "logon failed", "sign-in failed", "sign in failed",
        "authentication failed", "authentication failure", "failed attempt", "failed login", "more attempt",
        "tries left", "tries remaining", "attempt left", "attempts left", "attempt remaining", "attempts remaining",
        "remaining attempt", "attempt before", "attempts before", "invalid login", "incorrect login", "login incorrect",
        "invalid account", "bad login", "fehlgeschlagen", "fehlversuch", "verbleibende", "échec", "échoué", "fallido",
        "falhou", "fallito", "mislukt", "ログインに失敗", "サインインに失敗", "認証に失敗", "ログインできません", "登录失败", "登入失敗", "로그인 실패",
        "로그인에 실패", "invalid_credentials",
    ]
    /// Messages about an account that is closed for some time.
    static let locked: Phrases = [
        "locked", "too many", "suspended", "disabled", "blocked", "gesperrt", "verrouillé", "bloqué", "bloquead",
        "bloccato", "geblokkeerd", "ロック",
    ]

    /// Messages about an account, or a server, that is not ready yet.
    static let unready: Phrases = [
        "not confirmed", "not verified", "verify your e", "pending", "not activated", "not been activated",
        "please wait",
        "noch nicht", "pas encore", "aún no", "ancora stato", "nog niet", "indisponible", "されていません", "メンテナンス",
    ]

    /// Returns whether a heading says that the user is not let in.
    static func barUser(_ heading: String) -> Bool {
        refusePassword(heading) || occur(failures, in: [heading]) || occur(refusing, in: [heading])
            || occur(locked, in: [heading])
                && occur(["account", "konto", "compte", "cuenta", "アカウント", "out"], in: [heading])
    }

    /// Returns whether a message names a cause that is the server's, or the session's.
    static func tellOfFault(_ words: String) -> Bool {
        [expired, trouble, faults].contains { occur($0, in: [words]) }
    }

    /// Returns what a message says about the password that was sent.
    static func blame(_ words: String) -> LoginRefusal.Blame {
        if refusePassword(words) { return .password }
        // Others may have sent the wrong ones.
        if occur(["too many"], in: [words]) { return .unknown }
        // The cause that is named counts more than the heading.
        if occur(failures, in: [words]) { return tellOfFault(words) ? .unknown : .password }
        if occur(expired, in: [words]) || occur(trouble, in: [words]) { return .other }
        let namesThem = occur(credentials, in: [words]) || occur(FormField.passwordLabels, in: [words])
        if [faults, sessions, refusing].contains(where: { occur($0, in: [words]) }) {
            return namesThem || occur(locked, in: [words]) ? .unknown : .other
        }
        // A list of all that may be wrong with a server has no end: what does not speak of a password may have another reason.
        return namesThem && !occur(wrongOtherwise, in: [words]) ? .password : .unknown
    }

    /// Returns whether a text asks for a one-time code, and refuses nothing.
    static func askForCode(_ text: String) -> Bool {
        [FormField.surelyCodeLabels, FormField.codeLabels, challenges].contains { occur($0, in: [text]) }
            && !refusePassword(text)
            && ![failures, wrongCode, ["credential", "user name", "username"], FormField.passwordLabels].contains {
                occur($0, in: [text])
            }
    }

    /// How pages ask for a code without a name of its own.
    private static let challenges: Phrases = [
        "enter the code", "enter code", "enter your code", "code from your", "code shown", "code displayed",
        "next code", "next token", "passcode", "tokencode", "digits that", "digits shown", "digits from",
        "challenge response", "token response",
        "geben sie den code", "code eingeben", "saisissez le code", "introduzca el código", "insira o código",
    ]

    /// Returns whether a text says why a login goes no further, or asks for a code.
    static func isVerdict(_ text: String) -> Bool {
        [
            failures, wrongCode, locked, refusing, credentials, FormField.surelyCodeLabels, FormField.codeLabels,
        ]
        .contains { occur($0, in: [text]) } || refusePassword(text) || tellOfFault(text)
    }

    /// Messages about what will come.
    static let announcements: Phrases = [
        "will expire", "expires in", "about to expire", "expires on", "läuft in", "läuft bald ab", "expire dans",
        "caduca en", "expira em", "scadrà", "verloopt over",
    ]
    /// What messages call the things that were sent, beside the labels of passwords.
    static let credentials: Phrases = [
        "credential", "combination", "sign-in details", "login details", "not recognize", "not recognise",
        "anmeldedaten", "zugangsdaten", "identifiant", "d'identification", "d’identification", "認証情報", "parolă",
        "passphrase", "passcode", "user name", "username",
    ]
    /// What servers say that have refused user name or password, beside sentences that call these wrong.
    private static let wrongPassword: Phrases = [
        "invalid user", "incorrect user", "wrong user", "bad credential", "bad password", "unknown user",
        "password you entered", "credentials you", "could not be authenticated", "sign-in was incorrect",
        "find your account", "entered invalid data", "benutzername oder",
    ]
    static let wrong: Phrases = [
        "incorrect", "incorect", "invalid", "non valide", "無効", "wrong", "not valid", "isn't valid", "isn’t valid",
        "not correct", "isn't correct", "isn’t correct", "not match", "n't match", "n’t match", "falsch", "ungültig",
        "nicht korrekt", "stimmt nicht", "stimmen nicht", "erroné", "inválid", "incorret", "errat", "non corrett",
        "non valid", "onjuist", "ongeldig", "verkeerd", "nieprawidł", "błędn", "niepoprawn", "felaktig", "ogiltig",
        "forkert", "ugyldig", "feil ", "väärä", "virheelli", "neplatn", "nesprávn", "chybn", "hatalı", "geçersiz",
        "yanlış", "неверн", "неправильн", "невірн", "正しくありません", "間違", "違い", "错误", "錯誤", "不正确", "不正確", "有误", "올바르지",
        "잘못", "일치하지", "hibás", "érvénytelen", "napačn", "pogrešn", "λάθος", "λανθασμέν", "грешн", "שגוי", "गलत", "sai ",
        "không đúng", "ไม่ถูกต้อง", "salah",
    ]
    /// What else such a sentence may call wrong.
    private static let wrongOtherwise: Phrases = [
        "went wrong", "gone wrong", "go wrong", "response", "request", "configur", "certificate",
    ]

    /// Returns whether a text says that user name or password are wrong.
    static func refusePassword(_ text: String) -> Bool {
        occur(wrongPassword, in: [text])
            || text.split { ".!?;…。！？".contains($0) }.map(String.init).contains { sentence in
                occur(wrong, in: [sentence]) && !occur(wrongOtherwise, in: [sentence]) && !tellOfFault(sentence)
                    && [credentials, FormField.userLabels, FormField.passwordLabels].contains {
                        occur($0, in: [sentence])
                    }
            }
    }
    /// Pages of a server that has refused a one-time code.
    static let wrongCode: Phrases = [
        "wrong code", "invalid code", "incorrect code", "bad code", "code is wrong", "code is invalid",
        "code is incorrect", "code is not", "code was", "code has expired", "code expired", "code you entered",
        "wrong one-time", "invalid one-time", "incorrect one-time", "wrong otp", "invalid otp", "incorrect otp",
        "invalid verification code", "incorrect verification code", "invalid token", "incorrect token",
        "falscher code", "ungültiger code", "code ist falsch", "code ist ungültig", "code incorrect", "code invalide",
    ]
    /// Links and buttons that end a session.
    static let leaving: Phrases = [
        "log out", "logout", "log-out", "sign out", "sign-out", "log off", "sign off", "abmeld", "ausloggen", "déconn",
        "deconn", "cerrar sesi", "cerrar sess", "terminar sess", "disconnetti", "uitloggen", "afmelden", "wyloguj",
        "odhlás", "logga ut", "log ud", "logg ut", "kirjaudu ulos", "esci", "sair", "выйти", "ログアウト", "登出", "退出",
        "로그아웃",
    ]
    /// Texts of pages that ask for an agreement.
    static let asking: Phrases = [
        "accept", "agree", "consent", "permission", "allow", "grant", "share", "access", "release", "terms",
        "condition", "privacy", "policy", "permit", "akzeptier", "zustimm", "erlaub", "zugriff", "bedingung",
        "einwillig", "datenschutz",
        "weitergegeben", "autoris",
    ]
    /// Messages that are no errors.
    static let success: Set<String> = [
        "success", "successful", "successfully", "succeeded", "erfolgreich", "réussie", "éxito", "correctamente",
        "sucesso", "successo", "riuscito", "gelukt", "pomyślnie",
    ]
    /// Messages that something could not be done.
    static let unable: Phrases = [
        "cannot", "can't", "can’t", "could not", "couldn't", "couldn’t", "unable to", "failed", "not possible",
        "kann nicht", "konnte nicht", "konnten nicht", "nicht möglich", "impossible", "n'a pas pu", "no se pudo",
        "no se puede", "não foi possível", "impossibile", "non è stato possibile", "kan niet", "kon niet", "nie można",
        "nie udało", "できません", "无法", "할 수 없",
    ]
    static let negation: Set<String> = ["no", "not", "never", "without", "nicht", "ohne", "unless", "error", "failed"]
    /// A declaration of the user, on a button or a box.
    static let agreement: Set<String> = [
        "accept", "agree", "consent", "zustimmen", "akzeptieren", "accepter", "terms", "conditions", "aup", "tos",
        "einverstanden", "nutzungsbedingungen", "authorize", "authorise", "grant", "autoriser", "autorisieren",
        "autorizar", "autorizza",
    ]
    /// Pages that ask to let a program in, or to agree to terms, whatever their only button says.
    private static let requestingConsent: Phrases = [
        "authorize access", "authorise access", "requesting auth", "requesting access", "requests access",
        "like to access", "wants to ", "wants permission", "wants access", "is requesting", "access to your",
        "on your behalf", "in your name", "give access", "allow access", "möchte auf", "zugriff auf ihr",
        "zugriff auf dein", "in ihrem namen", "accéder à vos", "en votre nom", "acceder a tu", "acceder a su",
        "en su nombre", "accedere ai tuoi", "authorization requested", "authorisation requested", "toegang tot uw",
        "хочет получить", "доступ к ваш", "にアクセス", "访问您的", "like permission", "permissions are requested",
        "following permission", "grant access", "about to grant", "is asking to", "must accept", "must agree",
        "zugriff erlauben", "zugreifen möchte", "souhaite accéder", "quiere acceder", "solicita acceso",
    ]
    /// Pages that sign in another device, whose user may be a stranger (RFC 8628 section 5.4).
    private static let ofDevices: Phrases = [
        "only continue if you", "are you trying to sign in to", "code that your device", "code shown on your device",
        "device shows", "on a device in", "sign in on a device", "asked to log in as you", "asked to sign in as you",
        "sign in to the tv", "see this code", "device login", "user_code", "device_code", "auf ihrem gerät angezeigt",
        "anmeldung bei dem gerät", "device activation", "activate your device", "activate device", "connect a device",
        "connect your device", "code matches", "scanned a code", "signing in on", "sign-in to the device",
        "would like to be connected", "will be signed in", "will be logged in", "act as you", "binding message",
        "on your screen?", "session will be started",
    ]
    private static let otherDevices: Phrases = [
        "device", " tv", "television", "gerät", "fernseher", "appareil", "dispositivo", "apparaat", "urządzen", "enhet",
        "zařízen", "cihaz", "устройств", "デバイス", "端末", "设备", "裝置", "기기",
    ]

    /// Returns whether a heading speaks of the sign-in of a device.
    static func signInDevice(_ heading: String) -> Bool { occur(otherDevices, in: [heading]) && leadsIn(heading) }

    /// Returns whether a heading says that something is linked to the account, which is no link that was sent.
    static func linkDevice(_ heading: String) -> Bool {
        let words = heading.lowercased().split { !$0.isLetter }
        return words.count > 1 && ["link", "pair"].contains(words[0])
            && !occur(["expired", "sent", "invalid", "used", "not ", "no longer"], in: [heading])
    }

    /// Returns whether a text shows a code as a device has it, such as `WDJB-MJHT` (RFC 8628 section 6.1).
    static func showCode(_ text: String) -> Bool {
        text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.contains { word in
            let halves = word.split(separator: "-", omittingEmptySubsequences: false)
            return halves.count == 2 && halves[0].count > 3 && halves[0].count == halves[1].count
                && word.contains(where: \.isLetter) && word.allSatisfy { $0.isASCII && !$0.isLowercase }
        }
    }
    private static let byPressing: Phrases = [
        "by clicking", "by continuing", "by proceeding", "by pressing", "en cliquant", "al hacer clic", "indem sie",
        "mit dem klick",
    ]

    /// Returns whether a page asks for consent. Feet of pages say that who uses the site agrees.
    static func requestConsent(_ texts: [String]) -> Bool {
        letOthersIn(texts)
            || occur(byPressing, in: texts)
                && occur(["agree", "accept", "consent", "acceptez", "acepta", "stimmen"], in: texts)
    }

    /// Returns whether texts say that a program or a device gets what is the user's.
    static func letOthersIn(_ texts: [String]) -> Bool {
        // What users have themselves, or may lose, is given to nobody.
        let others = texts.map { text in
            [
                "you have access to your account", "lose access to your account", "regain access to your account",
                "you will be signed in", "you will be logged in",
            ].reduce(text.lowercased()) { $0.replacing($1, with: "") }
        }
        return occur(requestingConsent, in: others) || occur(ofDevices, in: others)
    }
    /// The same within longer words, such as `termsAccepted`.
    static let agreementParts: Phrases = [
        "accept", "agree", "akzeptier", "zustimm", "acknowledge", "have read", "gelesen", "acepto", "he leído",
        "aceito", "accett", "akkoord", "akceptuj",
    ]
    /// The stems of what agrees, on buttons.
    static let agreeing: Phrases = [
        "accept", "agree", "akzept", "zustimm", "stimme zu", "einverstanden", "aceit", "accett", "acconsent", "akkoord",
        "akcept", "zgadzam", "godkänn", "godkend", "godta", "hyväksy", "souhlas", "kabul ed", "соглас", "приним",
        "принять", "згод", "đồng ý", "同意", "承諾", "동의", "acepto",
    ]
    /// What permits, on buttons.
    static let permits: Set<String> = [
        "allow", "approve", "permit", "consent", "erlauben", "zulassen", "permitir", "permettre", "consenti",
    ]
    /// The stems of what permits, where no whole word does.
    static let permitting: Phrases = ["許可", "承認", "允许", "允許", "허용", "разреш"]
    private static let disagreeing: Phrases = [
        "拒否", "拒絶", "拒绝", "拒絕", "不同意", "不接受", "不允许", "不允許", "거부", "거절", "미동의", "hylkää", "nesouhlas", "несоглас",
        "kabul etm", "từ chối", "en hyväksy", "stimme nicht", "lehne", "disagree", "without agree", "without accept",
        "without consent", "ohne zustimm", "ohne einwillig", "sans accept", "sans consent", "sin acept", "senza accett",
        "sem aceit", "zonder te accept", "せずに",
    ]
    private static let notWords: Set<String> = [
        "not", "nicht", "niet", "nie", "não", "pas", "inte", "ikke", "ej", "ei", "не", "không",
    ]
    /// The same in languages that write it within the word.
    private static let negating: Phrases = ["しない", "しません", "できません", "하지 않", "하지않", "안 함", "안함"]
    /// What only answers "no", as the whole label.
    private static let plainNo: Set<String> = [
        "いいえ", "아니요", "아니오", "нет", "ні", "nej", "nei", "não", "nee", "nie", "hayır", "否", "不", "ne",
    ]
    /// Boxes that are about later sign-ins.
    static let laterParts: Phrases = [
        "remember", "save", "again", "don't show", "nicht mehr", "mémoris", "recordar", "lembrar", "ricorda",
        "onthoud", "zapamiętaj", "記憶", "保存", "次回", "今後",
    ]
    /// Stems of what makes an agreement last, or adds to it.
    static let lasting: Phrases = ["merken", "speichern", "pre-configure", "(optional)"]
    static let advertisement: Set<String> = ["newsletter", "marketing", "subscribe", "advertising", "werbung"]
    /// Links that refuse. "No account?" is not one of them.
    private static let refusal: Set<String> = no.subtracting(["no", "non", "nein", "logout", "abort"])

    /// Returns whether a label says that the user does not agree: what agrees in it is judged after that.
    static func disagrees(_ label: String) -> Bool {
        plainNo.contains(label.lowercased().filter(\.isLetter)) || occur(disagreeing, in: [label])
            || parts(of: label).contains { part in
                (stand(notWords, in: [part]) || occur(negating, in: [part]) && !occur(laterParts, in: [part]))
                    && (occur(agreeing, in: [part]) || occur(permitting, in: [part]))
            }
    }

    /// The parts of a label that "and" joins: what "accept and do not ask again" denies is not the acceptance.
    private static func parts(of label: String) -> [String] {
        label.lowercased().split { " ,;".contains($0) }.split(whereSeparator: joining.contains).map {
            $0.joined(separator: " ")
        }
    }
    private static let joining: Set<Substring> = ["and", "und", "et", "y", "e", "og", "och", "en", "i", "и", "&"]

    /// Returns whether the text of a link says "no".
    static func refuses(_ text: String) -> Bool {
        if disagrees(text) { return true }
        let words = text.lowercased().split { !$0.isLetter }
        if let first = words.first, ["no", "non", "nein"].contains(first) {
            return words.count == 1 || words[1] == "thanks"
        }
        return stand(refusal, in: [text])
    }

    /// Buttons other than the one that signs in.
    static let asideButtons: Set<String> = [
        "forgot", "forgotten", "register", "signup", "resend", "another", "different", "back", "help", "switch",
        "language", "reset", "wait", "vergessen", "registrieren", "zurück", "oublié", "créer", "inscrire", "retour",
    ]
    /// Forms other than the one that signs in.
    static let asideForms: Set<String> = [
        "register", "registration", "registrieren", "signup", "forgot", "forgotten", "recover", "recovery", "reset",
        "vergessen",
    ]
    /// Forms unrelated to a sign-in.
    static let foreignForms: Set<String> = ["newsletter", "subscribe", "cookie", "cookies", "feedback", "search"]

    /// "Stay signed in", "trust this device" and similar texts.
    static let keeping: Phrases = [
        "kmsi", "stay signed in", "staysignedin", "keep me signed in", "keepmesignedin", "keep me logged in",
        "keep you signed in", "stay logged in", "remember me", "rememberme", "remember-me", "remember_me",
        "remember this", "rememberdevice", "remember_device", "remember-device", "trust this", "trust browser",
        "trustdevice", "trust_device", "trust-device", "trustbrowser", "angemeldet bleiben", "rester connect",
        "is this your device", "is this your browser", "eingeloggt bleiben", "mantener la sesi", "manter sess",
        "manter-me", "resta conness", "rimani conness", "aangemeld blijven", "ingelogd blijven",
        "サインインの状態を維持", "サインインしたまま", "ログイン状態を", "ログインしたまま",
    ]
    private static let devices: Phrases = [
        "device", "browser", "computer", "gerät", "appareil", "navigateur", "ordinateur", "dispositivo", "navegador",
        "equipo", "computador", "apparaat", "デバイス", "ブラウザ", "端末",
    ]
    private static let trust: Phrases = [
        "trust", "remember", "vertrau", "merken", "dies ihr", "das ihr", "dies dein", "das dein", "confiance",
        "mémoris", "souvenir", "est-ce votre", "confiar", "confía", "confianza", "confiança", "recordar", "lembrar",
        "attendibil", "affidabil", "ricorda", "vertrouw", "onthoud", "信頼", "記憶", "あなたのもの",
    ]

    /// Returns whether a heading, or a label, is about the trust in this device, which lasts longer than a session.
    static func trustDevice(_ text: String) -> Bool { occur(devices, in: [text]) && occur(trust, in: [text]) }

    /// Returns whether an answer begins with "no" or "not", or puts the question off.
    static func answerNo(_ label: String) -> Bool {
        let negations: Set = ["no", "not", "nein", "nicht", "non", "não", "nee", "niet", "いいえ"]
        return negations.contains(label.lowercased().prefix { $0.isLetter }.description) || declines(label)
            || skips(label)
    }
    /// The user has to act elsewhere.
    static let waiting: Phrases = [
        "approve", "push", "notification", "your phone", "your mobile", "your device", "authenticator app",
        "waiting for", "check your inbox", "sent a link", "sent you a link", "smartphone", "bestätigen sie",
        "benachrichtigung", "approuvez", "notificación", "notificação", "powiadomien", "oznámení", "bildirim",
        "уведомлен", "通知", "알림",
    ]
    /// Returns whether a sentence says so, and not only what to do if, or never.
    static func waitForUser(_ sentence: String) -> Bool {
        let first = sentence.lowercased().split { !$0.isLetter }.first.map(String.init) ?? ""
        return occur(waiting, in: [sentence]) && !conditions.contains(first)
            && !stand(["never", "niemals", "jamais", "nunca"], in: [sentence])
    }
    private static let conditions: Set<String> = ["if", "wenn", "falls", "si", "se", "als", "jeśli"]
    static let expired: Phrases = [
        "page has expired", "session has expired", "session expired", "session has timed out", "session timed out",
        "stale request", "sitzung ist abgelaufen", "login timeout",
    ]
    static let scripts: Phrases = ["javascript"]
    static let unsupported: Phrases = [
        "unsupported browser", "browser is not supported", "browser isn't supported", "browser not supported",
        "update your browser", "upgrade your browser", "no longer support this browser",
    ]

    /// Labels of fields that only robots fill in.
    private static let unfilled: Phrases = [
        "do not fill", "don't fill", "don’t fill", "if you are human", "if you're human", "nicht ausfüllen",
        "ne pas remplir", "ne remplissez pas", "no rellenar", "não preencha", "non compilare", "niet invullen",
    ]
    /// The same, unless they say "not".
    private static let leftEmpty: Phrases = [
        "leave this", "leave empty", "leave blank", "leave it empty", "leave it blank", "frei lassen", "leer lassen",
        "champ vide", "laisser vide", "dejar en blanco", "dejar vacío", "deje este campo", "deixe este campo",
        "lasciare vuoto", "leeg laten",
    ]

    /// Returns whether a label asks people to fill in nothing.
    static func keepsAway(_ label: String) -> Bool {
        occur(unfilled, in: [label])
            || occur(leftEmpty, in: [label])
                && !stand(negation.union(["don", "don't", "ne", "niet", "não", "non"]), in: [label])
    }

    /// A field for the text of a picture.
    static let captcha: Phrases = ["captcha"]

    /// Longer than any text for users; the rest would only cost time.
    static let searchedBytes = 16 << 10

    /// Returns whether one of the texts contains one of the words as a whole word.
    static func stand(_ words: Set<String>, in texts: [String]) -> Bool {
        texts.contains { text in
            var word = ""
            for scalar in text.unicodeScalars.prefix(searchedBytes) {
                if continuesWord(scalar) {
                    word.unicodeScalars.append(scalar)
                } else if !word.isEmpty {
                    if words.contains(word.lowercased()) { return true }
                    word = ""
                }
            }
            return words.contains(word.lowercased())
        }
    }

    private static func continuesWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x61...0x7A).contains(scalar.value | 0x20) }
        return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }

    /// Returns whether one of the texts contains one of the phrases.
    static func occur(_ phrases: Phrases, in texts: [String]) -> Bool { texts.contains(where: phrases.occur) }
}
