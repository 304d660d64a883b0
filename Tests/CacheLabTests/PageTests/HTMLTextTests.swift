import Testing

@testable import CacheLab
@testable import LabJudge

@Suite struct HTMLTextTests {
  @Test func noJSONEndsItsElement() throws {
    let json = JSON.object(["name": .string("</script><!-- <b>")])
    let text = HTMLText.script(json)
    #expect(!text.contains("<"))
    #expect(try JSON.parse(text) == json)
  }
}
