import CacheLab
import Testing

@Suite struct NumberTextTests {
  @Test func decimalsAreRoundedAwayFromZero() {
    #expect(NumberText.fixed(0.25, decimals: 1) == "0.3")
    #expect(NumberText.fixed(-0.25, decimals: 1) == "-0.3")
    #expect(NumberText.fixed(-0.04, decimals: 1) == "0.0", "no negative zero")
    #expect(NumberText.fixed(0.999, decimals: 2) == "1.00")
    #expect(NumberText.fixed(12, decimals: 0) == "12")
    #expect(NumberText.fixed(0.007, decimals: 3) == "0.007")
  }

  @Test func thousandsAreMarked() {
    let texts = [0, 999, 1_000, 123_456, -1_234_567, .max].map { NumberText.grouped($0) }
    #expect(texts == ["0", "999", "1,000", "123,456", "-1,234,567", "9,223,372,036,854,775,807"])
    #expect(NumberText.grouped(.min) == "-9,223,372,036,854,775,808")
  }

  @Test func sharesAreFinerBelowOnePercent() {
    let texts = [0, 0.00071, 0.00999, 0.01, 0.97325, 1].map { NumberText.percent($0) }
    #expect(texts == ["0.0%", "0.07%", "1.00%", "1.0%", "97.3%", "100.0%"])
    #expect(NumberText.percent(nil) == "-")
  }

  @Test func millisecondsHaveTheDecimalsThatHelp() {
    let texts = [0, 4_000, 2_345_000, 12_345_000, 123_456_000].map { NumberText.milliseconds($0) }
    #expect(texts == ["0", "0.00", "2.35", "12.3", "123"])
  }

  @Test func megabytesAreDecimal() {
    #expect(NumberText.megabytes(31_949_999) == "31.9")
    #expect(NumberText.megabytes(0) == "0.0")
  }

  @Test func scalesAndCounts() {
    let texts = [3000, 2625, 1500, 100].map { CacheLab.TraceText.decimal($0, decimals: 3) }
    #expect(texts == ["3", "2.625", "1.5", "0.1"])
    #expect([0, 1, 1_699].map { NumberText.count($0, "sample") } == ["no samples", "1 sample", "1,699 samples"])
  }
}
