import CLabSystem

/// Builds the tool of another commit for release, to compare with, and stores it as `.build/base/COMMIT/PRODUCT` of the
/// package. Compiled dependencies stay for the next commit.
struct BaseBuild {
  let ref: String
  var product = Places.executable.map(Paths.name) ?? "lab-run"
  var folder: String?

  func run() throws -> String {
    let found = try git(["rev-parse", "--show-toplevel", "--show-prefix"], in: folder ?? ".")
    let lines = found.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard found.code == 0, lines.count >= 2 else {
      throw LabError("\(folder ?? "the current folder") is no git checkout, so \(ref) cannot be built; \(cure)")
    }
    let (root, prefix) = (lines[0], lines[1])
    let named = try git(["rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}"], in: root)
    let commit = named.output.filter { !$0.isWhitespace }
    guard named.code == 0 && !commit.isEmpty else {
      throw LabError(
        "there is no program '\(ref)', and git knows no such commit; fetch it first (git fetch origin \(ref)); a shallow "
          + "checkout in CI needs fetch-depth: 0")
    }
    let store = "\(root)/\(prefix).build/base"
    let (binary, tree) = ("\(store)/\(commit)/\(product)", "\(store)/tree")
    if Paths.isExecutable(binary) { return binary }
    // An interrupted build may have left one.
    func removeTree() {
      ScratchFolder.remove(tree)
      _ = try? git(["worktree", "prune"], in: root)
    }
    removeTree()
    defer { removeTree() }
    let added = try git(["worktree", "add", "--detach", "--force", tree, commit], in: root)
    guard added.code == 0 else {
      throw LabError(
        "\(ref) could not be checked out to \(tree); free some space, or give --base with a binary", said: added.error)
    }
    try build(in: "\(tree)/\(prefix)", package: "\(root)/\(prefix)", scratch: "\(store)/scratch")
    // An interrupted copy has another name.
    let keep = "mkdir -p \"${2%/*}\" && cp \"$1\" \"$2.partial\" && mv -f \"$2.partial\" \"$2\""
    let kept = try Command.run("sh", ["-c", keep, "sh", "\(store)/scratch/release/\(product)", binary])
    guard kept.code == 0 else { throw LabError("\(binary) could not be kept; free some space", said: kept.error) }
    return binary
  }

  private func git(_ words: [String], in folder: String) throws -> ChildProcess {
    try Command.run("git", ["-C", folder] + words, missing: cure)
  }

  private func build(in package: String, package current: String, scratch: String) throws {
    guard try Paths.exists(package + "/Package.swift") else {
      throw LabError("\(ref) has no Package.swift at this place; name a commit that has, or give --base with a binary")
    }
    // The commit gets the current versions of packages unless it has its own, so that both programs use the same.
    _ = try Command.run("cp", ["-n", "\(current)Package.resolved", "\(package)Package.resolved"])
    Terminal.progress("building \(product) at \(ref) (once; minutes)")
    var words = ["build", "-c", "release", "--product", product, "--package-path", package, "--scratch-path", scratch]
    if lab_carries_swift() { words.append("--static-swift-stdlib") }
    // Compilation affects instructions: if the Makefile built this program, it builds the other one too.
    var make: String?
    #if TESTABLE
      words += ["-Xswiftc", "-enable-testing", "-Xswiftc", "-DTESTABLE"]
      make = "1"
    #endif
    let built = try Command.run(
      "swift", words, changes: ["CACHELAB_MAKE": make], missing: "install Swift, or give --base with a binary")
    guard built.code != 0 else { return }
    let said = (built.output + "\n" + built.error).split(separator: "\n").filter { $0.contains("error:") }.prefix(5)
    throw LabError(
      "\(ref) did not build; name a commit that builds, or give --base with a binary",
      said: said.isEmpty ? String(built.error.suffix(2000)) : said.joined(separator: "\n"))
  }

  private let cure = "run it in the checkout, or give --base with a binary"
}
