import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabLibrary
@testable import LabRecords

/// Names and notes that would drive a terminal, forge a line or begin a command: nothing that is made of a record, an
/// event file or a trace lets them through.
@Suite struct HostileNameTests {
  private static let evil = "#%dx\u{1B}[31m\n::error::forged\r\u{9B}2J\u{202E}\u{2028}|y"

  /// Letters that may not stand in an output.
  private func unseen(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0.isUnseen && $0 != "\n" && $0 != "\t" }
  }

  private func expectSafe(_ text: String, _ what: String) {
    #expect(unseen(text) == [], "\(what)")
    let forged = text.split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(forged == [], "\(what)")
  }

  @Test func refusalsShowThem() {
    let evil = HostileNameTests.evil
    expectSafe("\(ResultError.cannotRead(evil, reason: evil))", "result")
    expectSafe("\(LibraryError.changedFile(path: evil))", "library")
    expectSafe("\(InputError(evil, line: 3, value: evil, evil, cure: evil))", "trace")
    expectSafe("\(TraceWarning(line: 3, text: evil))", "warning")
    expectSafe("\(SweepError(evil, evil))", "sweep")
    let device = JSON.object(["schema": .integer(1), evil: .string(evil)]).compactText
    expectSafe(refusal(evil, device), "device")
    expectSafe(refusal(evil, "no JSON"), "device")
    for error in [
      "\(ResultError.cannotRead(evil, reason: evil))",
      "\(InputError(evil, line: 3, value: evil, evil, cure: evil))",
    ] {
      #expect(!error.contains("\n"), "one line")
    }
  }

  /// What a device file of this name and text is refused with.
  private func refusal(_ path: String, _ text: String) -> String {
    do {
      return try DeviceFile(text: text, path: path).device.name
    } catch {
      return error.description
    }
  }

  @Test func aTitleOfATraceIsShownOnOneLine() throws {
    let header =
      #"{"scrolltrace":1,"viewport":[390,844],"content":[390,3998],"title":"a\u001b[2J\nb","#
      + #""grid":{"count":160,"columns":4,"cell":[96,96],"spacing":[2,2]},"scale":3}"#
    let trace = try Trace.parse(Array("\(header)\n[0,0]\n[100,5]\n".utf8), name: "t")
    #expect(trace.header.title == "a\\u001b[2J\\u000ab")
    expectSafe(TraceInfo.table([("t\u{1B}", trace)]), "info")
  }
}
