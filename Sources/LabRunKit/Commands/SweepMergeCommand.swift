import ArgumentParser
import LabBase
import LabJudge
import LabRecords

/// `lab-run sweep merge`: the shards of a sweep as one table.
struct SweepMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the shards of a sweep together, to the last byte what one run of all writes.",
    discussion: """
      Shards of different sweeps, traces or libraries are refused, and so are those
      that another program counted: give every machine a copy of one file. Missing
      ones are named. Copies of a shard count once; if they differ, both are named.

      EXAMPLES
        lab-run sweep merge part-*.tsv
        lab-run sweep merge part-*.tsv --out all.csv --format markdown
        lab-run sweep merge part-*.fleet --out all.fleet
      """)

  @Argument(help: "The shards' .tsv files, or .fleet files.", completion: .file(extensions: ["tsv", "fleet"]))
  var files: [String] = []

  @OptionGroup var output: SweepOutput

  @Flag(name: .shortAndLong, help: "No remarks on what was merged.")
  var quiet = false

  func run() throws {
    if files.isEmpty { throw UsageError("name the shards' files: \(ToolName.current) sweep merge part-*.tsv") }
    if files.contains(where: { $0.hasSuffix(".fleet") }) {
      try output.checkFleet()
      let path = output.out ?? "fleet.fleet"
      guard path.hasSuffix(".fleet") else { throw UsageError("--out \(path): name a new file that ends in .fleet") }
      if output.out == nil && Places.exists(path) {
        throw LabError("\(path) is there already: name the merged file by --out")
      }
      try SweepOutput.checkPlace(path)
      try SweepOutput.check(path, isNoneOf: files)
      for note in try FleetMerge.merge(files, to: path) where !quiet { Terminal.error(note) }
      return try output.show(fleet: path)
    }
    let shards = try files.map { (name: $0, table: try SweepTable(tsv: try InputText.read($0), name: $0)) }
    let (table, notes) = try SweepMerge.merge(shards)
    for note in notes where !quiet { Terminal.error(note) }
    let (path, folder, format) = try output.place(table.plan, .whole)
    _ = try output.base(table.plan)
    try SweepOutput.check(path, isNoneOf: files)
    try RecordStore(directory: folder).prepare()
    try OutputText.write(table.text(format), to: path)
    try output.show(table, path: path, note: " from \(NumberText.count(Set(shards.map(\.table.shard)).count, "shard"))")
  }
}
