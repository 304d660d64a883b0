/// Kills lab-run at a chosen call of the system, or has that call fail (Tests/Killer/kill_at.c, put before the C library).
enum Killer {
  /// Compiled once; nil where there is no C compiler.
  private static let library = Task { () -> String? in
    let path = Tool.products + "/kill_at.so"
    let made = try await Tool.shell(
      "cc=$(dirname \"$(command -v swift)\")/clang; [ -x \"$cc\" ] || cc=cc; "
        + "exec \"$cc\" -shared -fPIC -o \"$1\" '\(Tool.home)/Tests/Killer/kill_at.c' -ldl", [path])
    return made.code == 0 ? path : nil
  }

  /// Runs lab-run and ends it at the `number`-th such call, or the `number`-th of one name.
  ///
  /// - Parameter stays: With a signal that the process handles: whether the call waits for the end of the process.
  static func run(
    _ arguments: [String], at number: Int, call: String? = nil, signal: Int? = nil, stays: Bool = false,
    environment: [String: String?] = [:]
  ) async throws -> Tool.Outcome {
    guard let library = try await library.value else { throw Missing() }
    var all = environment
    all["LD_PRELOAD"] = library
    all["KILL_AT"] = "\(number)"
    all["KILL_CALL"] = call
    all["KILL_SIGNAL"] = signal.map { "\($0)" }
    all["KILL_STAYS"] = stays ? "1" : nil
    return try await Tool.run(arguments, environment: all)
  }

  /// Runs lab-run, whose `number`-th call of one name fails with an error number, or whose `number`-th opening of files
  /// that end so.
  ///
  /// - Parameter onwards: Whether every later call fails too.
  static func fail(
    _ arguments: [String], at number: Int = 1, call: String? = nil, opening ending: String? = nil, with error: Int = 5,
    onwards: Bool = false, environment: [String: String?] = [:], in folder: String? = nil
  ) async throws -> Tool.Outcome {
    guard let library = try await library.value else { throw Missing() }
    let told: [String: String?] = [
      "LD_PRELOAD": library, "KILL_AT": "\(number)", "KILL_CALL": call, "KILL_OPEN": ending, "KILL_ERRNO": "\(error)",
      "KILL_ONWARDS": onwards ? "1" : nil,
    ]
    return try await Tool.run(arguments, environment: environment.merging(told) { $1 }, in: folder)
  }

  /// Runs lab-run and stops its child as that opens the library. Then shell lines are run in which `$p` is lab-run, `$c`
  /// its child, which stands still until it gets SIGCONT, and `$d` a folder.
  static func stopChild(_ arguments: [String], in folder: String, then lines: String) async throws -> Tool.Outcome {
    guard let library = try await library.value else { throw Missing() }
    // However busy the machine is, the child does not go on before it was found; where the parent ends, none is.
    return try await Tool.shell(
      """
      d="$1"; k="$2"; shift 2; LD_PRELOAD="$k" KILL_AT=1 KILL_OPEN=.pool KILL_SIGNAL=19 KILL_CHILD=1 "$0" "$@" & p=$!; \
      c=; while [ -e /proc/$p/exe ] && [ -z "$c" ]; do \
      for f in $(grep -ls "^PPid:[[:space:]]*$p\\$" /proc/[0-9]*/status); do \
      if grep -qs "^State:[[:space:]]*T" $f; then c=${f%/status}; c=${c#/proc/}; fi; done; done; \
      \(lines)
      """, [folder, library] + arguments)
  }

  struct Missing: Error, CustomStringConvertible {
    let description = "no C compiler made Tests/Killer/kill_at.c; install Swift's clang or cc"
  }
}
