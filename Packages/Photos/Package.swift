// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that a build of lab-run neither fetches nor resolves its database.

/// Settings of every target; the lab's own manifest has the reasons.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

/// A library of the lab.
func lab(_ name: String) -> Target.Dependency { .product(name: name, package: "CacheLab") }

/// SwiftPM calls a package as its folder. A checkout in a folder `photos` would have the name of this package, so it is
/// found by a link of another name.
let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? ""
let checkout = folder.lowercased() == "photos" ? "../CacheLab" : "../.."

let package = Package(
  name: "Photos",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "PhotosModel", targets: ["PhotosModel"]),
    .library(name: "PhotosCatalog", targets: ["PhotosCatalog"]),
    .executable(name: "lab-photos", targets: ["lab-photos"]),
  ],
  dependencies: [
    .package(name: "CacheLab", path: checkout),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // Assets, requests and delivery as the Photos framework has them; no database.
    .target(name: "PhotosModel", dependencies: [lab("LabLibrary")], swiftSettings: settings),
    // Fetching, albums, changes and access: the part that needs a database.
    .target(
      name: "PhotosCatalog",
      dependencies: ["PhotosModel", lab("LabLibrary"), .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: settings),
    .executableTarget(
      name: "lab-photos",
      dependencies: [
        "PhotosModel", lab("CacheLab"), lab("GridDriver"), lab("GridPhotos"), lab("GridSession"), lab("LabLibrary"),
        lab("Strategies"), .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PhotosTests",
      dependencies: [
        "PhotosCatalog", "PhotosModel", "lab-photos", lab("CacheLab"), lab("GridDriver"), lab("GridPhotos"),
        lab("LabLibrary"), lab("Strategies"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    // Calls of an app, with the settings of an app: Swift 6 and nothing else.
    .testTarget(name: "AppCallsTests", dependencies: ["PhotosCatalog", "PhotosModel", lab("LabLibrary")]),
  ]
)
