import Testing

/// What shells propose.
@Suite struct CompletionTests {
  private let scratch = Scratch()

  @Test(arguments: ["bash", "zsh", "fish"]) func everyShellHasAScriptThatKnowsOptionsAndStrategies(_ shell: String)
    async throws
  {
    let script = try await Tool.run(["--generate-completion-script", shell]).succeeding()
    for word in ["strategy", "preheat2x"] {
      #expect(script.output.contains(word), "\(word)")
    }
  }

  /// What bash proposes behind a command line.
  private func proposals(_ line: String) async throws -> [String] {
    let ran = try await Tool.run(
      "bash",
      [
        "-c",
        """
        source <("$0" --generate-completion-script bash)
        cd "$1" || exit
        read -ra COMP_WORDS <<<"$2"
        [[ "$2" == *" " ]] && COMP_WORDS+=("")
        COMP_WORDS[0]="$0"
        COMP_LINE="${COMP_WORDS[*]}" COMP_POINT="${#COMP_LINE}" COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_POINT="${#COMP_LINE}"
        _lab-run "$0" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """, Tool.executable, scratch.path, line,
      ])
    #expect(ran.code == 0 && ran.error.isEmpty, "\(ran.error)")
    return ran.output.split(separator: "\n").map(String.init)
  }

  static let bash: ConditionTrait = .enabled("bash is not installed") { Tool.isInstalled("bash") }

  @Test(
    bash,
    arguments: [
      ("lab-run run --strategy pre", ["preheat2x"]),
      ("lab-run run --strat", ["--strategy"]), ("lab-run run -s none -t fast", ["fastscroll"]),
      ("lab-run run -s none -t zoom --cells k", ["keep"]), ("lab-run run -s none --device host", ["host"]),
      ("lab-run trace info scrub", ["scrub"]), ("lab-run plot mem", ["memory"]),
      ("lab-run plot waits --strategy nuk", ["nuke-prefetch"]), ("lab-run plot waits -s none -t zo", ["zoom"]),
      ("lab-run plot heat --metric warm-hit", ["warm-hit-rate"]), ("lab-run plot heat --o", ["--out"]),
      ("lab-run reco", ["recommend"]), ("lab-run run --library sm", ["small"]),
      ("lab-run run -s none --screen iphone-17-pro-", ["iphone-17-pro-max"]),
      ("lab-run sweep run --screen ipad-m", ["ipad-mini"]), ("lab-run recommend --screen rec", ["recorded"]),
    ])
  func bashProposesWhatTheWordsBeginWith(_ line: String, _ expected: [String]) async throws {
    let found = try await proposals(line)
    // A figure of a metric begins as the metric does.
    #expect(found.prefix(expected.count) == expected[...], "\(line): \(found)")
  }

  @Test(bash) func aTraceOfOnesOwnIsProposedByItsFile() async throws {
    try await Tool.shell(
      "mkdir \"$1/mine\"; touch \"$1/mine/my.scrolltrace\" \"$1/mine/no.txt\"", [scratch.path]
    ).succeeding()
    #expect(try await proposals("lab-run run -s none -t mi") == ["mine"])
    #expect(try await proposals("lab-run run -s none -t mine/") == ["mine/my.scrolltrace"])
  }
}
