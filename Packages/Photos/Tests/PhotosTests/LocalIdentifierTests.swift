import PhotosModel
import Testing

@Suite struct LocalIdentifierTests {
  @Test(arguments: [1, 2, 4_000, 1_000_000, Int64.max >> 1])
  func whatIsWrittenIsReadBack(_ row: Int64) throws {
    for kind in LocalIdentifier.Kind.allCases {
      let name = LocalIdentifier(kind: kind, library: 0xDEAD_BEEF_0123_4567, row: row)
      #expect(LocalIdentifier(name.description) == name)
      #expect(LocalIdentifier(name.description.lowercased()) == nil, "one name, one spelling")
    }
  }

  @Test(arguments: ["", "x", "/L0/001", "00000000-0000-0000-0000-000000000000/L0/001", "B84E8479-475C-4727/L0/001"])
  func whatIsNoIdentifierIsRefused(_ text: String) {
    #expect(LocalIdentifier(text) == nil)
  }

  @Test func itLooksAsInPhotos() {
    let text = LocalIdentifier(kind: .asset, library: 7, row: 1).description
    #expect(text.wholeMatch(of: /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\/L0\/001/) != nil, "\(text)")
  }
}
