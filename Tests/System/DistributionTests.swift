import CLibraries
import System
import Testing

/// Tests which distribution os-release(5) means, and walks the table of libraries and packages.
struct DistributionTests {
    static let known = [
        ("ID=debian\nVERSION_ID=\"12\"\nVERSION_CODENAME=bookworm", "apt install libcurl4", "apt install libxml2"),
        ("ID=debian\nVERSION_ID=\"13\"\nVERSION_CODENAME=trixie", "apt install libcurl4", "apt install libxml2"),
        ("ID=debian\nVERSION_CODENAME=forky", "apt install libcurl4", "apt install libxml2-16"),
        ("ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=noble", "apt install libcurl4", "apt install libxml2"),
        ("ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=resolute", "apt install libcurl4", "apt install libxml2-16"),
        (
            "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_CODENAME=wilma\nUBUNTU_CODENAME=noble",
            "apt install libcurl4", "apt install libxml2"
        ),
        ("ID=fedora\nVERSION_ID=44", "dnf install libcurl", "dnf install libxml2"),
        ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"", "dnf install libcurl", "dnf install libxml2"),
        (
            "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"", "zypper install libcurl4",
            "zypper install libxml2-16"
        ),
        ("ID=arch", "pacman -S curl", "pacman -S libxml2"),
        ("ID=alpine", "apk add libcurl", "apk add libxml2"),
    ]

    @Test(arguments: known)
    func aDistributionHasItsNames(_ release: String, _ curl: String, _ xml: String) {
        let distribution = Distribution(osRelease: "PRETTY_NAME='A Linux'\n# a comment\n\(release)\n")
        #expect(distribution.name == "A Linux")
        #expect(distribution.install(.curl) == curl)
        #expect(distribution.install(.xml2) == xml)
    }

    @Test(arguments: ["", "ID=\n", "ID=nixos\nID_LIKE=\"\"", "=", "ID", "\u{0}\n\r\n=="])
    func anUnknownOneNamesTheFile(_ release: String) {
        let distribution = Distribution(osRelease: release)
        #expect(distribution.package(of: .curl) == nil)
        #expect(distribution.install(.curl) == "install the package that has libcurl.so.4")
        #expect(distribution.install(.chromium) == "install the package that has chromium")
    }

    /// The Swift cases are those of C, each library has a file, and each distribution a package.
    @Test func theTableHasNoHole() {
        #expect(Dependency.allCases.count == Int(clibraries_count.rawValue))
        for dependency in Dependency.allCases {
            #expect(dependency.files.isEmpty == (dependency.rawValue >= Dependency.authorityFiles.rawValue))
            for (release, _, _) in Self.known where !(dependency == .systemd && release.contains("alpine")) {
                let package = Distribution(osRelease: release).package(of: dependency)
                #expect(package?.isEmpty == false, "\(dependency) of \(release)")
            }
            for file in dependency.files { #expect(file.contains(".so"), "\(file)") }
        }
        // The first and the last of each kind, so that both lists have the same order.
        #expect(Dependency.curl.files == ["libcurl.so.4"] && Dependency.sqlite.files == ["libsqlite3.so.0"])
        #expect(Dependency.xml2.quotedFiles == "'libxml2.so.16' or 'libxml2.so.2'")
        #expect(Distribution(osRelease: "ID=debian").package(of: .opener) == "xdg-utils")
        #expect(Distribution.authorityDirectories.first == "/etc/ssl/certs")
    }

    /// Opens every library of the table that this machine has by its first name that is there, and says which file that was.
    @Test func whatIsOpenedIsNamed() {
        var count = 0
        for dependency in Dependency.allCases where !dependency.files.isEmpty {
            let name = clibraries_name(dependency.rawValue)
            if let why = clibraries_load(name, nil, 0).map({ String(cString: $0) }) {
                for file in dependency.files { #expect(why.contains(file), "\(why)") }
                continue
            }
            count += 1
            let opened = dependency.openedFile ?? ""
            let stem = dependency.files[0].prefix { $0 != "." }
            #expect(opened.hasPrefix("/") && opened.contains("/\(stem).") || opened.contains("/\(stem)-"), "\(opened)")
        }
        #expect(count > 5)
    }
}
