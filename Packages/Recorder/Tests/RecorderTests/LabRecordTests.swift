import Foundation
import Testing

/// lab-record over loopback, by scripts that share nothing with it.
@Suite struct LabRecordTests {
  /// The checkout of the lab.
  static let home = #filePath.split(separator: "/").dropLast(5).map { "/\($0)" }.joined()
  /// It stands beside the tests.
  private static let program = Bundle.main.bundleURL.appending(path: "lab-record").path

  private func run(_ words: [String]) throws -> (code: Int32, said: String) {
    let process = Process()
    let said = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    (process.standardOutput, process.standardError) = (said, said)
    try process.run()
    let bytes = try said.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: ["desk_test.py", "attack_test.py"])
  func servesThePageAndTakesOnlyGoodTracesWithItsToken(script: String) throws {
    let home = LabRecordTests.home
    let script = "\(home)/Packages/Recorder/Tests/\(script)"
    let ran = try run(["python3", script, LabRecordTests.program, home + "/traces/zoom.scrolltrace"])
    #expect(ran.code == 0, "\(ran.said)")
  }

  @Test func itsHelpSaysWhatItServesTo() throws {
    let help = try run([LabRecordTests.program, "--help"])
    #expect(help.code == 0 && help.said.contains("Only this machine is"))
    let wrong = try run([LabRecordTests.program, "--bind", "nowhere"])
    #expect(wrong.code == 64 && wrong.said.contains("--bind nowhere"), "\(wrong.said)")
  }

  /// An address for documents, which no machine has; and no folder.
  @Test(arguments: [
    (["--bind", "192.0.2.1"], "--bind takes an address of this machine"),
    (["--bind", "192.0.2.1", "--out", "/nowhere"], "--out /nowhere: there is no such folder; make it"),
    (["--bind", "192.0.2.1", "--out", "/dev/null"], "--out /dev/null: there is no such folder; make it"),
  ]) func whatCannotBeUsedIsSaidAtTheStartWithItsCure(words: [String], expected: String) throws {
    let refused = try run([LabRecordTests.program] + words)
    #expect(refused.code == 1 && refused.said.contains(expected), "\(refused.said)")
  }
}
