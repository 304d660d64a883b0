import ArgumentParser
import LabBase
import LabJudge

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that a gate's verdicts go to: `junit=gate.xml`.
struct GateOutput: ExpressibleByArgument {
  enum Kind: String, CaseIterable {
    case markdown, junit, json, benchmark
  }

  let kind: Kind
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    self.kind = kind
    path = String(parts[1])
  }

  func write(_ report: GateReport, _ evidence: GateEvidence) throws {
    let text =
      switch kind {
      case .markdown: report.markdown
      case .junit: report.junit
      case .json: report.json.prettyText
      case .benchmark: evidence.benchmarkJSON.prettyText
      }
    try OutputText.write(text, to: path)
  }

  /// Annotations on standard output; the verdicts behind what the job's summary holds already.
  static func tellGitHub(_ report: GateReport) throws {
    Terminal.output(commands: report.annotations)
    guard let variable = unsafe getenv("GITHUB_STEP_SUMMARY") else { return }
    let path = unsafe String(cString: variable)
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      throw LabError("the job's summary \(path) cannot be written: is $GITHUB_STEP_SUMMARY right?")
    }
    defer { close(file) }
    if !Terminal.write(report.markdown.visibleLines, to: file) {
      throw LabError("the job's summary \(path) cannot be written: is the disk full?")
    }
  }
}
