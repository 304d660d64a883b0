// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target, each with its reason.
let settings: [SwiftSetting] = [
  // A protocol used as a type costs a dynamic call: it must be visible as `any`.
  .enableUpcomingFeature("ExistentialAny"),
  // Imports do not leak to whoever imports us, and members need the import that brings them.
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Every use of unsafe memory says so.
  .strictMemorySafety(),
]

let package = Package(
  name: "CacheLab",
  platforms: [.macOS(.v15), .iOS(.v15)],
  products: [
    .library(name: "Strategies", targets: ["Strategies"]),
    .library(name: "StrategyKit", targets: ["StrategyKit"]),
    .library(name: "CacheLab", targets: ["CacheLab"]),
    .library(name: "LabRunKit", targets: ["LabRunKit"]),
    .library(name: "ScrollTraceRecorder", targets: ["ScrollTraceRecorder"]),
    .library(name: "StrategyContract", targets: ["StrategyContract"]),
    .executable(name: "lab-run", targets: ["lab-run"]),
    .executable(name: "lab-bench", targets: ["lab-bench"]),
    .executable(name: "lab-fuzz", targets: ["lab-fuzz"]),
    .executable(name: "lab-record", targets: ["lab-record"]),
    .library(name: "PhotosModel", targets: ["PhotosModel"]),
    .library(name: "PhotosCatalog", targets: ["PhotosCatalog"]),
    .executable(name: "lab-photos", targets: ["lab-photos"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    // The photo catalog's database, which neither lab-run nor an app that ships strategies links.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Subprocess names executables by this package's FilePath.
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // What a strategy sees and says. All else knows only that; Strategies, on the roof, is for tools and apps.
    .target(name: "StrategyKit", swiftSettings: settings),
    .target(name: "Strategies", dependencies: ["StrategyKit"], swiftSettings: settings),
    .systemLibrary(
      name: "CTurboJPEG",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]
    ),
    .target(
      name: "CacheLab",
      dependencies: [
        "StrategyKit", "CTurboJPEG",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ],
      // Style and script of a report: in the program itself, so that it runs anywhere.
      resources: [.embedInCode("Page/Resources/player.js"), .embedInCode("Page/Resources/report.css")],
      swiftSettings: settings
    ),
    .target(
      name: "LabRunKit",
      dependencies: [
        "CacheLab", "StrategyKit", "CDecodeLoop", "CShippedFiles",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings
    ),
    // Traces, a sweep and the recorder page: in the program itself, so that it runs anywhere. C, because `embedInCode`
    // takes minutes for a megabyte, and `#embed` no time.
    .target(name: "CShippedFiles"),
    // For apps: writes traces, knows nothing of the lab.
    .target(name: "ScrollTraceRecorder", swiftSettings: settings),
    .testTarget(
      name: "ScrollTraceRecorderTests", dependencies: ["ScrollTraceRecorder", "CacheLab"], swiftSettings: settings),
    // For tests of strategies, ours and others'.
    .target(
      name: "StrategyContract", dependencies: ["CacheLab", "Strategies", "CAllocationCount"], swiftSettings: settings),
    .testTarget(
      name: "StrategyContractTests", dependencies: ["StrategyContract", "Strategies"], swiftSettings: settings),
    // The Swift runtime's hook for allocations, which Swift code cannot reach.
    .target(name: "CAllocationCount"),
    // What `make bench` and a gate without an old binary measure the decoder against.
    .target(name: "CDecodeLoop", dependencies: ["CTurboJPEG"]),
    .executableTarget(
      name: "lab-bench",
      dependencies: [
        "CacheLab", "Strategies", "StrategyContract", "CDecodeLoop",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: settings),
    // `make fuzz`; the tests run the same mutations, fewer of them.
    .executableTarget(
      name: "lab-fuzz",
      dependencies: [
        "CacheLab", "Strategies", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings),
    // Serves the recorder page; `make run` does not build it.
    .executableTarget(
      name: "lab-record",
      dependencies: [
        "CacheLab", "Strategies", "CShippedFiles",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: settings),
    .executableTarget(name: "lab-run", dependencies: ["LabRunKit", "Strategies"], swiftSettings: settings),
    // Assets, requests and delivery as the Photos framework has them; no database.
    .target(name: "PhotosModel", dependencies: ["CacheLab", "Strategies"], swiftSettings: settings),
    // Fetching, albums, changes and access: the part that needs a database.
    .target(
      name: "PhotosCatalog",
      dependencies: ["PhotosModel", "CacheLab", "Strategies", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: settings),
    .executableTarget(
      name: "lab-photos",
      dependencies: [
        "PhotosCatalog", "PhotosModel", "CacheLab", "Strategies",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings),
    .testTarget(
      name: "PhotosModelTests", dependencies: ["PhotosCatalog", "PhotosModel", "CacheLab", "Strategies", "lab-photos"],
      swiftSettings: settings),
    .testTarget(name: "StrategiesTests", dependencies: ["Strategies", "StrategyKit"], swiftSettings: settings),
    .testTarget(
      name: "LabRunTests",
      dependencies: [
        "LabRunKit", "lab-run", "lab-record", "CacheLab",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: settings),
    .testTarget(name: "ArchitectureTests", dependencies: ["CacheLab", "Strategies"], swiftSettings: settings),
    .testTarget(
      name: "CacheLabTests", dependencies: ["CacheLab", "Strategies", "CTurboJPEG", "lab-fuzz"],
      exclude: ["ReplayTests/Goldens"], swiftSettings: settings),
  ]
)
