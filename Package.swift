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

let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
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
        .executable(name: "qpreview-zygote", targets: ["qpreview-zygote"]),
        .executable(name: "qpreview-zygote-plain", targets: ["qpreview-zygote-plain"]),
        .executable(name: "printlab", targets: ["printlab"]),
        // Preloaded by `powercut`, and never linked.
        .library(name: "DiskRecorder", type: .dynamic, targets: ["CDiskRecorder"]),
        .library(name: "PrintCenter", targets: ["PrintCenter"]),
        .library(name: "PrintCenterClient", targets: ["PrintCenterClient"]),
        .library(name: "PrintModel", targets: ["PrintModel"]),
        .library(name: "IPP", targets: ["IPP"]),
        .library(name: "QuickPreview", targets: ["QuickPreview"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle",
            from: "2.13.0"
        ),
    ],
    targets: [
        // The C floor: each target wraps one library, or what Swift cannot call.
        .target(name: "CLinux"),
        .target(name: "CSandbox"),
        .target(name: "CDiskRecorder"),
        .systemLibrary(name: "CCups"),
        .systemLibrary(
            name: "CExpat",
            pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"])]
        ),
        .systemLibrary(name: "CMagic"),
        .systemLibrary(name: "CZlib"),
        .systemLibrary(
            name: "CPoppler",
            pkgConfig: "poppler-glib",
            providers: [.apt(["libpoppler-glib-dev"])]
        ),
        .systemLibrary(
            name: "CGObject",
            pkgConfig: "gobject-2.0",
            providers: [.apt(["libglib2.0-dev"])]
        ),
        .target(
            name: "CImage",
            linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png16")]
        ),
        .target(name: "CVips", dependencies: ["CGObject", "CImage"]),
        .target(name: "CMagick", dependencies: ["CLinux"]),
        .target(name: "CVideo"),
        .target(name: "CGhostscript"),
        .target(name: "CPango", dependencies: ["CPoppler"]),
        .target(name: "CText"),
        .target(name: "CChafa"),
        .target(name: "CQPDF", linkerSettings: [.linkedLibrary("qpdf")]),
        .target(
            name: "CSplash",
            dependencies: ["CLinux"],
            linkerSettings: [.linkedLibrary("poppler-cpp")]
        ),
        .target(name: "CTag", linkerSettings: [.linkedLibrary("tag")]),
        .target(name: "CLCMS", linkerSettings: [.linkedLibrary("lcms2")]),
        .target(name: "CPNG", linkerSettings: [.linkedLibrary("png16")]),

        // Core: plain values and pure functions; paths and files as every program has them.
        .target(name: "FileAccess", dependencies: ["CLinux"], swiftSettings: settings),
        .target(name: "IPP", swiftSettings: settings),
        // Mutations of IPP messages: the fuzz test, and the command for the long run.
        .target(name: "IPPFuzzing", dependencies: ["IPP"], swiftSettings: settings),
        .executableTarget(name: "ippfuzz", dependencies: ["IPPFuzzing"], swiftSettings: settings),
        .target(name: "PrintModel", swiftSettings: settings),
        // Where tests can end the service; a release has no such places.
        .target(
            name: "Failpoints",
            swiftSettings: settings + [.define("FAILPOINTS", .when(configuration: .debug))]
        ),
        // Changed requests for the HTTP API of a running service.
        .executableTarget(
            name: "apifuzz",
            dependencies: ["IPPFuzzing", "PrintModel"],
            swiftSettings: settings
        ),
        .target(name: "PreviewModel", swiftSettings: settings),

        // The printing wing.
        .target(
            name: "PrintCenter",
            dependencies: [
                "PrintModel", "IPP", "Failpoints", "CCups", "CLinux", crypto, grdb, logging,
            ],
            swiftSettings: settings
        ),
        .target(
            name: "PrintCenterClient",
            dependencies: ["PrintModel", "FileAccess", "CLinux"],
            swiftSettings: settings
        ),

        // The preview wing.
        .target(
            name: "QuickPreview",
            dependencies: ["PreviewModel", "FileAccess", "CLinux", "CSandbox", "CPNG"],
            swiftSettings: settings
        ),
        // What every helper is, and plain pictures; then all other parsers.
        .target(
            name: "PreviewHelper",
            dependencies: ["PreviewModel", "CLinux", "CSandbox", "CMagic", "CImage", "CZlib"],
            swiftSettings: settings
        ),
        .target(
            name: "PreviewRendering",
            dependencies: [
                "PreviewHelper", "PreviewModel", "CLinux", "CExpat", "CPoppler", "CImage", "CVips",
                "CMagick", "CGhostscript", "CLCMS", "CQPDF", "CSplash", "CTag", "CPango", "CText",
                "CVideo",
            ],
            swiftSettings: settings
        ),

        // Pictures in a terminal: what printq and qpreview share.
        .target(name: "TerminalDisplay", dependencies: ["CChafa"], swiftSettings: settings),

        // Virtual printers for tests, demo and benchmarks.
        .target(name: "PrintLab", dependencies: ["IPP", "CLinux"], swiftSettings: settings),

        // Programs: they parse, call, print.
        .executableTarget(
            name: "printq",
            dependencies: [
                "PrintCenterClient", "PrintModel", "FileAccess", "TerminalDisplay", argumentParser,
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "printcenterd",
            dependencies: [
                "PrintCenter", "PrintModel", "QuickPreview", "Failpoints", "CLinux", argumentParser,
                hummingbird, hummingbirdCore, nioCore, nioPosix, logging, serviceLifecycle,
                unixSignals,
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "qpreview",
            dependencies: [
                "QuickPreview", "PreviewModel", "FileAccess", "TerminalDisplay", argumentParser,
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "qpreview-zygote",
            dependencies: ["PreviewRendering", "PreviewHelper", "PreviewModel"],
            swiftSettings: settings
        ),
        // Most pictures need no more, and each library of the program costs every child that is forked from it.
        .executableTarget(
            name: "qpreview-zygote-plain",
            dependencies: ["PreviewHelper", "PreviewModel"],
            swiftSettings: settings
        ),
        // The whole corpus and changed documents through the walls, and what the walls cost.
        .target(
            name: "PreviewFuzzing",
            dependencies: ["QuickPreview", "IPPFuzzing", "CLinux"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "previewfuzz",
            dependencies: [
                "PreviewFuzzing", "PreviewRendering", "QuickPreview", "IPPFuzzing", "CLinux",
                argumentParser,
            ],
            swiftSettings: settings
        ),
        // Kills the service and lies to it, and counts what was printed: `make crash`.
        .executableTarget(
            name: "crashtest",
            dependencies: ["PrintLab", "PrintModel", "IPP", "IPPFuzzing", "Failpoints", "CLinux"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "printlab",
            dependencies: ["PrintLab", argumentParser],
            swiftSettings: settings
        ),

        // Power cuts at each change of the disk, and system calls that fail.
        .executableTarget(
            name: "powercut",
            dependencies: [
                "PrintCenter", "PrintModel", "PrintLab", "CLinux", argumentParser, crypto,
            ],
            swiftSettings: settings
        ),
        // Kills service and scheduler among real parts, and counts the paper: `make crash-real`.
        .target(
            name: "RealCrash",
            dependencies: ["PrintLab", "PrintCenter", "PrintCenterClient", "PrintModel"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "crashreal",
            dependencies: ["RealCrash", "PrintLab", argumentParser],
            swiftSettings: settings
        ),

        // Tests: pure, with real parts in-process, and live on printlab.
        .testTarget(
            name: "IPPTests",
            dependencies: ["IPP", "IPPFuzzing"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PrintModelTests",
            dependencies: ["PrintModel"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PrintCenterTests",
            dependencies: ["PrintCenter", "PrintModel", "IPP", "PrintLab", grdb],
            exclude: ["Stores"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PreviewTests",
            dependencies: [
                "QuickPreview", "PreviewHelper", "PreviewModel", "PreviewRendering", "FileAccess",
                "CLCMS",
                "CLinux", "CSandbox", "CImage", "CVips", "PreviewFuzzing", "IPPFuzzing", "qpreview",
                "qpreview-zygote", "qpreview-zygote-plain",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PrintCenterClientTests",
            dependencies: ["PrintCenterClient", "PrintModel", "printq"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PrintqTests",
            dependencies: [
                "PrintLab", "PrintModel", "CLinux", "printq", "printcenterd", "qpreview-zygote",
                "printlab", argumentParser,
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PowerCutTests",
            dependencies: ["powercut", "printcenterd", "qpreview-zygote"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PrintLabTests",
            dependencies: ["PrintLab", "printlab"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "PrintLab", "PrintModel", "IPP", "CLinux", "RealCrash", "crashtest", "printcenterd",
                "printlab", "printq", "qpreview-zygote", "apifuzz", grdb,
            ],
            swiftSettings: settings
        ),
    ],
    cxxLanguageStandard: .cxx17
)
