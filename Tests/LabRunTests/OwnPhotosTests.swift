import CacheLab
import LabLibrary
import Testing

/// Runs over a folder of somebody's photos, with what else lies in such folders.
@Suite struct OwnPhotosTests {
  private let scratch = Scratch()
  private var photos: String { scratch.path + "/photos" }

  init() async throws {
    try await Tool.run(["library", "extract", "--library", "tiny", "--assets", "10"] + ["-o", photos]).succeeding()
    let spoiled = try await Tool.shell(
      """
      cd "$1" && printf 'text' >notes.txt && printf '\\0\\0\\0\\030ftypheic\\0\\0\\0\\0' >'IMG_1, new.HEIC' &&
      printf '\\377\\330' >zzz.jpg
      """, [photos])
    #expect(spoiled.code == 0, "\(spoiled.error)")
  }

  private func run(_ words: [String]) async throws -> Tool.Outcome {
    let ran = try await Tool.run(
      ["-t", "fastscroll", "--decode", "none", "--library", photos, "--out", scratch.path + "/out"] + words
    ).succeeding()
    return ran
  }

  @Test func fewPhotosFillTheGridAndAreSaidTo() async throws {
    let record = try await run(["-s", "preheat2x", "--format", "json"]).json()
    #expect(record["configuration"]?["screen"]?["items"] == .integer(4_000))
    #expect(record["configuration"]?["library"]?["assets"] == .integer(4_000) && record["moved-frames"] == nil)
    let notes = try #require(record["notes"]?.array).compactMap(\.string)
    #expect(notes.contains { $0.hasPrefix("11 photos of the folder, repeated to 4,000: ") }, "\(notes)")
    let swept = try await Tool.run(
      ["sweep", "-s", "none", "-t", "fastscroll", "--library", photos, "--out", scratch.path + "/a.tsv"])
    #expect(swept.error.contains("repeated to 4,000") && !swept.error.contains("were moved"), "\(swept.error)")
  }

  @Test func partialImagesAreSaidWithTheirFiles() async throws {
    try await Tool.shell(
      "cd \"$1\" && for n in 2 5; do f=asset-00000$n.jpg && head -c $(($(stat -c %s $f) / 2)) $f >cut && mv cut $f; done",
      [photos]
    ).succeeding()
    let words = ["-s", "none", "-t", "ios-overscroll", "--library", photos, "--out", scratch.path + "/out"]
    let ran = try await Tool.run(words).succeeding()
    let says =
      " gave only a part of the image, because files are cut off or damaged: asset-000002.jpg, asset-000005.jpg"
    #expect(ran.words.contains("note: ") && ran.words.contains(says), "\(ran.output)")
  }

  /// A photo that comes again is not in memory because it was shown elsewhere.
  @Test func eachPlaceIsAPhotoOfItsOwn() async throws {
    let record = try await run(["-s", "none+lru:budget=4GB", "--format", "json"]).json()
    let metrics = record["deterministic"]?["metrics"]
    let decodes = metrics?["decodes"]?.integer ?? 0
    let requests = metrics?["requests"]?.integer ?? 0
    #expect(metrics?["redecodes"] == .integer(0))
    #expect(decodes > requests / 2 && decodes > 1_000, "\(decodes) of \(requests)")
  }

  @Test func nothingIsConcludedFromAScrollThatStoodStill() async throws {
    let stood = try await run(["-s", "all", "--assets", "11"])
    #expect(
      stood.words.contains("nothing is concluded. The library has 11 photos: --assets N asks for more"),
      "\(stood.words)")
    for word in ["closes", "gap in", "no dropped"] {
      #expect(!stood.output.contains(word), "\(word)")
    }
    let limited = try await run(["-s", "none", "--access", "limited:20"])
    #expect(limited.output.contains("The app may see 20 photos"), "\(limited.output)")
    let record = try await run(["-s", "none", "--assets", "11", "--format", "json"]).json()
    let moved = try #require(record["moved-frames"])
    #expect(moved["moved"]?.integer ?? 0 > (moved["frames"]?.integer ?? 0) / 2)
    let markdown = try await run(["-s", "all", "--assets", "11", "--format", "markdown"])
    #expect(markdown.output.contains("nothing is concluded") && !markdown.output.contains("gap in"))
    let filled = try await run(["-s", "none", "-s", "preheat2x"])
    #expect(filled.output.contains("preheat2x") && !filled.output.contains("concluded"))
  }

  @Test func listAndVerifyNameTheFiles() async throws {
    let list = try await Tool.run(["library", "list", "--library", photos, "--assets", "13"])
    let rows = list.output.split(separator: "\n")
    #expect(rows[0].hasSuffix("  file"))
    #expect(rows.contains { $0.contains(" no ") && $0.hasSuffix("  zzz.jpg") }, "\(list.output)")
    #expect(rows.filter { $0.hasSuffix("  asset-000001.jpg") }.count == 2, "at 1 and at 12")
    let broken = "zzz.jpg: does not decode, the JPEG ends at byte 2, before its first scan"
    #expect(rows.suffix(3).first.map(String.init) == broken)
    #expect(rows.suffix(2) == ["IMG_1, new.HEIC: left out, HEIC, not JPEG", "notes.txt: left out, no JPEG"])
    let csv = try await Tool.run(["library", "list", "--format", "csv", "--library", photos])
    #expect(csv.output.split(separator: "\n").count == 12 && csv.output.contains(",thumbnail_height,file\n0,"))
    #expect(csv.error.contains("notes.txt: left out, no JPEG"))
    let verified = try await Tool.run(["library", "verify", "--library", photos])
    #expect(verified.code == 0 && verified.output.contains("1 do not decode"), "\(verified.output)")
    for line in [broken + "\n", "IMG_1, new.HEIC: left out, HEIC, not JPEG\n"] {
      #expect(verified.output.contains(line), "\(verified.output)")
    }
  }

  @Test func imageIOIsAskedForWhereItIs() async throws {
    let words = ["-s", "none", "-t", "zoom", "--library", photos, "--decoder", "imageio", "-o", scratch.path + "/out"]
    for more in [["--decode", "none"], []] where !PhotoLibrary.hasImageIO {
      try await Tool.run(words + more).failing(1, "there is no ImageIO here")
    }
  }
}
