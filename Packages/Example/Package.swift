// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "my-lab",
  platforms: [.macOS(.v15), .iOS(.v15)],
  // An app links this, the code that was measured.
  products: [.library(name: "MyStrategies", targets: ["MyStrategies"])],
  dependencies: [.package(name: "CacheLab", path: "../..")],
  targets: [
    .target(name: "MyStrategies", dependencies: [.product(name: "StrategyKit", package: "CacheLab")]),
    .executableTarget(
      name: "my-lab",
      dependencies: [
        "MyStrategies", .product(name: "LabRunKit", package: "CacheLab"),
        .product(name: "Strategies", package: "CacheLab"),
      ]),
    .testTarget(
      name: "MyStrategiesTests",
      dependencies: ["MyStrategies", .product(name: "StrategyContract", package: "CacheLab")]),
  ]
)
