// swift-tools-version: 6.2
import PackageDescription

/// What of another package the lab needs. An app asks for no trait, and so does not resolve it.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Lab"]))

/// What a tool needs that runs the lab's commands.
let lab: [Target.Dependency] = [
  "LabJudge", "LabRecords", "LabLibrary", "CacheLab", "LabSystem", "GridEngine", "StrategyKit",
]

let package = Package(
  name: "CacheLab",
  // What apps take; `scripts/embedded.sh` compiles it for this iOS, whose standard library is that of the others here.
  // Views of SwiftUI ask for more where they are declared. On macOS the lab is built too: it uses Int128 and Mutex, both of
  // macOS 15.
  platforms: [.macOS(.v15), .iOS(.v15), .macCatalyst(.v15), .tvOS(.v15), .visionOS(.v1)],
  products: [
    .library(name: "Strategies", targets: ["Strategies"]),
    .library(name: "StrategyKit", targets: ["StrategyKit"]),
    .library(name: "GridEngine", targets: ["GridEngine"]),
    .library(name: "GridDriver", targets: ["GridDriver"]),
    .library(name: "GridPhotos", targets: ["GridPhotos"]),
    .library(name: "GridViews", targets: ["GridViews"]),
    .library(name: "StrategyContract", targets: ["StrategyContract"]),
    .library(name: "GridSession", targets: ["GridSession"]),
    .library(name: "ScrollTraceRecorder", targets: ["ScrollTraceRecorder"]),
    .library(name: "CacheLab", targets: ["CacheLab"]),
    .library(name: "LabSystem", targets: ["LabSystem"]),
    .library(name: "LabLibrary", targets: ["LabLibrary"]),
    .library(name: "LabRunKit", targets: ["LabRunKit"]),
    .executable(name: "lab-run", targets: ["lab-run"]),
    .executable(name: "lab-bench", targets: ["lab-bench"]),
    .executable(name: "lab-fuzz", targets: ["lab-fuzz"]),
  ],
  traits: [
    .default(enabledTraits: ["Lab"]),
    .trait(name: "Lab", description: "The lab: lab-run, what measures and judges. An app's modules need no trait."),
  ],
  dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
  // A target declares every module whose types it stores, even one that it does not import: SwiftPM compiles it anew only
  // when a declared module changes, and an object that is stale crashes.
  targets: [
    // MARK: For apps

    // What a strategy sees and says. The lab knows only that; Strategies, on the roof, is for tools and apps.
    // On Linux a debug build calls libm for square roots, and links it only where somebody imports Glibc.
    .target(name: "StrategyKit", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "Strategies", dependencies: ["StrategyKit"]),
    // What a strategy runs in, whether a trace or an app drives it: cells, jobs, bitmaps, the ledger.
    .target(name: "GridEngine", dependencies: ["StrategyKit", "CSlotMemory"]),
    // Memory of zeros, by a header: nothing is compiled or linked for it.
    .systemLibrary(name: "CSlotMemory"),
    // The engine driven by an app's scroll, with images from any source.
    .target(name: "GridDriver", dependencies: ["GridEngine", "StrategyKit"]),
    // Images from Photos; what Photos tells is read without Photos. Packages/DeclaredSDK tests it and GridViews.
    .target(name: "GridPhotos", dependencies: ["GridDriver", "GridEngine", "StrategyKit"]),
    // How a grid of UIKit or SwiftUI scrolls, and which image its cells show.
    .target(name: "GridViews", dependencies: ["GridDriver", "GridEngine", "StrategyKit"]),
    // Writes traces while an app scrolls; knows nothing of the lab.
    .target(name: "ScrollTraceRecorder", dependencies: ["StrategyKit"]),
    // A driver's session as a trace.
    .target(name: "GridSession", dependencies: ["GridDriver", "GridEngine", "StrategyKit", "ScrollTraceRecorder"]),
    // For tests of strategies, ours and others'.
    .target(name: "StrategyContract", dependencies: ["CacheLab", "GridEngine", "StrategyKit", "CAllocationCount"]),
    // The Swift runtime's hook for allocations, which Swift code cannot reach.
    .target(name: "CAllocationCount"),

    // MARK: The lab, from the bottom

    // Text, JSON and hashes for the whole lab; traces, metrics, bounds; re-exports the engine and StrategyKit. No C
    // library, no file, no clock, no thread.
    .target(name: "CacheLab", dependencies: ["GridEngine", "StrategyKit"]),
    // What the system gives: files that appear whole, clocks, threads; re-exports CacheLab.
    .target(name: "LabSystem", dependencies: ["CacheLab", "CLabSystem"]),
    // The system itself, by one header that is the same on Linux and macOS; `make mac` compiles its side of macOS. Also
    // traces, shares of people, a sweep, and what reports and pictures are made of, as bytes, so that a program runs
    // anywhere: C, because `embedInCode` takes 8 s for 40 kB, minutes for a megabyte, and `#embed` no time.
    .target(name: "CLabSystem"),
    // Records, event files, traces as files, their tables, and the statistics that they are judged by; re-exports LabSystem.
    .target(
      name: "LabRecords",
      dependencies: ["CacheLab", "GridEngine", "LabSystem", "StrategyKit", "CLabSystem", "CLibraries"]),
    // Photos, the only module that calls libjpeg-turbo; real decodes, the wall clock, calibrated devices.
    .target(
      name: "LabLibrary",
      dependencies: [
        "LabRecords", "CacheLab", "GridEngine", "LabSystem", "StrategyKit", "CLabSystem", "CLibraries",
      ]),
    // libjpeg-turbo, the loop of plain C that `make bench` measures the decoder against, and zlib, which compresses packs of
    // traces: three modules of C, so that a program links only those that it imports.
    .systemLibrary(
      name: "CLibraries",
      // Homebrew's folder is none that a compiler looks into.
      pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev", "zlib1g-dev"]), .yum(["zlib-devel"]), .brew(["jpeg-turbo"])]),
    // Sweeps, comparisons, explanations, gate; plots and pages of them.
    .target(
      name: "LabJudge",
      dependencies: ["LabRecords", "CacheLab", "GridEngine", "LabSystem", "StrategyKit", "CLabSystem"],
      // CLabSystem has them as bytes.
      exclude: ["Page/Resources", "Plot/Templates", "Sweep/Templates"]),

    // The replay for a web page; `make web-engine` compiles it for WebAssembly.
    .target(
      name: "PageEngine",
      dependencies: ["CacheLab", "GridEngine", "Strategies", "StrategyKit"]),

    // MARK: Tools

    .target(name: "LabRunKit", dependencies: lab + ["CLabSystem", argumentParser]),
    .executableTarget(name: "lab-run", dependencies: ["LabRunKit", "Strategies"]),
    .executableTarget(name: "lab-bench", dependencies: lab + ["Strategies", "CLibraries", argumentParser]),
    // `make fuzz`; the tests run the same mutations, fewer of them.
    .executableTarget(name: "lab-fuzz", dependencies: lab + ["Strategies", "CLabSystem", argumentParser]),

    // MARK: Tests

    .testTarget(name: "ArchitectureTests", dependencies: ["CacheLab", "GridEngine", "StrategyKit"]),
    .testTarget(name: "StrategiesTests", dependencies: ["Strategies", "StrategyKit"]),
    .testTarget(
      name: "StrategyContractTests",
      dependencies: ["StrategyContract", "CacheLab", "GridDriver", "GridEngine", "Strategies", "StrategyKit"]),
    .testTarget(
      name: "ScrollTraceRecorderTests",
      dependencies: ["ScrollTraceRecorder", "CacheLab", "GridEngine", "Strategies", "StrategyKit"]),
    .testTarget(
      name: "CacheLabTests",
      dependencies: lab + [
        "GridDriver", "GridSession", "PageEngine", "Strategies", "CLabSystem", "CLibraries", "lab-fuzz",
      ],
      exclude: ["ReplayTests/Goldens"]),
    .testTarget(
      name: "LabRunTests",
      dependencies: lab + ["LabRunKit", "GridDriver", "GridSession", "Strategies", "CLabSystem", argumentParser]),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    // A protocol used as a type costs a dynamic call: it must be visible as `any`.
    .enableUpcomingFeature("ExistentialAny"),
    // Imports do not leak to whoever imports us, and members need the import that brings them.
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Every use of unsafe memory says so.
    .strictMemorySafety(),
  ]
}

// One optimised build serves `make run` and `make test`: the same objects, with internal declarations visible to tests.
// Those of other packages stay hidden, which saves 2 s.
//
// What people run is optimised, every module. The tests' own code is not: unoptimised it compiles in a third of the time.
// Two of the test targets are optimised all the same: StrategyContractTests, which would otherwise count allocations that
// the optimiser removes, and ArchitectureTests, which reads all sources, for speed.
//
// lab-run and lab-bench carry the Swift library, so that they run where there is no Swift. The option for that is given only
// when they are linked: tests share their objects, and must link the dynamic library, because Testing is a dynamic one.
//
// Only builds of this checkout set CACHELAB_MAKE: a manifest with unsafe flags breaks packages that depend on it.
if Context.environment["CACHELAB_MAKE"] != nil {
  let onLinux = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
  for target in package.targets {
    target.swiftSettings?.append(.unsafeFlags(["-enable-testing"], .when(configuration: .release)))
    if target.type == .test && !["StrategyContractTests", "ArchitectureTests"].contains(target.name) {
      target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
    if ["lab-run", "lab-bench"].contains(target.name) {
      target.linkerSettings = [
        .unsafeFlags(["-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections"], onLinux)
      ]
    }
  }
}
