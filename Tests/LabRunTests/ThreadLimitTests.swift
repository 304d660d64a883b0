import Testing

/// A system that gives no thread: `ulimit -u 1`, which binds everybody but root.
@Suite struct ThreadLimitTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Runs lab-run without a thread beside its first; root does so as somebody else.
  private func run(_ words: [String]) async throws -> Tool.Outcome {
    try await Tool.run(
      "bash",
      [
        "-c",
        """
        d=$1; shift;
        if [ $(id -u) = 0 ]; then
          chown nobody "$d"; set -- setpriv --reuid=65534 --clear-groups env XDG_CACHE_HOME="$d" "$@"
        fi
        exec "$@"
        """, "bash", scratch.path, "bash", "-c", "ulimit -u 1; exec \"$0\" \"$@\"", Tool.executable,
      ] + words)
  }

  @Test func aSweepRunsInOneThread() async throws {
    let words = ["sweep", "-s", "none", "-s", "lru", "-t", "zoom"] + Tool.tiny
    let whole = try await Tool.run(words + ["--out", scratch.path + "/whole.tsv"])
    let alone = try await run(words + ["--out", scratch.path + "/alone.tsv"])
    #expect(whole.code == 0 && alone.code == 0, "\(whole.error)\(alone.error)")
    #expect(try Scratch.bytes(scratch.path + "/whole.tsv") == Scratch.bytes(scratch.path + "/alone.tsv"))
  }

  @Test(arguments: [["-s", "none", "-s", "lru"], ["-s", "none"]])
  func whatNeedsThreadsSaysSo(words: [String]) async throws {
    let ran = try await run(words + ["-t", "zoom", "--out", scratch.path + "/out"] + Tool.tiny)
    #expect(ran.code == 1 && ran.error.contains("ulimit -u"), "\(ran.status) \(ran.error)")
  }
}
