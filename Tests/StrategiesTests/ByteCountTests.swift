import Strategies
import Testing

@Suite struct ByteCountTests {
  @Test(arguments: [
    ("30MB", 30_000_000), ("16MiB", 16 << 20), ("1.5GB", 1_500_000_000), ("7", 7), ("2000000000", 2_000_000_000),
    ("2kB", 2000), ("1KiB", 1024),
  ])
  func reads(_ text: String, _ bytes: Int64) {
    #expect(ByteCount(text)?.rawValue == bytes)
  }

  @Test(arguments: ["", "MB", "1/2MB", "0.5B", "-1", "30 MB", "1TB", "999999999GiBGiB"])
  func refuses(_ text: String) {
    #expect(ByteCount(text) == nil)
  }

  @Test(arguments: ["30MB", "16.777216MB", "40.0752MB", "63.888MB", "1500.000001MB", "1GB", "12.03kB", "123B", "0B"])
  func descriptionReadsBack(_ text: String) {
    #expect(ByteCount(text).map(\.description) == text)
  }
}
