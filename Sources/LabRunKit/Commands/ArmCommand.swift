import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabMeasure
import LabRecords
import StrategyKit

/// `lab-run arm`: one side of a latency pair. For the gate, not for people: what it prints may change with its protocol.
struct ArmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "arm", abstract: "Decode a slice of a replay's decodes once (used by the gate).", shouldDisplay: false)

  @Flag(help: "Print which decodes the replay does, and a slice of them.")
  var list = false

  @Option(help: ArgumentHelp("Decode this slice; - for standard input.", valueName: "FILE"))
  var slice: String?

  @Option(
    help: ArgumentHelp("Count instructions of the slice, if there is one, and of the strategy.", valueName: "way"))
  var instructions: InstructionChoice?

  @Option(help: ArgumentHelp("With --list: decodes of the slice, at most.", valueName: "n"))
  var decodes = 200

  @OptionGroup var options: RunOptions

  func validate() throws {
    if instructions == nil && list == (slice != nil) {
      throw ValidationError("arm either lists or decodes: --list or --slice FILE")
    }
    if decodes < 1 || decodes > 100_000 { throw ValidationError("--decodes \(decodes): 1 to 100000 decodes") }
  }

  func run() async throws {
    if instructions != nil { InstructionArm.settle() }
    let request = options.request
    try request.checkHelpers(because: "an arm decodes in its own process")
    let library = try request.openLibrary()
    if let instructions {
      let text = try slice.map { try ArmSliceFile.read($0) } ?? ""
      let decodes = try slice.map { try ArmProtocol.slice(text, assets: library.index.assets, name: $0) }
      let (prepared, strategy) = try only(request, library)
      let arm = InstructionArm(
        prepared: prepared, strategy: strategy, slice: decodes ?? DecodeSlice(items: []), input: text)
      Terminal.output(try await arm.text(instructions))
    } else if let slice {
      let text = try ArmSliceFile.read(slice)
      let slice = try ArmProtocol.slice(text, assets: library.index.assets, name: slice)
      let run = try DecodeSliceRun(slice, library: library, slowdown: request.plant?.slowdown ?? Rational(0))
      Terminal.output(ArmProtocol.text(run))
    } else {
      let (prepared, strategy) = try only(request, library)
      Terminal.output(ArmListing(prepared, strategy, sliceMax: decodes).text)
    }
  }

  /// The one run that is asked for.
  private func only(_ request: RunRequest, _ library: PhotoLibrary) throws -> (PreparedRun, StrategySpec) {
    let strategies = try request.specs(registry: KnownStrategies.all)
    let paths = try TracePaths.find(request.traces)
    guard let strategy = strategies.first, let path = paths.first, strategies.count == 1, paths.count == 1 else {
      throw UsageError("an arm replays one run: name one strategy and one trace")
    }
    let prepared = try PreparedRun(
      request, path: path, trace: Trace.load(path: path), library: library)
    return (prepared, strategy)
  }
}
