import Application
import Core
import Testing

@testable import CLI

/// Wrong guesses of new users, and what the hint must name: a command line, an option or a setting. `=>` separates both.
struct GuessTests {
    private static let commandLines = """
        ls => fedauth status --all
        list => fedauth store list
        show mail => fedauth store get NAME
        cat mail => fedauth store get NAME
        lookup service ci => fedauth store search --attribute service=ci
        run curl => fedauth exec NAME -- COMMAND
        with mail => fedauth exec NAME -- COMMAND
        curl https://h.test/ => fedauth request URL
        api https://h.test/ => fedauth request URL
        GET https://h.test/ => fedauth request URL
        post https://h.test/ => fedauth request URL
        fetch https://h.test/ => fedauth request URL
        env => fedauth export-cookies
        script => fedauth export-cookies
        shell => fedauth export-cookies
        print-env => fedauth export-cookies
        cookies => 'export-cookies'
        headers => 'export-headers'
        jwt => 'token'
        set ci/token => fedauth store put NAME
        add mail => fedauth profile add NAME
        rm ci/token => fedauth store delete NAME
        delete ci/token => fedauth store delete NAME
        find ci => fedauth store search
        mv a b => fedauth store rename NAME NEW-NAME
        cp a b => fedauth store put NEW-NAME
        edit ci/token => fedauth store put NAME
        edit mail => fedauth profile edit NAME
        oidc https://h.test/ => fedauth saml URL --finish URL
        oauth2 https://h.test/ => fedauth oauth ISSUER
        kinit => fedauth basic URL --scheme negotiate
        ntlm https://h.test/ => fedauth basic URL
        passwords => fedauth store list
        vault => fedauth store list
        keyring => fedauth store list
        pw ci => fedauth store get NAME
        sessions => fedauth status --all
        otp mail => fedauth store get NAME --code
        keys => fedauth identity list
        passwd => fedauth store rekey
        refresh => fedauth saml URL --force
        renew mail => fedauth login NAME --force
        renew --all => fedauth login NAME --force
        init => fedauth profile add NAME
        docs => man fedauth
        upgrade => make install
        uninstall => make uninstall
        uninstall => docs/store.md
        reset => docs/store.md
        forget ci/token => fedauth store delete NAME
        issue => issue tracker
        bugreport => --version --json
        feedback => issue tracker
        extension => fedauth-NAME
        license => Apache License 2.0
        fill => fedauth credential fill
        sapgenpse => fedauth sls enroll URL
        slc => fedauth sls enroll URL
        sapslscli => identity export
        certmonger => --protocol est
        step ca certificate => --protocol est
        certbot => --protocol est
        help cron => fedauth request URL --no-input
        help ci => docs/ci.md
        help jobs => help tutorial
        linger => help tutorial
        remote => --presenter remote
        headless => fedauth login NAME --headless
        chrome => --presenter chromium
        kubernetes => fedauth help kubectl
        k8s => fedauth help kubectl
        kubeconfig => fedauth help kubectl
        nagios => fedauth status --all --check
        monitoring => fedauth status --all --check
        pkcs11 => fedauth identity import pkcs11:
        smartcard => fedauth identity import pkcs11:
        secure-login-server => fedauth sls enroll URL
        commoncryptolib => fedauth sls enroll URL
        sapgui => fedauth sls enroll URL
        journal => no log is kept
        syslog => no log is kept
        saml-tracer => --trace FILE.html
        devtools => --trace FILE.html
        har => --trace FILE.html
        postman => fedauth request URL
        httpie => --format httpie
        python => --dialect python
        requests => --dialect python
        playwright => --format storage-state
        zsh => zsh
        tab => fedauth completions bash
        cacert => --cacert FILE
        trust => --cacert FILE
        mobile => fedauth saml --sap URL
        keytab => fedauth basic URL --scheme negotiate
        schedule => help tutorial
        sls enroll https://h.test/ --label x => --profile-code CODE
        assume => fedauth help aws
        aws-azure-login => fedauth help aws
        keepassxc => --store keyring
        help keepass => --store keyring
        help kubctl => 'help kubectl'
        gh => --env NAME=store:ENTRY
        webdispatcher => fedauth request URL
        sms => --field LABEL=SOURCE
        captcha => --presenter chromium
        yubikey => fedauth passkey add URL
        wsl => fedauth store init --store file
        forgot => fedauth store rekey --store-key-file FILE
        login -a aws => fedauth login NAME
        saml https://h.test/ --idp-provider ADFS => --presenter
        saml https://h.test/ --browser-type firefox => --presenter firefox
        console mail => fedauth help aws
        vpn => fedauth help vpn
        disconnect => fedauth logout
        purge => fedauth logout --all
        agent => fedauth store unlock
        ssh h.test => fedauth help ssh
        aws => fedauth help aws
        git => credential.helper fedauth
        clone https://h.test/ => credential.helper fedauth
        docker => credsStore
        docker login h.test => credsStore
        podman login h.test => fedauth help podman
        ping => fedauth status NAME --check
        health => fedauth status --all --check
        monitor => fedauth status --all --check
        log => --trace FILE
        copy mail => --clip
        whoami => 'status'
        signin => 'login'
        auth => 'login'
        test => 'doctor'
        backup => fedauth store export -o FILE
        restore f => fedauth store import FILE
        seal => fedauth store lock
        unseal => fedauth store unlock
        generate => openssl rand
        alias => [aliases]
        use mail => fedauth login NAME
        describe mail => fedauth profile show NAME
        apply -f x => fedauth store import FILE
        enroll https://h.test/ => fedauth sls enroll URL
        sls https://h.test/ => fedauth sls enroll URL
        help vscode => fedauth help git
        kubelogin => fedauth help kubectl
        oidc-login get-token => fedauth help kubectl
        gimme-aws-creds => fedauth help aws
        profile add k8s https://h.test/ --oidc-issuer-url https://i.test => fedauth oauth ISSUER --client-id ID
        saml https://h.test/ --password-env PW => --password-command "printenv NAME"
        ca list => 'identity list'
        ci/token => fedauth store get ci/token
        -c ci/token => fedauth store get ci/token
        --server https://h.test/ => fedauth saml URL
        --authenticate => fedauth login NAME
        unlock => 'store unlock'
        slot => 'store slot'
        auth status => 'status'
        auth login => 'login'
        auth token => 'token'
        auth logout => 'logout'
        secret set x => 'store put'
        secret get x => 'store get'
        password put x => 'store put'
        kv get x => 'store get'
        kv put x => 'store put'
        vault list => 'store list'
        keyring list => 'store list'
        pass show x => 'store get'
        config set user ada => fedauth profile edit NAME --user USER
        config get user => 'profile show'
        config list => 'profile list'
        config edit => 'profile edit'
        config use-context mail => profile = "NAME"
        session list => fedauth status --all
        delete profile mail => 'profile remove'
        delete secret x => 'store delete'
        get profiles => 'profile list'
        get secret x => 'store get'
        list secrets => 'store list'
        add passkey => 'passkey add'
        show config => 'profile show'
        help exit-codes => 'help exit-status'
        help me => 'help topics'
        help env => 'help environment'
        store ls ci/ => fedauth store search PATTERN
        store list ci/ => fedauth store search PATTERN
        store show x => 'store get'
        store set x => 'store put'
        store rm x => 'store delete'
        store find x => 'store search'
        store mv a b => 'store rename'
        store new => 'store init'
        store edit x => fedauth store put NAME
        store cp a b => fedauth store put NEW-NAME
        store close => 'store lock'
        store keys => 'store slot'
        store lookup service ci => fedauth store search --attribute service=ci
        store clear service ci => fedauth store search --attribute service=ci
        store git init => fedauth store export -o FILE
        store sync => fedauth store export -o FILE
        store status => fedauth store doctor
        store info => fedauth store doctor
        store restore f => 'store import'
        store generate x => openssl rand
        store history => latest values only
        store export-all => fedauth store export -o FILE
        store otp mail => fedauth store get NAME --code
        store use work => --store NAME
        store export f => fedauth store export -o FILE
        store search service ci => fedauth store search --attribute service=ci
        store get service ci => fedauth store search --attribute service=ci
        store get a b => one entry is taken
        store unlock 1h => fedauth store unlock --for TIME
        store unlock -t 1h => --for TIME
        store unlock --ttl 1h => --for TIME
        store init work => fedauth store init --name NAME
        store init --key-file f => --store-key-file FILE
        store rekey --key-file f => --new-key-file FILE
        store get x --otp => --code
        store get x --totp => --code
        store get x --copy => --clip
        store get x --show => as it is
        store get x --attribute a=b => fedauth store list --json
        store get x --expires 1h => fedauth store list --json
        store put x --stdin => standard input
        store put x --ttl 5m => --expires TIME
        store put x --type totp => --kind KIND
        store put x --label y => --attribute NAME=VALUE
        store put x --password y => standard input
        store --label y => --attribute NAME=VALUE
        store delete x --force => nothing is asked
        store delete x -f => nothing is asked
        store lock --all => --store NAME
        store list -l => '--json'
        status --jq .user => | jq FILTER
        profile list --query name => | jq FILTER
        status --format json => | jq FILTER
        request https://h.test/ --jq .a => fedauth request URL | jq FILTER
        store list --long => '--json'
        store search x -i => [Cc]
        store export --format json => --plaintext
        store export --password x => --passphrase-file FILE
        store import f --password x => --passphrase-file FILE
        profile use mail => profile = "NAME"
        profile switch mail => profile = "NAME"
        profile default mail => profile = "NAME"
        profile set mail user=ada => fedauth profile edit NAME --user USER
        profile rm mail => 'profile remove'
        profile ls => 'profile list'
        profile create mail => 'profile add'
        profile test mail => fedauth doctor NAME
        profile login mail => fedauth login NAME
        profile export mail => fedauth profile show NAME
        profile rename a b => fedauth profile edit
        profile edit mail user=grace => fedauth profile edit NAME --user USER
        profile edit mail --remove check => --unset SETTING
        profile edit mail --set user=x => fedauth profile edit NAME --user USER
        profile add mail -method=saml => '--method'
        profile add mail --type saml => --authorization-url
        profile add mail --default => profile = "NAME"
        profile add mail https://h.test/ https://h.test/home => --finish URL
        profile list -format=json => '--json'
        profile list --output json => '--json'
        identity inspect x => 'identity show'
        identity use x => 'identity bind'
        identity unbind x https://h.test/ => --remove
        identity rename a b => --name NAME
        identity default x => fedauth identity bind NAME URL
        identity expiry x => fedauth identity show NAME
        identity renew x => fedauth sls renew
        identity bind x --origin https://h.test/ => fedauth identity bind NAME URL
        identity export x --password y => --passphrase-file FILE
        identity export x --format p12 => --p12 FILE
        identity import --cert a => fedauth identity import FILE --key FILE
        identity import a b => fedauth identity import FILE --key FILE
        sls new => 'sls enroll'
        sls profiles => fedauth sls enroll URL --dry-run
        sls revoke x => fedauth identity delete NAME
        sls enroll https://h.test/ --profile X => --profile-code CODE
        passkey create => 'passkey add'
        login --username ada => --user NAME
        login -u ada => --user NAME
        login --password x => --password-file FILE
        login -p mail => a profile is the argument
        login --otp 1 => --totp ENTRY
        login --ca f => --cacert FILE
        login --ca-certificate f => --cacert FILE
        login --cert f => fedauth identity import FILE
        login -k => --insecure
        login --key-file f => --store-key-file FILE
        login --passphrase x => --store-passphrase-file FILE
        login -a => name the profile
        login a b => fedauth login NAME
        login --open => --presenter chromium
        login --duo => --field NAME=text:VALUE
        login --retry 3 => --timeout TIME
        login --role x => fedauth help aws
        login --idp-account dev => fedauth help aws
        identity export x --pse f => --p12 FILE
        login --port 443 => https://host:8443/
        login --dry-run => fedauth doctor NAME
        login --log f => --trace FILE
        login --cron => --no-input
        login --idp-url https://i.test/ => --idp NAME
        login --no-browser => --presenter form
        login --profile mail => the argument
        profile edit mail --url https://h.test/ => --authorization-url URL
        login --batch => --no-input
        login --device-code => --presenter remote
        login --kerberos => negotiate
        saml https://h.test/ https://h.test/home => --finish URL
        saml https://h.test/ --netrc => fedauth store import --from netrc
        saml https://h.test/ --client-cert f => fedauth identity import FILE
        saml https://h.test/ --debug => --trace FILE
        saml https://h.test/ --timout 5m => '--timeout'
        basic https://h.test/ ada => --user NAME
        status -o json => '--json'
        status --output json => '--json'
        status a b => fedauth status --all
        status --watch => fedauth status --all
        status --min-validity 1h => fedauth login NAME --min-validity TIME
        status -a => --all
        logout -a => --all
        logout a b => fedauth logout --all
        logout --everywhere => fedauth logout --all
        token --raw => as it is
        token mail --no-store => fedauth exec --no-store NAME -- COMMAND
        token --jwt => --output
        token a b => one name is taken
        export-cookies --netscape => --format netscape
        export-cookies --jar f => --format netscape -o FILE
        export-cookies --json-file f => --format json -o FILE
        export-cookies --domain h.test => --url URL
        export-cookies --bash => --shell NAME
        export-headers --curl => --format curl
        request GET https://h.test/ => -X METHOD
        request mail /inbox => --profile NAME
        request --json {} https://h.test/ => --data-json TEXT
        request https://h.test/ -p mail => --profile NAME
        request https://h.test/ -n => fedauth store import --from netrc
        request https://h.test/ --content-type text/plain => Content-Type
        request https://h.test/ --accept text/plain => --expect TYPE
        request https://h.test/ --jq .x => jq
        request https://h.test/ --paginate => jq
        request https://h.test/ --raw-output => jq
        request https://h.test/ --follow => --location
        request https://h.test/ --trace-ascii f => --trace FILE
        request https://h.test/ --pinnedpubkey x => --pin KEY
        request https://h.test/ --body x => --data TEXT
        request https://h.test/ --http2 => FEDAUTH_COOKIE_JAR
        request https://h.test/ -b a=b => --header @FILE
        request https://h.test/ --method POST => --request-method METHOD
        completions bash f => fedauth completions bash
        exec mail ls => --
        check => fedauth doctor
        verify mail => fedauth status NAME --check
        list-profiles => 'profile list'
        list-sessions => fedauth status --all
        create-profile mail => 'profile add'
        cookie-jar => 'export-cookies'
        print-access-token => 'token'
        get-token => 'token'
        git-credential => 'credential'
        wsfed https://h.test/ => fedauth adfs HOST --realm URI
        kdestroy => fedauth logout NAME
        signin https://h.test/ => fedauth saml URL
        sso https://h.test/ => fedauth saml URL
        auth login https://h.test/ => fedauth saml URL
        headers https://h.test/ => fedauth export-headers --url URL
        cookies https://h.test/ => fedauth export-cookies --url URL
        profiles => fedauth profile list
        config => fedauth profile add NAME URL
        configure => fedauth profile add NAME URL
        password => fedauth store put NAME
        init => fedauth profile add NAME URL
        setup => fedauth profile add NAME URL
        refresh mail => fedauth sls renew NAME
        store change-password => 'store rekey'
        store add-entry x => 'store put'
        sls reenroll => 'sls renew'
        saml https://h.test/ --no-save => kept in the store
        basic https://h.test/ --no-proxy => takes a value
        exec mail --no-mask -- ls => '--mask' is off
        doctor --check store => fedauth store doctor
        doctor --fix => nothing is repaired by itself
        saml https://h.test/ --until https://h.test/home => '--finish'
        saml https://h.test/ --redirect-uri https://h.test/home => '--finish'
        saml https://h.test/ --window => --presenter chromium
        saml https://h.test/ --interactive => where there is a terminal
        saml https://h.test/ --no-color => --color never
        adfs h.test --relying-party urn:x => --realm URI
        adfs h.test --audience urn:x => --realm URI
        adfs h.test --wtrealm urn:x => '--realm'
        request https://h.test/ --follow-redirects => --location
        sls enroll https://h.test/ --key-size 2048 => --key-type KIND
        sls enroll https://h.test/ --out f => --p12 FILE
        store put x --from-file f => --file FILE
        store get x --no-newline => as it is
        exec mail --clean-env -- ls => fedauth exec NAME -- env -u VARIABLE COMMAND
        exec mail --no-login -- ls => --no-sign-in
        """

    private static let settings = """
        url => authorization-url
        start => authorization-url
        login-url => authorization-url
        start_url => authorization-url
        finish-url => finish
        finish_url => finish
        redirect_uri => finish
        callback => finish
        username => user
        user_name => user
        User => user
        password => password-command
        password-cmd => password-command
        otp => totp
        mfa => totp
        ca-file => cacert
        ca_bundle => cacert
        cafile => cacert
        verify_ssl => 'cacert'
        ssl-verify => 'cacert'
        no-verify => 'cacert'
        cert => identity
        certificate => identity
        key => identity
        client_cert => identity
        cookies-file => cookies
        cookie_jar => cookies
        idp-url => idp
        idp_name => idp
        role => fedauth help aws
        domain => home-realm
        session_duration => min-validity
        min_validity => min-validity
        debug => verbose
        silent => quiet
        http-proxy => proxy
        proxy_url => proxy
        max-time => timeout
        connect_timeout => timeout
        keyring => store
        backend => store
        no-browser => presenter = "form"
        request-timeout => timeout
        relying-party => realm
        until => finish
        no-color => color = "never"
        gui => headless
        log_file => trace
        batch => no-input
        kerberos => scheme = "negotiate"
        """

    private static let variables = """
        FEDAUTH_USERNAME => FEDAUTH_USER
        FEDAUTH_PASSWORD => FEDAUTH_PASSWORD_COMMAND
        FEDAUTH_STORE_PASSWORD => FEDAUTH_STORE_PASSPHRASE?
        FEDAUTH_STORE_KEY => FEDAUTH_STORE_KEY_FILE
        FEDAUTH_CA_FILE => FEDAUTH_CACERT
        FEDAUTH_DEBUG => FEDAUTH_VERBOSE
        FEDAUTH_INSECURE => --insecure
        FEDAUTH_JSON => --json
        FEDAUTH_TIMOUT => FEDAUTH_TIMEOUT
        FEDAUTH_FINISH_URL => FEDAUTH_FINISH
        FEDAUTH_OTP => FEDAUTH_TOTP
        FEDAUTH_HOME => FEDAUTH_CONFIG?
        FEDAUTH_CONFIG_FILE => FEDAUTH_CONFIG?
        FEDAUTH_CONFIG_PATH => FEDAUTH_CONFIG?
        FEDAUTH_STORE_DIR => FEDAUTH_STORE?
        FEDAUTH_STORE_BACKEND => FEDAUTH_STORE?
        FEDAUTH_NO_COLOR => NO_COLOR
        FEDAUTH_NONINTERACTIVE => FEDAUTH_NO_INPUT
        FEDAUTH_DEFAULT_PROFILE => FEDAUTH_PROFILE
        FEDAUTH_NO_BROWSER => FEDAUTH_PRESENTER=form
        """

    struct Guess: Sendable, CustomTestStringConvertible {
        let line: String
        let part: String
        var testDescription: String { line }
    }

    private static func guesses(_ text: String) -> [Guess] {
        text.split(separator: "\n").map(String.init).compactMap { line in
            guard let middle = line.firstRange(of: " => ") else { return nil }
            return Guess(line: String(line[..<middle.lowerBound]), part: String(line[middle.upperBound...]))
        }
    }

    @Test(arguments: guesses(commandLines))
    func aCommandLineGetsAHintThatWorks(_ guess: Guess) throws {
        let words = CommonMistakes.understood(guess.line.split(separator: " ").map(String.init))
        let hint = try Self.hint(words)
        #expect(hint.contains(guess.part), "\(hint)")
        for line in Self.commandLines(in: hint) { #expect(Self.isAccepted(line), "'\(line)' in: \(hint)") }
    }

    @Test func thereAreManyGuesses() { #expect(Self.guesses(Self.commandLines).count >= 200) }

    /// No table has a command line that the parser refuses.
    @Test func allAdviceIsAccepted() {
        for advice in FamiliarCommands.allAdvice + FamiliarOptions.meanings.map(\.advice) {
            for line in Self.commandLines(in: advice) { #expect(Self.isAccepted(line), "'\(line)' in: \(advice)") }
        }
    }

    /// Returns what the program says of words that the parser refuses.
    private static func hint(_ words: [String]) throws -> String {
        if let mistake = HelpRequest(words: words).mistake { return mistake.hint ?? "" }
        let mistake = try #require(throws: Mistake.self, "\(words)") { try Invocation.parse(words) }
        return Hint(words: words, mistake: mistake).text
    }

    /// Returns the command lines in a hint, and the commands that it asks about: "did you mean 'store put'?"
    private static func commandLines(in hint: String) -> [String] {
        hint.split(separator: "'").compactMap { part in
            guard part.hasPrefix("fedauth "), !part.hasPrefix("fedauth help") else { return nil }
            return String(part.dropFirst("fedauth ".count))
        }
            + (hint.hasPrefix("did you mean '") && !hint.hasPrefix("did you mean '-")
                && !hint.hasPrefix("did you mean 'help")
                ? hint.split(separator: "'").dropFirst().prefix(1).map { String($0) + " --help" } : [])
    }

    private static func isAccepted(_ line: String) -> Bool {
        let values = ["TIME": "1h", "…": ""]
        let words = line.split(separator: " ").prefix { !["|", ">", "&&"].contains($0) }.map {
            values[String($0)] ?? String($0)
        }
        do {
            _ = try Invocation.parse(words.filter { !$0.isEmpty })
            return true
        } catch {
            // A group alone shows its help.
            return error is WordRequest
        }
    }

    /// A verb in the place of a name that is not found.
    @Test(
        arguments: guesses(
            """
            token get => fedauth token NAME
            token refresh => fedauth login NAME --force
            token list => takes a name, and no verb
            token status => fedauth status
            status list => fedauth status --all
            status check => fedauth status NAME --check
            logout all => fedauth logout --all
            logout delete => takes a name, and no verb
            login list => fedauth profile list
            login new => fedauth profile add NAME URL
            doctor store => fedauth store doctor
            export-cookies show => takes a name, and no verb
            exec get -- ls => takes a name, and no verb
            token mail => shows them
            """))
    func aVerbInThePlaceOfANameIsNamed(_ guess: Guess) throws {
        let words = guess.line.split(separator: " ").map(String.init)
        for kind in ["session", "profile"] {
            let error = FedauthError(
                .notFound, "there is no \(kind) '\(words[1])'; did you mean 'x'?", hint: "'fedauth status' shows them")
            let hint = try #require(Hint(words: words).advised(error).hint)
            #expect(hint.contains(guess.part), "\(hint)")
            for line in Self.commandLines(in: hint) { #expect(Self.isAccepted(line), "'\(line)' in: \(hint)") }
        }
        let other = FedauthError(.notFound, "there is no entry 'x'", hint: "h")
        #expect(Hint(words: words).advised(other).hint == "h")
    }

    // MARK: Settings and variables

    @Test(arguments: guesses(settings))
    func aSettingGetsAHintThatWorks(_ guess: Guess) throws {
        let setting = Profile.Setting(key: guess.line, values: [.text("x")])
        let profile = Profile(name: "p", settings: [setting])
        var configuration = Configuration()
        configuration.profiles = [profile]
        let mistakes = ConfigurationValidator().mistakes(of: .profile("p"), in: configuration, values: false)
        let mistake = try #require(mistakes.first)
        let name = guess.part.prefix { $0 != " " }
        if Settings.names.contains(String(name)) {
            #expect(mistake.what.hasSuffix("did you mean '\(guess.part)'?"), "\(mistake)")
        } else {
            #expect(mistake.hint.contains(guess.part), "\(mistake)")
        }
    }

    @Test(arguments: guesses(variables))
    func aVariableThatIsNotReadIsNamed(_ guess: Guess) {
        let warning = FamiliarSettings.warning(ofVariable: guess.line) ?? ""
        #expect(warning.contains(guess.part), "\(warning)")
    }

    @Test(arguments: [
        "FEDAUTH_USER", "FEDAUTH_CONFIG", "FEDAUTH_STORE_PASSPHRASE", "FEDAUTH_PROFILE", "FEDAUTH_ASKPASS",
        "FEDAUTH_KEY",
        "FEDAUTH_CERT", "FEDAUTH_COOKIES", "FEDAUTH_COOKIE_JAR", "FEDAUTH_COOKIE_FILE", "FEDAUTH_URL",
        "FEDAUTH_EXPIRES",
        "FEDAUTH_TOKEN", "FEDAUTH_IDENTITY", "FEDAUTH_SUBJECT", "FEDAUTH_X", "FEDAUTH_TESTS_CACHE", "FEDAUTH_",
    ])
    func aVariableOfFedauthOrOfOthersIsNot(_ name: String) {
        #expect(FamiliarSettings.warning(ofVariable: name) == nil)
    }

    /// A table's words are settings, and words that no setting has.
    @Test func meaningsOfSettingsAreSettings() {
        for (words, meaning) in FamiliarSettings.table {
            if let name = meaning.name {
                #expect(Settings.names.contains(name) || KnownSettings.special.contains(name), "\(words)")
            }
            for word in words.split(separator: " ") { #expect(!Settings.names.contains(String(word)), "\(word)") }
        }
    }
}
