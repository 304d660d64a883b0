import CacheLab
import Testing

@testable import LabMeasure

@Suite struct HelperDeskTests {
  private func desk(_ executable: String = "/no/such/program") throws -> HelperDesk {
    try HelperDesk(HelperCommand(executable: executable), library: TestLibrary.shared, bytes: 1 << 20)
  }

  @Test func aProgramThatIsNotThereIsAnErrorWithItsCure() throws {
    let desk = try desk()
    #expect {
      _ = try desk.start()
    } throws: { error in
      let text = "\(error)"
      return text.contains("/no/such/program: No such file") && text.contains("--decode-in host")
    }
  }

  @Test func aProgramThatIsNoHelperIsSaidToHaveEnded() throws {
    let desk = try desk("/bin/false")
    let process = try desk.start()
    #expect {
      try desk.welcome(process)
    } throws: { error in
      "\(error)".contains("/bin/false: it ended before it was ready (exit code 1)")
    }
  }

  @Test func lossesAreCountedAndTheFirstAreNamed() throws {
    let desk = try desk()
    for asset in 0..<30 { try desk.crashed(on: asset, "signal 6", isLoss: asset > 9) }
    let book = desk.book()
    #expect(book.crashes == 30 && book.lostImages == 20)
    #expect(book.losses.map(\.asset) == Array(10..<26))
  }

  @Test func aDecoderThatFallsOverEveryFileEndsTheRun() throws {
    let desk = try desk()
    for _ in 0..<HelperDesk.crashesMax { try desk.crashed(on: 1, "signal 11", isLoss: true) }
    #expect {
      try desk.crashed(on: 5, "signal 11", isLoss: true)
    } throws: { error in
      "\(error)".contains("more than 100 helper processes ended") && "\(error)".contains("asset 5 (signal 11)")
    }
  }

  @Test func aSumThatLacksAReadingSaysWhy() {
    #expect(HelperDesk.sum([.bytes(3), .bytes(4)]) == .bytes(7))
    #expect(HelperDesk.sum([.bytes(3), .unavailable("gone")]) == .unavailable("gone"))
  }
}
