import CacheLab
import Testing

@testable import LabMeasure

@Suite struct HelperPoolTests {
  private func pool(_ executable: String = "/no/such/program") throws -> HelperPool {
    try HelperPool(HelperCommand(executable: executable), library: TestLibrary.shared, bytes: 1 << 20)
  }

  @Test func aProgramThatIsNotThereIsAnErrorWithItsCure() throws {
    let pool = try pool()
    #expect {
      _ = try pool.start()
    } throws: { error in
      let text = "\(error)"
      return text.contains("/no/such/program: No such file") && text.contains("--decode-in host")
    }
  }

  @Test func aProgramThatIsNoHelperIsSaidToHaveEnded() throws {
    let pool = try pool("/bin/false")
    let process = try pool.start()
    #expect {
      try pool.welcome(process)
    } throws: { error in
      "\(error)".contains("/bin/false: it ended before it was ready (exit code 1)")
    }
  }

  @Test func lossesAreCountedAndTheFirstAreNamed() throws {
    let pool = try pool()
    for asset in 0..<30 { try pool.crashed(on: asset, "signal 6", isLoss: asset > 9) }
    let book = pool.book()
    #expect(book.crashes == 30 && book.lostImages == 20)
    #expect(book.losses.map(\.asset) == Array(10..<26))
  }

  @Test func aDecoderThatFallsOverEveryFileEndsTheRun() throws {
    let pool = try pool()
    for _ in 0..<HelperPool.crashesMax { try pool.crashed(on: 1, "signal 11", isLoss: true) }
    #expect {
      try pool.crashed(on: 5, "signal 11", isLoss: true)
    } throws: { error in
      "\(error)".contains("more than 100 helper processes ended") && "\(error)".contains("asset 5 (signal 11)")
    }
  }

  @Test func aSumThatLacksAReadingSaysWhy() {
    #expect(HelperPool.sum([.bytes(3), .bytes(4)]) == .bytes(7))
    #expect(HelperPool.sum([.bytes(3), .unavailable("gone")]) == .unavailable("gone"))
  }
}
