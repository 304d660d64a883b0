import FoundationEssentials
import Testing

@testable import LabRunKit

/// Old commits of a small package, built with a `swift` that only copies: what the compiler does is its own affair.
@Suite(.serialized) struct OtherBuildTests {
  private let scratch = Scratch()

  private func git(_ arguments: [String]) async throws -> String {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]
    let ran = try await Tool.run("git", ["-C", scratch.path] + identity + arguments).succeeding()
    return ran.output
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: scratch.path + "/" + name))
  }

  /// A checkout of two commits.
  private func checkout() async throws {
    _ = try await git(["init", "-q"])
    try write("Package.swift", "// one\n")
    try write(".gitignore", ".build/\n")
    _ = try await git(["add", "."])
    _ = try await git(["commit", "-q", "-m", "One"])
    try write("Package.swift", "// two\n")
    _ = try await git(["commit", "-q", "-a", "-m", "Two"])
  }

  private func failure(_ ref: String, in folder: String? = nil) async -> String {
    do {
      return "built " + (try BaseBuild(ref: ref, product: "lab-run", folder: folder ?? scratch.path).run())
    } catch {
      return "\(error)"
    }
  }

  @Test func aFolderWithoutGitNamesTheCure() async throws {
    let text = await failure("main")
    #expect(
      text
        == "\(scratch.path) is no git checkout, so main cannot be built; run it in the checkout, or give --base with a binary"
    )
  }

  @Test func anUnknownRefNamesTheCure() async throws {
    try await checkout()
    for ref in ["nothere", "--help"] {
      let text = await failure(ref)
      #expect(text.hasPrefix("there is no program '\(ref)', and git knows no such commit; fetch it first"), "\(text)")
    }
  }

  @Test func aCommitThatDoesNotBuildLeavesNoWorkTree() async throws {
    try await checkout()
    let text = await failure("HEAD~1")
    let lines = text.split(separator: "\n")
    #expect(lines.first == "HEAD~1 did not build; name a commit that builds, or give --base with a binary", "\(text)")
    #expect(
      lines.count > 1 && lines.dropFirst().allSatisfy { $0.hasPrefix("  ") }, "what was said stays in lines: \(text)")
    #expect(try await git(["worktree", "list"]).split(separator: "\n").count == 1)
    #expect(!scratch.names(in: ".build/base").contains("tree"))
  }

  @Test func aCommitThatWasBuiltIsNotBuiltAgain() async throws {
    try await checkout()
    let commit = try await git(["rev-parse", "HEAD~1"]).filter { !$0.isWhitespace }
    let folder = ".build/base/\(commit)"
    try scratch.makeFolder(folder)
    try write(folder + "/lab-run", "#!/bin/sh\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path + "/\(folder)/lab-run")
    let built = try BaseBuild(ref: "main~1", product: "lab-run", folder: scratch.path).run()
    #expect(built.hasSuffix("/\(folder)/lab-run"))
  }

  @Test(arguments: [
    "FixedWindow", "PerRowWindow", "Preheat2x", "TextureRanges", "UIKitPrefetch", "ScrollAware", "Skewport",
    "DeadlineLookahead",
  ])
  func aShippedStrategyCompilesElsewhere(_ name: String) async throws {
    let file = "\(Tool.home)/Sources/Strategies/Policies/\(name).swift"
    let path = scratch.path + "/\(name).swift"
    try await Tool.shell(
      "(echo 'import Strategies'; cat \"$1\") > \"$2\" && exec swiftc -typecheck -swift-version 6"
        + " -I '\(Tool.products)/Modules' -I '\(Tool.home)/Sources/CSlotMemory' \"$2\"", [file, path]
    ).succeeding()
  }
}
