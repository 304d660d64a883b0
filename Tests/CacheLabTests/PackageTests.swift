import CacheLab
import Testing

@Suite struct PackageTests {
  @Test func versionIsThreeNumbers() {
    #expect(CacheLabInfo.version.split(separator: ".").count == 3)
  }
}
