// swift-tools-version: 6.2
import PackageDescription

// The modules that apps take, built against hand-written declarations of Apple's frameworks: README.md says what that
// shows and what it does not. The folders of our modules are links to Sources/ of the repository, because a module sees
// `UIKit` only where that is built before it.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

let package = Package(
  name: "DeclaredSDK",
  platforms: [.macOS(.v15), .iOS(.v15)],
  products: ["Strategies", "GridDriver", "GridPhotos", "GridViews", "Photos", "SwiftUI", "UIKit", "QuartzCore"].map {
    .library(name: $0, targets: [$0])
  },
  targets: [
    // MARK: Declared by hand

    .target(name: "QuartzCore"),
    .target(name: "UIKit", dependencies: ["QuartzCore"]),
    .target(name: "SwiftUI", dependencies: ["UIKit"]),
    .target(name: "Photos", dependencies: ["UIKit"]),
    .target(name: "_Testing_UIKit"),
    // What snippets alone use; the last one is of others.
    .target(name: "ImageIO", dependencies: ["UIKit"]),
    .target(name: "Nuke", dependencies: ["UIKit"]),

    // MARK: Ours, by links

    .target(name: "StrategyKit"),
    .target(name: "Strategies", dependencies: ["StrategyKit"]),
    .systemLibrary(name: "CSlotMemory"),
    .target(name: "GridEngine", dependencies: ["StrategyKit", "CSlotMemory"]),
    .target(name: "GridDriver", dependencies: ["GridEngine", "StrategyKit"]),
    .target(name: "GridPhotos", dependencies: ["GridDriver", "StrategyKit", "Photos", "UIKit"]),
    // Its proxy needs Objective-C.
    .target(
      name: "ScrollTraceRecorder", dependencies: ["StrategyKit"], exclude: ["ScrollViewTraceProxy.swift"]),
    .target(name: "GridSession", dependencies: ["GridDriver", "ScrollTraceRecorder"]),
    .target(name: "GridViews", dependencies: ["GridDriver", "StrategyKit", "UIKit", "SwiftUI"]),

    // MARK: Tests

    .testTarget(
      name: "AppTests",
      dependencies: [
        // For the snippets.
        "GridSession", "ImageIO", "Nuke", "ScrollTraceRecorder",
        "GridDriver", "GridEngine", "GridPhotos", "GridViews", "Photos", "Strategies", "StrategyKit", "SwiftUI",
        "UIKit",
        "QuartzCore",
        "_Testing_UIKit",
      ]),
  ]
)

for target in package.targets where target.type != .system { target.swiftSettings = settings }
