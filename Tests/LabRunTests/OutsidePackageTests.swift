import FoundationEssentials
import LabBase
import Testing

/// A package outside this one brings its own strategy and has the whole tool: the example and the test of CONTRIBUTING.md,
/// as they stand there.
@Suite struct OutsidePackageTests {
  @Test func buildsTheExampleAndRunsIt() async throws {
    let scratch = try Scratch()
    let sources = scratch.path + "/Sources/my-lab"
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
    try manifest.write(toFile: scratch.path + "/Package.swift", atomically: true, encoding: .utf8)
    let main = try #require(try program(), "CONTRIBUTING.md has the example")
    let strategy = main.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.hasPrefix("import ") && !$0.hasPrefix("LabRun.main")
    }
    try main.write(toFile: sources + "/main.swift", atomically: true, encoding: .utf8)

    let tests = scratch.path + "/Tests/MyTests"
    try FileManager.default.createDirectory(atPath: tests, withIntermediateDirectories: true)
    let contract = try #require(try contractTest(), "CONTRIBUTING.md has the test")
    try "import Strategies\n\(contract)\n\(strategy.joined(separator: "\n"))".write(
      toFile: tests + "/ContractTests.swift", atomically: true, encoding: .utf8)

    // A module at a time, as in a release, but not optimised: that takes least to compile. The packages that the checkout
    // uses come out of the cache that fetched them, not out of the tests' empty one.
    let swift = "exec env -u XDG_CACHE_HOME swift"
    let package = "--package-path '\(scratch.path)' -c release -Xswiftc -Onone -Xswiftc -gnone"
    let built = try await Tool.shell("\(swift) build \(package) --build-tests --quiet", [])
    #expect(built.code == 0, "\(built.output)\(built.error)")
    let tested = try await Tool.shell("\(swift) test \(package) --skip-build --disable-xctest", [])
    #expect(tested.code == 0, "\(tested.output)\(tested.error)")
    let words = ["-s", "one-row-ahead", "-s", "preheat2x+lru", "-t", "flicks", "--decode", "none", "--format", "json"]
    let ran = try await Tool.run(
      "\(scratch.path)/.build/release/my-lab", words + ["--out", scratch.path + "/results"] + Tool.tiny)
    #expect(ran.code == 0, "\(ran.error)")
    let records = try #require(try ran.json().array)
    #expect(records.compactMap { $0["configuration"]?["strategy"]?.string }.first == "one-row-ahead")
    #expect((records.first?["deterministic"]?["metrics"]?["hits"]?.integer ?? 0) > 0)
  }

  /// An app asks for no trait: it resolves this package alone, and links and runs what README's line names.
  @Test func anAppResolvesNoOtherPackage() async throws {
    let readme = try String(contentsOfFile: Tool.home + "/README.md", encoding: .utf8)
    #expect(readme.contains("branch: \"main\", traits: [])"))
    let scratch = try Scratch()
    let sources = scratch.path + "/Sources/app"
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
    let products = ["GridDriver", "GridPhotos", "GridSession", "GridViews", "Strategies"]
    try """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "app",
      dependencies: [.package(name: "CacheLab", path: "\(Tool.home)", traits: [])],
      targets: [
        .executableTarget(
          name: "app", dependencies: \(products).map { .product(name: $0, package: "CacheLab") })
      ])

    """.write(toFile: scratch.path + "/Package.swift", atomically: true, encoding: .utf8)
    let imports = products.map { "import \($0)\n" }.joined()
    try "\(imports)print(try StrategySpec(\"budget-priority:budget=35MB\").canonicalText)\n".write(
      toFile: sources + "/main.swift", atomically: true, encoding: .utf8)

    // No cache of packages, and none that could be fetched.
    let swift = "exec swift"
    let package = "--package-path '\(scratch.path)' --cache-path '\(scratch.path)/cache'"
    let shown = try await Tool.shell("\(swift) package \(package) show-dependencies --format json", [])
    let root = try #require(try JSON.parse(shown.output)["dependencies"]?.array)
    #expect(root.count == 1 && root[0]["dependencies"]?.array?.isEmpty == true, "\(shown.output)\(shown.error)")
    let built = try await Tool.shell("\(swift) build \(package) --quiet", [])
    #expect(built.code == 0, "\(built.output)\(built.error)")
    #expect(!scratch.names().contains("Package.resolved"))
    let ran = try await Tool.run(scratch.path + "/.build/debug/app", [])
    #expect(ran.code == 0 && ran.output.hasPrefix("budget-priority"), "\(ran.output)\(ran.error)")
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "my-lab",
      dependencies: [.package(name: "CacheLab", path: "\(Tool.home)")],
      targets: [
        .executableTarget(
          name: "my-lab",
          dependencies: [
            .product(name: "LabRunKit", package: "CacheLab"), .product(name: "Strategies", package: "CacheLab"),
          ]),
        .testTarget(
          name: "MyTests",
          dependencies: [
            .product(name: "StrategyContract", package: "CacheLab"), .product(name: "Strategies", package: "CacheLab"),
          ]),
      ])

    """
  }

  /// CONTRIBUTING.md's block of Swift.
  private func program() throws -> String? {
    let file = try String(contentsOfFile: Tool.home + "/CONTRIBUTING.md", encoding: .utf8)
    let parts = file.components(separatedBy: "```swift\n")
    return parts.count == 2 ? parts[1].components(separatedBy: "```").first : nil
  }

  /// The indented block of CONTRIBUTING.md that begins with the contract's import.
  private func contractTest() throws -> String? {
    let file = try String(contentsOfFile: Tool.home + "/CONTRIBUTING.md", encoding: .utf8)
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.contains("import StrategyContract") }) else { return nil }
    return lines[first...].prefix { $0.isEmpty || $0.hasPrefix("    ") }.joined(separator: "\n") + "\n"
  }
}
