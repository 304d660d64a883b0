import CacheLab
import LabBase
import LabPictures
import LabRecords
import LabSystem
import Subprocess
import SystemPackage

/// What the person at the terminal reads.
enum Output {
  /// Nobody may read it any more; the traces are stored all the same.
  static func line(_ text: String) { _ = try? FileDescriptor.standardOutput.writeAll(Array((text + "\n").utf8)) }

  /// Bytes of a trace that is drawn: an hour at 60 frames a second has five million. A picture of a larger one takes
  /// minutes, and memory.
  static let drawnBytesMax = 8_000_000

  /// What has come, its picture, and what to do with it.
  static func tell(_ arrival: Arrival) async {
    let warnings = NumberText.count(arrival.warnings, "warning")
    line(
      "\(arrival.path): \(NumberText.count(arrival.samples, "sample")), "
        + "\(NumberText.fixed(arrival.seconds, decimals: 1)) s, \(warnings)")
    if arrival.bytes > drawnBytesMax {
      line("  lab-run trace plot \(arrival.path) draws it: it has more than \(drawnBytesMax / 1_000_000) MB")
    } else if let picture = try? await plot(arrival.path) {
      line(picture)
    }
    line("  lab-run --strategy preheat2x --trace \(arrival.path)")
  }

  /// Script, data and, where gnuplot is, the picture, beside the trace; the path of the last that was made.
  private static func plot(_ path: String) async throws -> String {
    let trace = try Trace.load(path: path)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let name = String((parts.last ?? "").dropLast(".scrolltrace".count))
    let plot = Plot.trace(trace, name: name)
    let file = plot.name
    for (ending, text) in [("tsv", plot.data), ("gp", plot.script(command: "lab-run trace plot \(name)"))] {
      var result = try ResultFile(path: "\(folder)/\(file).\(ending)")
      try result.write(text)
      _ = try result.commit(exclusively: false)
    }
    let ran = try? await Subprocess.run(
      .name("gnuplot"), arguments: ["\(file).gp"], workingDirectory: Paths.any(folder), input: .none,
      output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
    return "\(folder)/\(file).\(ran?.terminationStatus.isSuccess == true ? "svg" : "gp")"
  }
}
