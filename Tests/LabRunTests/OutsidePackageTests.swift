import FoundationEssentials
import CacheLab
import Testing

/// A package outside this one brings its own strategy and has the whole tool: the one that `lab-run new` writes, with
/// CONTRIBUTING.md's other example beside it.
@Suite struct OutsidePackageTests {
  @Test func buildsTheNewPackageAndRunsIt() async throws {
    let scratch = Scratch()
    try await Tool.run(["new", "own-lab", Tool.home], in: scratch.path).succeeding()
    let folder = scratch.path + "/own-lab"
    let example = try #require(try example(), "CONTRIBUTING.md has the example")
    try example.write(toFile: folder + "/Sources/MyStrategies/OneRowAhead.swift", atomically: true, encoding: .utf8)
    let main = folder + "/Sources/own-lab/main.swift"
    let program = try String(contentsOfFile: main, encoding: .utf8)
    try program.replacing("[MyStrategy.self]", with: "[MyStrategy.self, OneRowAhead.self]")
      .write(toFile: main, atomically: true, encoding: .utf8)

    // A module at a time, as in a release, but not optimised: that takes least to compile. DEBUG counts allocations as in
    // such builds. The packages that the checkout uses come out of the cache that fetched them, not out of the tests' own.
    let swift = "exec env -u XDG_CACHE_HOME swift"
    let package = "--package-path '\(folder)' -c release -Xswiftc -Onone -Xswiftc -DDEBUG -Xswiftc -gnone"
    try await Tool.shell("\(swift) build \(package) --build-tests --quiet", []).succeeding()
    try await Tool.shell("\(swift) test \(package) --skip-build --disable-xctest", []).succeeding()
    let words = ["-s", "one-row-ahead", "-s", "my-strategy", "-s", "preheat2x+lru", "-t", "flicks", "--decode", "none"]
    let ran = try await Tool.run(
      "\(folder)/.build/release/own-lab", words + ["--format", "json", "--out", scratch.path + "/results"] + Tool.tiny
    ).succeeding()
    let records = try #require(try ran.json().array)
    #expect(records.count == 3)
    for record in records.prefix(2) {
      #expect((record["deterministic"]?["metrics"]?["hits"]?.integer ?? 0) > 0, "\(record)")
    }
    let listed = try await Tool.run("\(folder)/.build/release/own-lab", ["list", "one-row-ahead"])
    #expect(listed.output == "one-row-ahead\n\nthe row below the viewport\n", "\(listed.error)")
  }

  /// An app asks for no trait: it resolves this package alone, and links and runs what README's line names.
  @Test func anAppResolvesNoOtherPackage() async throws {
    let readme = try String(contentsOfFile: Tool.home + "/README.md", encoding: .utf8)
    #expect(readme.contains("branch: \"main\", traits: [])"))
    let scratch = Scratch()
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
    try await Tool.shell("\(swift) build \(package) --quiet", []).succeeding()
    #expect(!scratch.names().contains("Package.resolved"))
    let ran = try await Tool.run(scratch.path + "/.build/debug/app", [])
    #expect(ran.code == 0 && ran.output.hasPrefix("budget-priority"), "\(ran.output)\(ran.error)")
  }

  /// The block of Swift in CONTRIBUTING.md.
  private func example() throws -> String? {
    let file = try String(contentsOfFile: Tool.home + "/CONTRIBUTING.md", encoding: .utf8)
    let parts = file.components(separatedBy: "```swift\n")
    return parts.count == 2 ? parts[1].components(separatedBy: "```").first : nil
  }
}
