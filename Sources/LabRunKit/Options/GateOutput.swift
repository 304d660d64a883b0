import ArgumentParser
import LabBase
import LabJudge
import LabSystem
import SystemPackage

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
    guard let path = ThisProcess.variable("GITHUB_STEP_SUMMARY") else { return }
    guard let file = try? OpenFile(path, .writeOnly, [.create, .append]) else {
      throw LabError("the job's summary \(path) cannot be written: is $GITHUB_STEP_SUMMARY right?")
    }
    guard (try? file.write(Array(report.markdown.visibleLines.utf8))) != nil else {
      throw LabError("the job's summary \(path) cannot be written: is the disk full?")
    }
  }
}
