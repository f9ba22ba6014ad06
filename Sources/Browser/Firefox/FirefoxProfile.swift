internal import System

enum FirefoxProfile {
    /// The port that it listens on, in a network of its own.
    static let port: UInt16 = 9222

    private enum Value {
        case flag(Bool), number(Int), text(String)

        var text: String {
            switch self {
            case .flag(let value): "\(value)"
            case .number(let value): "\(value)"
            case .text(let value): "\"\(value)\""
            }
        }
    }

    /// Creates the profile; returns the reason of a failure. The browser reaches all hosts by the SOCKS socket `exit`;
    /// nobody sees the dialogs of a headless one. It trusts PEM `certificates` in addition to its own.
    static func write(_ profile: String, exit: String, isHeadless: Bool, trusting certificates: String?) -> String? {
        do throws(SystemFailure) {
            try Files.makeDirectory(profile)
            let file = try PrivateFile.create(profile + "/user.js")
            var preferences = preferences(exit: exit, downloads: profile + "/downloads")
            // A part of a page that answers 401 would wait for a dialog. Of the requests of objects no event tells.
            if isHeadless { preferences.append(("network.auth.subresource-http-auth-allow", .number(0))) }
            var text = preferences.map { name, value in "user_pref(\"\(name)\", \(value.text));\n" }.joined()
            guard text.withUTF8({ file.writeAll(UnsafeRawBufferPointer($0)) }) else {
                return "the profile cannot be written to"
            }
        } catch { return "the profile cannot be made: \(error.message)" }
        return certificates.flatMap { CertificateDatabase.trust($0, directory: profile) }
    }

    private static func preferences(exit: String, downloads: String) -> [(String, Value)] {
        // The way out: all names and addresses, also of this machine, go to the socket, and nothing past it.
        let network: [(String, Value)] = [
            ("network.proxy.type", .number(1)), ("network.proxy.socks", .text("file://" + exit)),
            ("network.proxy.socks_port", .number(1)), ("network.proxy.socks_version", .number(5)),
            ("network.proxy.socks_remote_dns", .flag(true)), ("network.proxy.socks5_remote_dns", .flag(true)),
            ("network.proxy.no_proxies_on", .text("")), ("network.proxy.allow_hijacking_localhost", .flag(true)),
            ("network.proxy.failover_direct", .flag(false)), ("network.trr.mode", .number(5)),
            ("network.http.http3.enable", .flag(false)), ("media.peerconnection.enabled", .flag(false)),
            // Without a network device but loopback, Firefox believes to be offline.
            ("network.manage-offline-status", .flag(false)), ("network.http.max-connections", .number(100)),
        ]
        // A connection that nothing has asked for would come before fedauth's check.
        let speculation: [(String, Value)] = [
            ("network.http.speculative-parallel-limit", .number(0)), ("network.dns.disablePrefetch", .flag(true)),
            ("network.predictor.enabled", .flag(false)), ("network.prefetch-next", .flag(false)),
            ("network.captive-portal-service.enabled", .flag(false)),
            ("network.connectivity-service.enabled", .flag(false)),
        ]
        // Nothing of the sign-in is on a disk, and logins in frames have their cookies.
        let storage: [(String, Value)] = [
            ("network.cookie.noPersistentStorage", .flag(true)), ("network.cookie.cookieBehavior", .number(0)),
            ("network.cookie.CHIPS.enabled", .flag(false)), ("browser.cache.disk.enable", .flag(false)),
            ("browser.sessionstore.resume_from_crash", .flag(false)),
            ("browser.sessionstore.privacy_level", .number(2)), ("signon.rememberSignons", .flag(false)),
            ("browser.formfill.enable", .flag(false)), ("extensions.formautofill.addresses.enabled", .flag(false)),
            ("extensions.formautofill.creditCards.enabled", .flag(false)),
            ("browser.download.folderList", .number(2)), ("browser.download.dir", .text(downloads)),
            ("browser.pagethumbnails.capturing_disabled", .flag(true)), ("places.history.enabled", .flag(false)),
            // Their requests belong to no page, and are not checked; nor do those that outlive their page.
            ("dom.serviceWorkers.enabled", .flag(false)), ("dom.fetchKeepalive.enabled", .flag(false)),
            ("beacon.enabled", .flag(false)),
        ]
        // A page starts no program of the desktop, which would get its address as an argument.
        let programs = ["mailto", "news", "snews", "nntp", "tel", "sms"].map { scheme in
            ("network.protocol-handler.external.\(scheme)", Value.flag(false))
        }
        // Its preferences for tests make a browser less safe.
        let quiet: [(String, Value)] = [
            ("remote.prefs.recommended", .flag(false)), ("devtools.jsonview.enabled", .flag(false)),
            ("browser.shell.checkDefaultBrowser", .flag(false)),
            ("browser.startup.page", .number(0)), ("browser.startup.homepage", .text("about:blank")),
            ("browser.newtabpage.enabled", .flag(false)), ("browser.aboutwelcome.enabled", .flag(false)),
            ("browser.startup.homepage_override.mstone", .text("ignore")), ("startup.homepage_welcome_url", .text("")),
            ("browser.tabs.warnOnClose", .flag(false)), ("browser.warnOnQuit", .flag(false)),
            ("browser.toolbars.bookmarks.visibility", .text("never")), ("browser.bookmarks.file", .text("")),
            ("datareporting.policy.dataSubmissionEnabled", .flag(false)),
            ("termsofuse.bypassNotification", .flag(true)), ("datareporting.healthreport.uploadEnabled", .flag(false)),
            ("app.normandy.enabled", .flag(false)), ("toolkit.telemetry.enabled", .flag(false)),
            ("toolkit.telemetry.unified", .flag(false)), ("telemetry.fog.test.localhost_port", .number(-1)),
            ("datareporting.usage.uploadEnabled", .flag(false)), ("toolkit.telemetry.server", .text("")),
            ("toolkit.startup.max_resumed_crashes", .number(-1)), ("browser.region.network.url", .text("")),
            ("browser.topsites.contile.enabled", .flag(false)), ("browser.safebrowsing.malware.enabled", .flag(false)),
            ("browser.safebrowsing.phishing.enabled", .flag(false)), ("browser.search.update", .flag(false)),
            ("browser.safebrowsing.downloads.remote.enabled", .flag(false)),
            ("extensions.update.enabled", .flag(false)), ("extensions.getAddons.cache.enabled", .flag(false)),
            ("extensions.systemAddon.update.enabled", .flag(false)), ("media.gmp-manager.url", .text("")),
            ("dom.push.connection.enabled", .flag(false)), ("network.protocol-handler.external-default", .flag(false)),
            ("browser.translations.enable", .flag(false)), ("browser.ml.enable", .flag(false)),
        ]
        return network + speculation + storage + programs + quiet
    }
}
