import LabBase
import LabLibrary
import LabRecords
import LabSystem
import SystemPackage

/// What this machine counts instructions with.
struct InstructionTools {
  /// The ways that work here, of those that were chosen.
  private(set) var ways: [InstructionWay] = []
  /// Why the others do not, with the cure.
  private(set) var lacks: [String] = []
  /// As it names itself: `valgrind-3.19.0`.
  private var valgrind = ""

  init(_ choice: InstructionChoice) async {
    for way in choice.ways {
      do {
        switch way {
        case .counter: _ = try InstructionCounter(.counter)
        case .callgrind: valgrind = try await InstructionTools.valgrindVersion()
        }
        ways.append(way)
      } catch let error as InstructionCounterError {
        lacks.append(error.reason)
      } catch {
        lacks.append("\(error)")
      }
    }
  }

  /// Why nothing can be counted.
  var lack: String { lacks.joined(separator: ", and ") }

  /// What a count by this program here belongs to.
  func surroundings(_ way: InstructionWay) -> InstructionSurroundings {
    var facts: [InstructionSurroundings.Fact: String] = [
      .countedBy: way == .counter ? InstructionCounter.account : valgrind, .architecture: Machine.architecture,
      .simd: LibJPEGTurbo.simdLevel, .cLibrary: Machine.cLibrary, .swift: RunEnvironment.swiftVersion,
    ]
    if way == .counter { facts[.cpu] = RunEnvironment.cpu }
    facts[.codec] = LibJPEGTurbo.path.flatMap { path in
      (try? OpenFile(path, .readOnly).readToEnd(bytesMax: 64 << 20)).flatMap { $0 }.map { SHA256.hex(of: $0) }
    }
    return InstructionSurroundings(facts)
  }

  /// What callgrind needs: itself, and a copy of the program without what debuggers read, which it cannot all read.
  private static func valgrindVersion() async throws -> String {
    _ = try await Command.run("strip", ["--version"], missing: "apt-get install binutils")
    let asked = try await Command.run("valgrind", ["--version"], missing: "apt-get install valgrind")
    guard asked.code == 0 else { throw LabError("'valgrind --version' ended with \(asked.ending)") }
    return String(asked.output.prefix { !$0.isNewline })
  }
}
