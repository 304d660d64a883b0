// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever builds lab-run neither fetches nor builds SwiftNIO.

/// Settings of every target; the lab's own manifest has the reasons.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }

/// SwiftPM calls a package as its folder. A checkout in a folder `recorder` would have the name of this package, so it is
/// found by a link of another name.
let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? ""
let checkout = folder.lowercased() == "recorder" ? "../CacheLab" : "../.."

let package = Package(
  name: "Recorder",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "lab-record", targets: ["lab-record"])],
  dependencies: [
    .package(name: "CacheLab", path: checkout),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .executableTarget(
      name: "lab-record",
      dependencies: [
        .product(name: "CacheLab", package: "CacheLab"), .product(name: "LabSystem", package: "CacheLab"),
        nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      // A link to the page in traces/: in the program itself, so that it runs anywhere.
      resources: [.embedInCode("index.html")],
      swiftSettings: settings),
    .testTarget(
      name: "RecorderTests",
      dependencies: ["lab-record", nio("NIOCore"), nio("NIOEmbedded"), nio("NIOHTTP1"), nio("NIOPosix")],
      swiftSettings: settings),
  ]
)
