// swift-tools-version:6.3
import PackageDescription

/// Rules that every Swift target of ours is built by.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
    // Its regular expressions would be a megabyte of the program.
    .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
]

/// libxml2's headers live below a folder of their own; only our C file needs them.
let libxml2Headers: [CSetting] = [.unsafeFlags(["-I/usr/include/libxml2"])]

/// What the C modules are compiled with: a canary on the stacks of functions with arrays, and copies whose size is checked
/// (which needs an optimising compiler). Swift needs neither, and has the canary by itself.
let hardened: [CSetting] = [
    .unsafeFlags(["-fstack-protector-strong"]), .define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release)),
]
let hardenedCXX: [CXXSetting] = [
    .unsafeFlags(["-fstack-protector-strong"]), .define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release)),
]

/// All functions of other libraries are looked up at the start. The lookup at the first call (lazy binding) saves the
/// vector registers on the stack, and with them up to 64 bytes of whatever was copied last: a secret, perhaps.
/// Swift's own linker, since the default one is the distribution's, and not each closes the tables of functions (RELRO).
let boundAtStart: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "now"])]

/// What Swift writes about types, valgrind takes for damage.
let withoutDebugInformation: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "--strip-debug"])]

/// What is written for the people who change a module, beside its sources.
let pages = ["README.md"]

func adapter(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = pages) -> Target {
    .target(
        name: name, dependencies: ["Core", "Secrets", "System"] + dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: dependencies + ["Core", "Secrets", "Support"],
        path: "Tests/" + name, exclude: exclude, swiftSettings: strict, linkerSettings: boundAtStart)
}

let package = Package(
    name: "fedauth",
    targets: [
        .executableTarget(
            name: "fedauth", dependencies: ["CLI"], swiftSettings: strict, linkerSettings: boundAtStart),
        .target(
            name: "CLI",
            dependencies: [
                "Application", "Core", "Secrets", "System", "HTTP", "Markup", "Crypto", "Keyring", "FileStore",
                "Configuration", "Browser", "Loopback", "CBuildInfo", "CPOSIX",
            ], exclude: pages, swiftSettings: strict),
        .target(name: "Secrets", exclude: pages, swiftSettings: strict),
        .target(name: "System", dependencies: ["CLibraries", "CPOSIX"], exclude: pages, swiftSettings: strict),
        .target(name: "Core", dependencies: ["Secrets"], exclude: pages, swiftSettings: strict),
        .target(
            name: "Application",
            dependencies: [
                "Core", "Secrets", "System", "HTTP", "Markup", "Crypto", "Keyring", "FileStore", "Configuration",
                "Browser", "Loopback", "CPOSIX",
            ], exclude: pages, swiftSettings: strict),
        adapter("Crypto", ["CGcrypt", "COpenSSL"]),
        adapter("HTTP", ["CCurl"]),
        adapter("Markup", ["CXML"]),
        adapter("Keyring", ["CGcrypt", "CSecret", "CSystemd"]),
        adapter("FileStore", ["Crypto", "CPOSIX"], exclude: pages + ["FORMAT.md", "Export/EXPORT.md"]),
        adapter("Configuration", ["CTOML"]),
        adapter("Browser", ["CNSS", "CPOSIX", "CSQLite"]),
        adapter("Loopback", ["CMicroHTTP", "CQR", "CPOSIX"]),

        .target(name: "CBuildInfo", cSettings: hardened),
        .target(name: "CGcrypt", dependencies: ["CLibraries"], cSettings: hardened),
        .target(name: "COpenSSL", dependencies: ["CLibraries"], cSettings: hardened),
        .target(name: "CCurl", dependencies: ["CLibraries", "CWiping"], cSettings: hardened),
        .target(name: "CXML", dependencies: ["CLibraries", "CWiping"], cSettings: libxml2Headers + hardened),
        .target(name: "CLibraries", exclude: pages, cSettings: hardened),
        .target(name: "CSecret", dependencies: ["CLibraries"], cSettings: hardened),
        .target(name: "CSystemd", dependencies: ["CLibraries"], cSettings: hardened),
        .target(name: "CMicroHTTP", dependencies: ["CLibraries"], cSettings: hardened),
        .target(name: "CNSS", dependencies: ["CLibraries"], cSettings: hardened),
        .target(name: "CQR", dependencies: ["CLibraries"], cSettings: hardened),
        .target(name: "CSQLite", dependencies: ["CLibraries"], cSettings: hardened),
        .target(name: "CPOSIX", cSettings: hardened),
        .target(name: "CTOML", cxxSettings: hardenedCXX),
        .target(name: "CWiping", cSettings: hardened),

        .target(
            name: "Support", dependencies: ["Core", "Secrets"], path: "Tests/Support",
            exclude: ["presenter_site.py", "presenter_client.py"], swiftSettings: strict),
        .target(
            name: "Fakes", dependencies: ["Application", "Core", "Secrets", "Support"], path: "Tests/Fakes",
            swiftSettings: strict),
        .executableTarget(
            name: "store-probe", dependencies: ["Core", "Secrets", "Keyring", "FileStore", "Support"],
            path: "Tests/StoreProbe", swiftSettings: strict),
        .executableTarget(
            name: "growth-probe",
            dependencies: ["Application", "CLI", "Configuration", "Core", "FileStore", "Markup", "Secrets", "Support"],
            path: "Tests/GrowthProbe", swiftSettings: strict, linkerSettings: withoutDebugInformation),
        tests("Growth", ["growth-probe"]),
        tests("Secrets", []),
        tests("System", ["CLibraries", "System"]),
        tests("Core", []),
        tests("Application", ["Application", "Fakes", "Keyring", "System"]),
        tests("Crypto", ["Crypto"]),
        tests("HTTP", ["HTTP", "CCurl"], exclude: ["Server"]),
        tests("Markup", ["Crypto", "Markup"], exclude: ["Pages"]),
        tests(
            "Keyring", ["Keyring", "store-probe"],
            exclude: ["session.sh", "functions.sh", "keepassxc.sh", "kwallet.sh", "mock_service.py"]),
        tests(
            "FileStore", ["FileStore", "Crypto", "CPOSIX", "store-probe"], exclude: ["read_export.py", "read_store.py"]),
        tests("Loopback", ["Loopback"]),
        tests("Browser", ["Browser", "CPOSIX", "Markup", "System"], exclude: ["pages.py"]),
        tests("CLI", ["Application", "CLI", "System", "Configuration", "HTTP", "Loopback", "Markup"]),
        // The properties of Tests/Fuzz over the corpora; libFuzzer itself is linked by Tests/Fuzz/build.
        tests(
            "Fuzz",
            [
                "Browser", "CLI", "Configuration", "CPOSIX", "Crypto", "FileStore", "HTTP", "Keyring", "Markup",
            ], exclude: ["Corpus", "README.md", "build", "fuzz", "packages.txt", "seeds", "Driver.swift"]),
        .target(name: "CTools", path: "Tests/CTools"),
        .target(
            name: "CommandSupport",
            dependencies: ["Application", "CLI", "Core", "CPOSIX", "Crypto", "CTools", "Secrets", "Support"],
            path: "Tests/CommandSupport", swiftSettings: strict),
        tests("Commands", ["fedauth", "CommandSupport"]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["fedauth", "CommandSupport", "CTools", "Support", "System"],
            path: "Tests/EndToEnd", exclude: ["without"], swiftSettings: strict),
    ],
    cLanguageStandard: .gnu11,
    cxxLanguageStandard: .cxx17
)
