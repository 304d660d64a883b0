// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Library",
  platforms: [.iOS(.v15)],
  dependencies: [
    .package(url: "URL OF THIS REPOSITORY", branch: "main", traits: [])
  ],
  targets: [
    .target(
      name: "Library",
      dependencies: [
        .product(name: "GridPhotos", package: "CacheLab"),
        .product(name: "GridViews", package: "CacheLab"),
        .product(name: "Strategies", package: "CacheLab"),
      ])
  ])
