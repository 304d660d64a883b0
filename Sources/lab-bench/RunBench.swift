import CacheLab
import LabBase
import LabRecords

/// The mission's command as a whole process, warm.
enum RunBench {
  static func measure() async throws -> [Figure] {
    let words = ["--strategy", "preheat2x", "--trace", "fastscroll"]
    _ = try await Program.run(words)
    let reference = Reference.steps(.wall)
    let (outcome, unit) = try await reference.around { try await Program.run(words) }
    guard case .distribution(let wall)? = outcome.record.metric(.decodeWall),
      case .distribution(let cpu)? = outcome.record.metric(.decodeCPU)
    else { throw BenchError("the record has no decode times") }
    // What there is beside decodes takes as much longer as this machine is slower.
    let beside = 0.2e9 * reference.slowness(unit: unit)
    let bound = 1.15 * Double(wall.sum) / 2 + beside
    return [
      Figure(
        name: "wall of \(words.joined(separator: " ")) / (1.15 x decode wall / 2 + "
          + "\(NumberText.fixed(beside / 1e9, decimals: 2)) s)",
        value: Double(outcome.wall) / bound, unit: "x ", limit: .atMost(1)),
      Figure(
        name: "process CPU / decode CPU of the same", value: Double(outcome.cpu) / Double(cpu.sum), unit: "x ",
        limit: .atMost(1.15)),
      Figure(
        name: "making pages resident / decode CPU",
        value: (outcome.record.metric(.pageCPU)?.number ?? 0) / Double(cpu.sum), unit: "x ", limit: .none),
      Figure(name: "wall of the same", value: Double(outcome.wall) / 1e9, unit: "s ", limit: .none),
    ]
  }
}
