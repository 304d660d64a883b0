extension TraceCommand {
  struct Pack: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Put traces into a pack: one file for a million of them.",
      discussion: """
        A pack is a gzip file: zcat reads it, and cat joins packs. A trace is found by
        its number without reading the others. FILE.pack#7 names the seventh trace
        wherever a command takes a trace. A folder's traces are named by their paths in
        it; what stands before the first slash is the user, for whom recommend keeps
        traces together.

        EXAMPLES
          lab-run trace pack telemetry/ -o fleet.pack
          lab-run trace pack all -o shipped.pack
          lab-run trace info fleet.pack
        """)

    @Argument(
      help: "Folders of traces, names or paths of traces; \(TracePaths.setsInWords).",
      completion: NameCompletion.traces)
    private var traces: [String]

    @Option(
      name: .shortAndLong, help: ArgumentHelp("The pack.", valueName: "FILE"), completion: .file(extensions: ["pack"]))
    private var out: String

    func validate() throws { try PackOutput.check(out) }

    func run() throws {
      let files = try TraceTree.files(traces)
      if files.isEmpty {
        throw LabError("\(traces.joined(separator: " ")): no trace there; name a folder with .scrolltrace files")
      }
      let writer = try PackOutput.writer(out)
      var bytes: Int64 = 0
      for (path, name) in files {
        let document = try TraceDocument.load(path: path, asWritten: true)
        bytes += Int64(document.text.utf8.count)
        try writer.add(document, name: name)
      }
      try writer.finish()
      try PackOutput.say(out, text: bytes)
    }
  }

  struct Unpack: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the traces of a pack as files again.",
      discussion: """
        A file has the text that was packed, in the lab's spelling of numbers, with
        its name in the header; its replay is the same, bit for bit. Names that are no
        plain file names become trace-N.

        EXAMPLES
          lab-run trace unpack fleet.pack -o traces-of-fleet
          lab-run trace unpack fleet.pack -o few --number 7 --number 12
          lab-run trace unpack damaged.pack -o rest --skip-damaged
        """)

    @Argument(help: "The pack.", completion: .file(extensions: ["pack"]))
    private var pack: String

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Folder to write to, empty or new.", valueName: "DIR"),
      completion: .directory)
    private var out: String

    @Option(help: ArgumentHelp("Only this trace, from 1; repeat for several.", valueName: "n"))
    private var number: [Int] = []

    @Flag(help: "Leave damaged blocks out, and name them.")
    private var skipDamaged = false

    func run() throws {
      let pack = try TracePack(pack, skippingDamage: skipDamaged)
      if let wrong = number.first(where: { !(1...max(pack.traceCount, 1)).contains($0) }) {
        throw UsageError("--number \(wrong): the pack has traces 1 to \(pack.traceCount)")
      }
      guard try !Paths.isFolder(out) || Paths.names(in: out).isEmpty else {
        throw UsageError("--out \(out): it holds files already; name a new folder")
      }
      for damage in pack.damage { Terminal.error("\(pack.path): \(damage)") }
      let wanted = Set(number.map { $0 - 1 })
      let blocks =
        number.isEmpty ? Array(0..<pack.blockCount) : Set(wanted.map { pack.block(ofTrace: $0) }).ordered()
      var (count, skipped) = (0, pack.damage.count)
      @inline(never) func attempt(_ work: () throws -> Void) throws {
        do { try work() } catch let error as InputError where skipDamaged && error.isDamage {
          skipped += 1
          Terminal.error("\(error.file): \(error.problem)")
        }
      }
      do {
        for block in blocks {
          try attempt {
            let block = try pack.traces(ofBlock: block)
            for index in 0..<block.count where number.isEmpty || wanted.contains(block.first + index) {
              try attempt {
                _ = try block.trace(index)
                let path = try PackOutput.path(in: out, name: block.name(index), number: block.first + index + 1)
                try Paths.makeDirectory(Paths.directory(of: path))
                try ResultFile.write(block.bytes(index), to: path)
                count += 1
              }
            }
          }
        }
      } catch let error where count > 0 {
        throw LabError("\(error); what was unpacked before it, \(NumberText.count(count, "trace")), stays in \(out)")
      }
      if count == 0 && skipped > 0 {
        throw LabError("\(pack.path): \(number.isEmpty ? "nothing in it" : "no such trace") is whole; copy it again")
      }
      let left = skipped == 0 ? "" : "; \(NumberText.count(skipped, "damaged part")) left out"
      Terminal.output(line: "\(out): \(NumberText.count(count, "trace"))\(left)")
    }
  }
}

enum PackOutput {
  static func check(_ path: String) throws {
    guard path.hasSuffix(PackedName.ending) else {
      throw ValidationError("--out \(path) does not end in .pack; name it fleet.pack")
    }
  }

  static func writer(_ path: String) throws -> TracePackWriter {
    guard try !Paths.exists(path) else { throw UsageError("--out \(path) is there; remove it, or name another pack") }
    return try TracePackWriter(path)
  }

  static func size(of pack: TracePack) -> String {
    "\(NumberText.grouped(pack.byteCount)) bytes, "
      + "\(NumberText.grouped(pack.byteCount / Int64(max(pack.traceCount, 1)))) a trace"
  }

  static func say(_ path: String, text: Int64 = 0) throws {
    let pack = try TracePack(path)
    let inText = text > 0 ? "; as text they take \(NumberText.grouped(text / Int64(pack.traceCount))) a trace" : ""
    Terminal.output(line: "\(path): \(NumberText.count(pack.traceCount, "trace")), \(size(of: pack))\(inText)")
  }

  static func write(_ count: Int, seed: UInt64, shares: FleetShares, to path: String) throws {
    let screens = NamedScreen.all.map { screen in
      let size = (screen.size.width, screen.size.height)
      return (ScreenOverride(viewport: size, scaleThousandths: screen.scale.rawValue), screen.refreshHz)
    }
    let population = FleetPopulation(count: count, seed: seed, screens: screens, shares: shares)
    let writer = try writer(path)
    let size = TracePackBlock.tracesMax
    // The number of blocks that are made at once bounds the memory.
    for begin in stride(from: 0, to: count, by: size * 64) {
      let blocks = Array(stride(from: begin, to: min(begin + size * 64, count), by: size))
      let made = ParallelLoop.map(blocks.count) { index in
        Result {
          var packer = TracePacker()
          for number in blocks[index]..<min(blocks[index] + size, count) {
            let (name, document) = try population.trace(number)
            try packer.add(document, name: name)
          }
          return packer.block
        }
      }
      for block in made { try writer.add(try block.get()) }
    }
    try writer.finish()
    try say(path)
  }

  /// Returns the path for a trace of a pack. Its name may come from anywhere, so only plain names become paths.
  static func path(in folder: String, name: String, number: Int) throws -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain =
      parts.count <= 8
      && parts.allSatisfy { part in
        (1...100).contains(part.utf8.count) && part.first != "."
          && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.+".contains($0)) }
      }
    let path = "\(folder)/\(isPlain ? name : "trace-\(number)")"
    return try Paths.exists("\(path).scrolltrace") ? "\(path)-\(number).scrolltrace" : "\(path).scrolltrace"
  }
}
