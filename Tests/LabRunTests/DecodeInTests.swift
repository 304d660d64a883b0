import LabBase
import Testing

/// `--decode-in process`: the real lab-run with its real helper processes.
@Suite(.serialized) struct DecodeInTests {
  private let scratch: Scratch

  /// The first second of a trace, which shows assets 0 and 9 once each.
  private let trace: String

  init() async throws {
    scratch = try Scratch()
    trace = scratch.path + "/first.scrolltrace"
    let made = try await Tool.run(["trace", "cut", "fastscroll", "--to", "1", "-o", trace])
    #expect(made.code == 0, "\(made.error)")
  }

  private func run(_ words: [String], decodeIn: String? = "process", library: [String] = Tool.tiny) async throws
    -> Tool.Outcome
  {
    let place = decodeIn.map { ["--decode-in", $0] } ?? []
    return try await Tool.run(words + library + place + ["--format", "json", "--out", scratch.path + "/out"])
  }

  private func count(_ record: JSON, _ metric: String) -> Int64? {
    let value = record["measured"]?[metric]
    return value?["count"]?.integer ?? value?.integer
  }

  @Test(arguments: ["none", "lru:budget=2MB", "preheat2x+coarse"])
  func countsAreThoseOfDecodingHere(_ strategy: String) async throws {
    let words = ["-s", strategy, "-t", trace]
    let here = try await run(words, decodeIn: nil).json()
    let ran = try await run(words)
    #expect(ran.code == 0 && ran.error.isEmpty, "\(ran.error)")
    let there = try ran.json()
    #expect(there["deterministic"] == here["deterministic"])
    let coarse = there["deterministic"]?["metrics"]?["coarse-decodes"]?.integer ?? 0
    let all = try #require(there["deterministic"]?["metrics"]?["decodes"]?.integer)
    #expect(count(there, "decode-wall") == all - coarse && count(there, "helper-latency") == all)
    #expect(count(there, "helper-crashes") == 0 && count(there, "lost-images") == 0)
    #expect(count(there, "partial-images") == count(here, "partial-images"))
    let memory = ["host-memory", "helper-memory", "total-memory"].map { count(there, $0) ?? 0 }
    #expect(memory.allSatisfy { $0 > 0 } && memory[2] > memory[1])
  }

  @Test func theDefaultKeepsItsDigestAndSaysWhyItHasNoSuchMetrics() async throws {
    let words = ["-s", "none", "-t", trace]
    let plain = try await run(words, decodeIn: nil).json()
    let named = try await run(words, decodeIn: "host").json()
    #expect(plain["configuration-digest"] == named["configuration-digest"])
    #expect(plain["configuration"]?["decode-in"] == nil)
    for id in ["helper-round-trip", "helper-latency", "helper-crashes", "lost-images", "host-memory", "total-memory"] {
      #expect(plain["measured"]?[id]?["absent"]?.string?.contains("--decode-in process") == true, "\(id)")
    }
  }

  /// Asset 0 is among those that a helper warms up with; its fault waits for the image that counts.
  @Test(arguments: [
    ("abort@9", "signal 6"), ("exit@9", "exit code 3"), ("close@9", "it closed its pipe"),
    ("garbage@9", "an answer without sense"), ("abort@0", "signal 6"),
  ])
  func aHelperThatFailsCostsOneImageAndNotTheRun(_ fault: String, _ ending: String) async throws {
    let words = ["-s", "preheat2x", "-t", trace]
    let whole = try await run(words, decodeIn: nil).json()
    let ran = try await run(words + ["--plant", "helper=" + fault])
    #expect(ran.code == 1)
    #expect(ran.error.split(separator: "\n").count == 1 && ran.error.contains("1 image lost: asset"), "\(ran.error)")
    let record = try ran.json()
    #expect(record["deterministic"] == whole["deterministic"])
    #expect(count(record, "helper-crashes") == 1 && count(record, "lost-images") == 1)
    #expect(try #require(count(record, "decode-wall")) + 1 == count(whole, "decode-wall"))
    let notes = record["notes"]?.array?.compactMap(\.string) ?? []
    #expect(
      notes.contains { $0.hasPrefix("asset \(fault.split(separator: "@")[1]) was lost") && $0.contains(ending) },
      "\(notes)")
    #expect(scratch.names(in: "out").contains { $0.hasSuffix(".json") }, "the record was written")
  }

  /// A library that says itself that the photo is damaged is as its index says: nothing was promised.
  @Test func aHelperThatEndsOnADamagedPhotoIsNoError() async throws {
    let photos = scratch.path + "/photos"
    let made = try await Tool.run(["library", "extract", "--items", "0-11"] + Tool.tiny + ["-o", photos])
    #expect(made.code == 0, "\(made.error)")
    let damaged = try await Tool.shell("truncate -s 700 \"$1\"", [photos + "/asset-000004.jpg"])
    #expect(damaged.code == 0)
    let words = ["-s", "none", "-t", trace]
    let here = try await run(words, decodeIn: nil, library: ["--library", photos]).json()
    #expect(here["deterministic"]?["metrics"]?["failed-decodes"]?.integer ?? 0 > 0)
    #expect(count(here, "partial-images") == 0, "no part of it was shown")
    let ran = try await run(words + ["--plant", "helper=abort@4"], library: ["--library", photos])
    #expect(ran.code == 0 && ran.error.isEmpty, "\(ran.error)")
    let there = try ran.json()
    #expect(there["deterministic"] == here["deterministic"])
    #expect(try #require(count(there, "helper-crashes")) > 0 && count(there, "lost-images") == 0)
  }

  @Test func runsOfAMatrixLoseTheirImageAndAreAllWritten() async throws {
    let ran = try await run(["-s", "none", "-s", "preheat2x", "-t", trace, "--plant", "helper=abort@9"])
    #expect(ran.code == 1 && ran.error.contains("2 images lost: asset"), "\(ran.error)")
    #expect(scratch.names(in: "out").filter { $0.hasSuffix(".json") }.count == 2)
    #expect(try ran.json().array?.allSatisfy { count($0, "lost-images") == 1 } == true)
  }

  @Test func aHelperThatDoesNotStartIsOneSentenceWithItsCure() async throws {
    let ran = try await run(["-s", "none", "-t", trace, "--plant", "helper=start@0"])
    #expect(ran.code == 1 && ran.output.isEmpty)
    #expect(ran.error.split(separator: "\n").count == 1, "\(ran.error)")
    #expect(ran.error.contains("it ended before it was ready (exit code 3)"), "\(ran.error)")
    #expect(ran.error.contains("--decode-in host"), "\(ran.error)")
  }

  @Test(arguments: [
    (["--decode", "none"], "decodes nothing"), (["--time", "real"], "held to its declared cost"),
  ]) func whatItIsNotForIsAUsageError(_ words: [String], _ reason: String) async throws {
    let ran = try await run(["-s", "none", "-t", "zoom"] + words)
    #expect(ran.code == 64 && ran.error.contains(reason) && ran.error.contains("leave out"), "\(ran.error)")
  }

  @Test(arguments: ["validate", "gate", "baseline record", "arm --list"])
  func otherCommandsRefuseIt(_ command: String) async throws {
    let ran = try await Tool.run(
      command.split(separator: " ").map(String.init) + ["-s", "none", "-t", "zoom", "--decode-in", "process"])
    #expect(ran.code == 64 && ran.error.contains("leave out --decode-in process"), "\(ran.error)")
  }

  @Test func theWordOfAHelperMeansNothingToPeople() async throws {
    let ran = try await Tool.run(["decode-helper", "-", "folder", "/", "/"])
    #expect(ran.code == 64, "\(ran.error)")
    #expect(try await Tool.run(["--help"]).output.contains("decode-helper") == false)
  }

  /// A helper that hangs keeps its host waiting; whichever way the host ends, none of its helpers is left. The ten
  /// minutes only end a hang.
  @Test(arguments: [("INT", "code 130"), ("KILL", "code 137")])
  func noHelperOutlivesItsHost(_ signal: String, _ code: String) async throws {
    let ran = try await Tool.shell(
      """
      d="$1"; s="$2"; shift 2; "$0" "$@" > $d/output 2>&1 & p=$!; c=; \
      while [ -e /proc/$p/exe ] && [ "$(echo $c | wc -w)" -lt 2 ]; do c=; \
      for f in $(grep -ls "^PPid:[[:space:]]*$p\\$" /proc/[0-9]*/status); do f=${f%/status}; \
      if grep -qs decode-helper $f/cmdline; then c="$c $f"; fi; done; done; \
      echo helpers $(echo $c | wc -w); kill -$s $p; wait $p; echo "code $?"; \
      for f in $c; do timeout 600 tail --pid=${f#/proc/} -f /dev/null || \
      { echo "$f is left"; kill -KILL ${f#/proc/}; }; done; echo gone
      """,
      [scratch.path, signal, "-s", "none", "-t", "zoom", "--decode-in", "process", "--plant", "helper=hang@0"]
        + Tool.tiny + ["--out", scratch.path + "/out"])
    let lines = ran.output.split(separator: "\n").map(String.init)
    let said = try scratch.text(of: "output")
    #expect(lines == ["helpers 2", code, "gone"], "\(ran.output)\(ran.error)\(said)")
    #expect(scratch.names(in: "out").isEmpty)
  }
}
