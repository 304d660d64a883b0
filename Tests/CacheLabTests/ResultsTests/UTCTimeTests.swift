import LabSystem
import Testing

@Suite struct UTCTimeTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z", "19700101T000000Z"),
      (951_827_696, "2000-02-29T12:34:56Z", "20000229T123456Z"),
      (1_798_761_599, "2026-12-31T23:59:59Z", "20261231T235959Z"),
      (4_107_542_400, "2100-03-01T00:00:00Z", "21000301T000000Z"),
      (-1, "1969-12-31T23:59:59Z", "19691231T235959Z"),
    ] as [(Int64, String, String)])
  func secondsBecomeDates(_ seconds: Int64, _ text: String, _ stamp: String) {
    #expect(UTCTime(seconds: seconds).text == text)
    #expect(UTCTime(seconds: seconds).fileStamp == stamp)
  }
}
