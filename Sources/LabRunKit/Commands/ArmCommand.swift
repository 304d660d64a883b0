import ArgumentParser
import LabBase
import LabLibrary
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// `lab-run arm`: one side of a latency pair. For the gate, not for people: what it prints may change with its protocol.
struct ArmCommand: ParsableCommand {
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

  func run() throws {
    if instructions != nil { ArmCommand.settle() }
    let request = options.request
    let library = try request.openLibrary()
    let text = try slice.map { try InputText.read($0) } ?? ""
    let items = try slice.map { try ArmProtocol.slice(text, assets: library.index.assets, name: $0) }
    if instructions == nil, let items {
      let run = try DecodeSliceRun(items, library: library)
      return Terminal.output(ArmProtocol.text(run))
    }
    let run = try PlannedRun(only: request, else: "an arm replays one run: name one strategy and one trace") { library }
    guard let instructions else { return Terminal.output(ArmListing(run, sliceMax: decodes).text) }
    let count = try run.instructions(instructions, slice: items ?? DecodeSlice(items: []), input: text)
    Terminal.output(ArmProtocol.text(["instructions": count.json]))
  }

  /// The same hashes and addresses each time: starts the program anew where it does not have them, before anything is
  /// read.
  private static func settle() {
    // Callgrind does not follow a program that is started anew, and has had both from outside.
    if (try? InstructionCounter(.callgrind)) != nil { return }
    let hashing = "SWIFT_DETERMINISTIC_HASHING"
    if ThisProcess.variable(hashing) != "1" {
      ThisProcess.setVariable(hashing, "1")
      Places.startAnew()
    }
    ThisProcess.fixAddresses()
  }
}
