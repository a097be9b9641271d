// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target of this package.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
    .enableUpcomingFeature("InferIsolatedConformances"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0481-weak-let.md
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0458-strict-memory-safety.md
    .strictMemorySafety(),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0443-warning-control-flags.md
    .treatAllWarnings(as: .error),
]

/// Every Swift file below `Sources` sees this module without an import, so that conversions that end the program when a
/// number does not fit are errors there.
let checkedNumbers: Target.Dependency = "CheckedNumbers"
let seesCheckedNumbers: [SwiftSetting] = [
    .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "CheckedNumbers"])
]

extension Target {
    /// A module of ours in Swift.
    static func module(
        _ name: String,
        in folder: String,
        _ dependencies: [Dependency] = [],
        extra: [SwiftSetting] = []
    ) -> Target {
        let isProduct = folder.hasPrefix("Sources") && name != "CheckedNumbers"
        return .target(
            name: name,
            dependencies: dependencies + (isProduct ? [checkedNumbers] : []),
            path: "\(folder)/\(name)",
            swiftSettings: settings + (isProduct ? seesCheckedNumbers : []) + extra
        )
    }

    /// A program of ours.
    ///
    /// Swift's runtime needs the C++ library. As a part of the program, it shortens each start by half a millisecond.
    static func program(
        _ name: String,
        in folder: String,
        _ dependencies: [Dependency],
        hasOwnCxx: Bool = false
    ) -> Target {
        let own = "\(Context.packageDirectory)/Sources/C/StaticCxx"
        let isProduct = folder.hasPrefix("Sources")
        return .executableTarget(
            name: name,
            dependencies: dependencies + (isProduct ? [checkedNumbers] : []),
            path: "\(folder)/\(name)",
            swiftSettings: settings + (isProduct ? seesCheckedNumbers : []),
            linkerSettings: hasOwnCxx
                ? [
                    .unsafeFlags(
                        ["-L\(own)", "-Xclang-linker", "-static-libgcc"],
                        .when(configuration: .release)
                    )
                ] : []
        )
    }

    /// A program of ours in C.
    ///
    /// As it is, the link step gives each program the runtime of Swift and the C++ library: 9 MB, and half a millisecond of
    /// each start. `-nostartfiles` leaves out what refers to the former, and an empty library takes the latter's place.
    static func cProgram(
        _ name: String,
        _ dependencies: [Dependency],
        links: [String] = []
    ) -> Target {
        let empty = "\(Context.packageDirectory)/Sources/C/NoCxx"
        return .executableTarget(
            name: name,
            dependencies: dependencies,
            path: "Sources/Programs/\(name)",
            linkerSettings: links.map { .linkedLibrary($0) } + [
                .unsafeFlags(["-static-stdlib", "-nostartfiles", "-L\(empty)"])
            ]
        )
    }

    /// A module of tests.
    static func tests(
        _ name: String,
        _ dependencies: [Dependency],
        exclude: [String] = []
    ) -> Target {
        .testTarget(
            name: name,
            dependencies: dependencies,
            exclude: exclude,
            swiftSettings: settings
        )
    }

    /// C or C++ of ours, which wraps one library, or what Swift cannot call.
    static func c(
        _ name: String,
        in folder: String,
        _ dependencies: [Dependency] = [],
        links libraries: [String] = [],
        includes folders: [String] = []
    ) -> Target {
        // A debug build would draw pictures several times as slowly.
        .target(
            name: name,
            dependencies: dependencies,
            path: "\(folder)/\(name)",
            cSettings: [
                .unsafeFlags(["-O2"], .when(configuration: .debug)),
                .unsafeFlags(folders.flatMap { ["-isystem", $0] }),
            ],
            cxxSettings: [
                .unsafeFlags(["-O2"], .when(configuration: .debug)),
                .unsafeFlags(folders.flatMap { ["-isystem", $0] }),
            ],
            linkerSettings: libraries.map { .linkedLibrary($0) }
        )
    }

    /// The headers of a library of the system.
    static func headers(_ name: String, in folder: String, pkgConfig: String? = nil) -> Target {
        .systemLibrary(name: name, path: "\(folder)/\(name)", pkgConfig: pkgConfig)
    }
}

let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let serviceLifecycle: Target.Dependency = .product(
    name: "ServiceLifecycle",
    package: "swift-service-lifecycle"
)

let unixSignals: Target.Dependency = .product(
    name: "UnixSignals",
    package: "swift-service-lifecycle"
)

let package = Package(
    name: "printcenter",
    products: [
        .executable(name: "printq", targets: ["printq"]),
        .executable(name: "printcenterd", targets: ["printcenterd"]),
        .executable(name: "qpreview", targets: ["qpreview"]),
        .executable(name: "qpreview-commands", targets: ["qpreview-commands"]),
        .executable(name: "qpreview-zygote", targets: ["qpreview-zygote"]),
        .executable(name: "qpreview-zygote-plain", targets: ["qpreview-zygote-plain"]),
        .executable(name: "qpreview-zygote-page", targets: ["qpreview-zygote-page"]),
        .executable(name: "qpreview-zygote-pdfium", targets: ["qpreview-zygote-pdfium"]),
        .executable(name: "qpreview-zygote-sheets", targets: ["qpreview-zygote-sheets"]),
        .executable(name: "qpreview-converter", targets: ["qpreview-converter"]),
        .executable(name: "qpreview-window", targets: ["qpreview-window"]),
        .executable(name: "qpreviewd", targets: ["qpreviewd"]),
        .executable(name: "printlab", targets: ["printlab"]),
        .executable(name: "printcenter-desktop", targets: ["printcenter-desktop"]),
        .library(name: "PrintCenter", targets: ["PrintCenter"]),
        .library(name: "PrintCenterClient", targets: ["PrintCenterClient"]),
        .library(name: "PrintModel", targets: ["PrintModel"]),
        .library(name: "IPP", targets: ["IPP"]),
        .library(name: "QuickPreview", targets: ["QuickPreview"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without its readers of configuration files.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.1",
            traits: []
        ),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle",
            from: "2.13.0"
        ),
    ],
    targets: [
        // Programs: each parses, calls, prints.
        .program(
            "printq",
            in: "Sources",
            [
                "PrintCenterClient", "PrintModel", "FileAccess", "Signals", "TerminalDisplay",
                argumentParser,
            ],
            hasOwnCxx: true
        ),
        .program(
            "printcenterd",
            in: "Sources/Programs",
            ["PrintDaemon", "PrintModel", argumentParser]
        ),
        // Draws the usual thumbnail, and starts qpreview-commands for all else.
        .cProgram("qpreview", ["CQPreview", "CPNG", "CLinux"]),
        .program(
            "qpreview-commands",
            in: "Sources/Programs",
            [
                "QuickPreview", "PreviewModel", "PrintModel", "FileAccess", "Signals",
                "TerminalDisplay", argumentParser,
            ],
            hasOwnCxx: true
        ),
        .program(
            "qpreview-zygote",
            in: "Sources/Programs",
            [
                "DocumentRendering", "PlainRendering", "SheetRendering", "PreviewHelper",
                "PreviewModel",
            ]
        ),
        // Most pictures need no more, and each library of the program costs every child that is forked from it.
        .program(
            "qpreview-zygote-plain",
            in: "Sources/Programs",
            ["PlainRendering", "PreviewHelper", "PreviewModel"]
        ),
        // Most PDFs and photos that are printed need no more.
        .program(
            "qpreview-zygote-sheets",
            in: "Sources/Programs",
            ["SheetRendering", "PreviewHelper", "PreviewModel"]
        ),
        // Draws one page of a PDF, in the sandbox of a zygote's child.
        .program(
            "qpreview-zygote-page",
            in: "Sources/Programs",
            ["PageRendering", "PreviewHelper", "PreviewModel"]
        ),
        // The same by PDFium, where it is installed, and the zygote for that: it loads a quarter of poppler's libraries.
        .program(
            "qpreview-zygote-pdfium",
            in: "Sources/Programs",
            ["PDFiumRendering", "PreviewHelper", "PreviewModel"]
        ),
        .program(
            "qpreviewd",
            in: "Sources/Programs",
            ["PreviewDaemon", "PrintModel", argumentParser]
        ),
        // Runs the programs of other projects that lay documents out, in a sandbox that does not show Swift's libraries.
        .cProgram("qpreview-converter", ["CSandbox"]),
        // A preview on the space bar: its only parts are GTK and our C library.
        .cProgram("qpreview-window", ["CQPreview", "CGTK", "CLinux"], links: ["X11", "m"]),
        .program("printlab", in: "Sources/Programs", ["PrintLab", argumentParser]),
        .program(
            "printcenter-desktop",
            in: "Sources/Programs",
            ["PrintDesktop", "PrintCenterClient", "PrintModel", argumentParser]
        ),

        // Printing.
        .module(
            "PrintDaemon",
            in: "Sources/Printing",
            [
                "PrintCenter", "PrintModel", "QuickPreview", "FileAccess", "Failpoints", "Hashing",
                "Signals", "CLinux",
                "COpenAPI", "CPage", hummingbird, hummingbirdCore, nioCore, nioPosix, logging,
                serviceLifecycle,
                unixSignals,
            ]
        ),
        .c("COpenAPI", in: "Sources/Printing"),
        .c("CPage", in: "Sources/Printing"),
        .module(
            "PrintCenter",
            in: "Sources",
            [
                "PrintModel", "IPP", "Hashing", "Failpoints", "CCups", "CAvahi", "CGnuTLS",
                "CLinux", "CSecret", "CPostgres", grdb, logging,
            ]
        ),
        .module(
            "PrintCenterClient",
            in: "Sources/Printing",
            ["PrintModel", "FileAccess", "CLinux"]
        ),

        // The desktop: notifications, the status icon, and the print dialog of confined programs.
        .module(
            "PrintDesktop",
            in: "Sources/Desktop",
            ["SessionBus", "PrintCenterClient", "PrintModel"]
        ),
        .module("SessionBus", in: "Sources/Desktop", ["CSystemd"]),

        // Previews: the pool, and the helpers that parse in a sandbox.
        .module(
            "QuickPreview",
            in: "Sources",
            ["PreviewModel", "FileAccess", "Hashing", "CLinux", "CSandbox", "CPNG", "CZlib"]
        ),
        // The helper that programs share, and the C library by which they reach it.
        .module(
            "PreviewDaemon",
            in: "Sources/Previewing",
            ["QuickPreview", "PreviewModel", "SessionBus", "FileAccess", "Signals", "CLinux"]
        ),
        .c("CQPreview", in: "Sources/Previewing"),
        .module("TerminalDisplay", in: "Sources/Previewing", ["CChafa", "Signals"]),
        .module(
            "DocumentRendering",
            in: "Sources/Previewing",
            [
                "PlainRendering", "PageRendering", "SheetRendering", "FontLookup",
                "PreviewHelper", "PreviewModel",
                "Hashing", "CLinux", "CExpat",
                "CPoppler", "CImage", "CVips", "CMagick", "CDICOM", "CEXR", "CRaster",
                "CGhostscript", "CPDFText", "CQPDF",
                "CTag", "CPNG",
                "CPango", "CText", "CVideo",
            ]
        ),
        .module(
            "PageRendering",
            in: "Sources/Previewing",
            ["FontLookup", "PreviewHelper", "PreviewModel", "CPoppler", "CSplash", "CLCMS"]
        ),
        .module(
            "PDFiumRendering",
            in: "Sources/Previewing",
            ["FontLookup", "PreviewHelper", "PreviewModel", "CPDFium"]
        ),
        .module("FontLookup", in: "Sources/Previewing", ["PreviewModel", "CFontconfig"]),
        .module(
            "PlainRendering",
            in: "Sources/Previewing",
            ["PreviewHelper", "PreviewModel", "CImage"]
        ),
        .module(
            "SheetRendering",
            in: "Sources/Previewing",
            ["PlainRendering", "PreviewHelper", "PreviewModel", "CQPDF", "CImage"]
        ),
        .module(
            "PreviewHelper",
            in: "Sources/Previewing",
            ["PreviewModel", "CLinux", "CSandbox", "CMagic", "CZlib"]
        ),

        // Virtual printers, for tests and for people without a printer.
        .module("PrintLab", in: "Sources/Lab", ["IPP", "FileAccess", "CLinux"]),

        // Core: plain values and pure functions; paths and files as every program has them.
        .module("PrintModel", in: "Sources/Core", ["CommandNames", "IPP"]),
        // What messages say of the command line; the program is tested against it.
        .module("CommandNames", in: "Sources/Core"),
        .module("PreviewModel", in: "Sources/Core"),
        // Conversions and sums of numbers from outside. All modules see it, the tests of the model too.
        .module("CheckedNumbers", in: "Sources/Core"),
        .module("IPP", in: "Sources/Core"),
        .module("FileAccess", in: "Sources/Core", ["CLinux"]),
        .module("Signals", in: "Sources/Core"),
        .module("Hashing", in: "Sources/Core", ["CNettle"]),
        // Where tests can end the service; a release has no such places.
        .module(
            "Failpoints",
            in: "Sources/Core",
            extra: [.define("FAILPOINTS", .when(configuration: .debug))]
        ),

        // The C floor.
        .headers("CCups", in: "Sources"),
        .headers("CGTK", in: "Sources/C/Desktop", pkgConfig: "gtk4"),
        .c("CLinux", in: "Sources/C/System"),
        .c("CSandbox", in: "Sources/C/System"),
        .c("COpened", in: "Sources/C/System"),
        .c("CSecret", in: "Sources/C/System", ["COpened"]),
        .c("CPostgres", in: "Sources/C/System", ["COpened"]),
        .headers("CAvahi", in: "Sources/C/System"),
        .headers("CSystemd", in: "Sources/C/System"),
        .headers("CZlib", in: "Sources/C/System"),
        .headers("CNettle", in: "Sources/C/System"),
        .headers("CGnuTLS", in: "Sources/C/System"),
        .c("CImage", in: "Sources/C/Images", links: ["jpeg", "png16", "z"]),
        .c("CVips", in: "Sources/C/Images", ["CGObject", "CImage", "COpened"]),
        .c("CMagick", in: "Sources/C/Images", ["CLinux", "COpened"]),
        .c("CLCMS", in: "Sources/C/Images", links: ["lcms2"]),
        .c("CPNG", in: "Sources/C/Images", links: ["png16"]),
        .c("CRaster", in: "Sources/C/Images", links: ["m"]),
        .c("CVideo", in: "Sources/C/Images", ["COpened"]),
        .c(
            "CEXR",
            in: "Sources/C/Images",
            ["COpened"],
            includes: ["/usr/include/OpenEXR", "/usr/include/Imath"]
        ),
        .c("CDICOM", in: "Sources/C/Images", includes: ["/usr/include/gdcm-3.0"]),
        .c("CTag", in: "Sources/C/Images", links: ["tag"]),
        .c("CChafa", in: "Sources/C/Images", ["COpened"]),
        .headers("CMagic", in: "Sources/C/Documents"),
        .headers("CGObject", in: "Sources/C/Documents", pkgConfig: "gobject-2.0"),
        .headers("CPoppler", in: "Sources/C/Documents", pkgConfig: "poppler-glib"),
        .c("CPDFium", in: "Sources/C/Documents", links: ["fontconfig"]),
        .headers("CFontconfig", in: "Sources/C/Documents", pkgConfig: "fontconfig"),
        .c("CSplash", in: "Sources/C/Documents", ["CLinux"], links: ["poppler-cpp"]),
        .c("CPDFText", in: "Sources/C/Documents", links: ["poppler-cpp"]),
        .c("CQPDF", in: "Sources/C/Documents", links: ["qpdf"]),
        .c("CGhostscript", in: "Sources/C/Documents", ["COpened"]),
        .c("CPango", in: "Sources/C/Documents", ["CPoppler", "COpened"]),
        .c("CText", in: "Sources/C/Documents", ["COpened"]),
        .headers("CExpat", in: "Sources/C/Documents", pkgConfig: "expat"),

        // Proofs: what exists only to show that the rest holds. The commands that run them build them.
        .module(
            "ProofKit",
            in: "Proofs/Kit",
            ["PrintLab", "PrintModel", "FileAccess", "Failpoints", "CLinux", "CSilentFiles"]
        ),
        .c("CSilentFiles", in: "Proofs/Kit"),
        .module("IPPFuzzing", in: "Proofs/Fuzzing", ["IPP", "ProofKit"]),
        .program("ippfuzz", in: "Proofs/Fuzzing", ["IPPFuzzing"]),
        .program("apifuzz", in: "Proofs/Fuzzing", ["ProofKit", "PrintModel"]),
        .module(
            "PreviewFuzzing",
            in: "Proofs/Fuzzing",
            [
                "QuickPreview", "DocumentRendering", "PageRendering", "PlainRendering",
                "PDFiumRendering", "CPDFium", "PreviewHelper",
                "PreviewModel", "ProofKit", "CVips", "CLinux",
            ]
        ),
        .program(
            "previewfuzz",
            in: "Proofs/Fuzzing",
            [
                "PreviewFuzzing", "QuickPreview", "ProofKit", "CLinux", argumentParser,
            ]
        ),
        .program(
            "discoveryprobe",
            in: "Proofs/Discovery",
            ["ProofKit", "PrintCenter", "PrintModel"]
        ),
        .executableTarget(
            name: "announce",
            path: "Proofs/Discovery/announce",
            linkerSettings: [.linkedLibrary("avahi-client"), .linkedLibrary("avahi-common")]
        ),
        // A virtual printer of printlab, on another implementation of IPP than that of CUPS.
        .executableTarget(
            name: "papplprinter",
            path: "Proofs/Printers/papplprinter",
            linkerSettings: [
                .linkedLibrary("pappl"), .linkedLibrary("cups"),
            ]
        ),
        .c("CForbiddenActs", in: "Proofs/Sandbox"),
        .module("SandboxTrials", in: "Proofs/Sandbox", ["CForbiddenActs"]),
        .program(
            "qpreview-zygote-trials",
            in: "Proofs/Sandbox",
            [
                "SandboxTrials", "CForbiddenActs", "CLinux", "PreviewHelper", "PreviewModel",
                "PlainRendering", "PageRendering", "PDFiumRendering", "SheetRendering",
                "DocumentRendering",
            ]
        ),
        .program(
            "crashtest",
            in: "Proofs/Crash",
            ["ProofKit", "PrintLab", "PrintModel", "IPP", "Failpoints", "CTLSRelay"]
        ),
        .c("CTLSRelay", in: "Proofs/Crash", links: ["gnutls"]),
        // Hosts that share a queue, in networks of their own.
        .program(
            "hosttest",
            in: "Proofs/Hosts",
            [
                "ProofKit", "PrintCenter", "PrintLab", "PrintModel", "IPP", "Failpoints",
                "CHostNetwork", "CLinux", argumentParser, logging,
            ]
        ),
        .c("CHostNetwork", in: "Proofs/Hosts"),
        .program("makeraster", in: "Proofs/Raster", ["QuickPreview"]),
        .module(
            "RealCrash",
            in: "Proofs/Crash",
            ["ProofKit", "PrintLab", "PrintCenter", "PrintCenterClient", "PrintModel"]
        ),
        .program(
            "crashreal",
            in: "Proofs/Crash",
            ["RealCrash", "ProofKit", "PrintLab", "papplprinter", argumentParser]
        ),
        .program(
            "powercut",
            in: "Proofs/PowerCut",
            [
                "ProofKit", "PrintCenter", "PrintModel", "PrintLab", "IPP", "Hashing",
                argumentParser,
            ]
        ),

        // Tests: pure, with fakes or real parts in the process, and live on printlab.
        .module("PrintFakes", in: "Tests/Support", ["PrintCenter", "PrintModel", "IPP"]),
        .c("CRasterReader", in: "Tests/Support", links: ["cups"]),
        .tests("IPPTests", ["IPP", "IPPFuzzing"]),
        .tests(
            "PrintModelTests",
            ["ProofKit", "PrintModel", "CommandNames", "IPP", "CheckedNumbers"]
        ),
        .tests(
            "PrintCenterTests",
            [
                "PrintCenter", "PrintFakes", "PrintModel", "IPP", "FileAccess", "PrintLab",
                "ProofKit", "printlab", "discoveryprobe", "announce", grdb, logging,
            ],
            exclude: ["Store/Stores"]
        ),
        .tests(
            "PreviewTests",
            [
                "QuickPreview", "PreviewHelper", "PreviewModel", "DocumentRendering",
                "PageRendering", "PlainRendering", "FileAccess", "Hashing", "CLCMS", "CLinux",
                "CSandbox", "CImage",
                "CVips", "CRasterReader",
                "PreviewFuzzing", "ProofKit", "SandboxTrials", "CForbiddenActs", "qpreview",
                "qpreview-commands",
                "PreviewDaemon", "SessionBus", "qpreviewd",
                "qpreview-zygote", "qpreview-zygote-plain", "qpreview-zygote-page",
                "qpreview-zygote-pdfium", "qpreview-zygote-sheets", "FontLookup",
                "qpreview-zygote-trials", "qpreview-window",
            ],
            exclude: ["Terminal/yazi.lua", "Terminal/terminal.py"]
        ),
        .tests(
            "PrintDaemonTests",
            [
                "PrintDaemon", "PrintCenter", "PrintFakes", "PrintModel", "ProofKit",
                "FileAccess", "Hashing", "QuickPreview", "qpreview-zygote", hummingbird, logging,
                nioCore, nioEmbedded,
                nioPosix,
            ]
        ),
        .tests(
            "PrintCenterClientTests",
            [
                "ProofKit", "PrintCenterClient", "PrintModel", "CommandNames", "FileAccess",
                "printq", argumentParser,
            ]
        ),
        .tests(
            "PrintqTests",
            [
                "ProofKit", "PrintLab", "PrintModel", "CLinux", "printq", "printcenterd",
                "qpreview-zygote", "printlab", "papplprinter", "announce", "printcenter-desktop",
                "PrintDesktop", "SessionBus", argumentParser,
            ]
        ),
        .tests(
            "PowerCutTests",
            ["powercut", "PrintModel", "ProofKit", "printcenterd", "qpreview-zygote"]
        ),
        .tests("PrintLabTests", ["ProofKit", "PrintLab", "printlab", "papplprinter"]),
        .tests(
            "ServiceTests",
            [
                "ProofKit", "PrintLab", "PrintModel", "IPP", "RealCrash", "crashtest",
                "hosttest", "crashreal", "printcenterd", "printlab", "printq", "qpreview-zygote",
                "apifuzz",
                "CRasterReader", "CLinux", "CTLSRelay", "Hashing", grdb,
            ]
        ),
    ],
    cxxLanguageStandard: .cxx17
)
