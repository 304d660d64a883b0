import Foundation
import PhotosCatalog
import PhotosModel
import Testing

/// The first lines of docs/photos-model.md.
private func guideExample() {
  let options = FetchOptions()
  options.predicate = NSPredicate(format: "isFavorite == YES AND mediaType == %d", AssetMediaType.image.rawValue)
  options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
  let assets = Asset.fetchAssets(with: options)
  guard let asset = assets.firstObject else { return }
  ImageManager.default().requestImage(
    for: asset, targetSize: CGSize(width: 288, height: 288), contentMode: .aspectFill, options: nil
  ) { image, info in
    // Once with info?[ImageResultIsDegradedKey] true, then once more with the image itself.
  }
}

@Suite struct GuideTests {
  private static func guide() throws -> String {
    try String(contentsOfFile: PhotosFixture.checkout + "/docs/photos-model.md", encoding: .utf8)
  }

  @Test func theGuideShowsTheseLines() throws {
    let guide = try GuideTests.guide()
    let file = try String(contentsOfFile: #filePath, encoding: .utf8)
    let start = try #require(file.range(of: "guideExample() {\n")?.upperBound)
    let lines = file[start...].split(separator: "\n").prefix { $0 != "}" }.map { "  \($0)" }
    #expect(lines.count > 5)
    #expect(
      guide.contains(lines.joined(separator: "\n")), "put the lines of GuideTests.swift into docs/photos-model.md")
    for line in file.split(separator: "\n").filter({ $0.hasPrefix("import Photos") }) {
      #expect(guide.contains("    \(line)\n"))
    }
  }

  /// SwiftPM calls a package as its folder: the checkout must not be found by a folder `photos`.
  @Test func thePackageIsFoundInAFolderOfAnyName() throws {
    let manifest = try String(
      contentsOfFile: PhotosFixture.checkout + "/Packages/Photos/Package.swift", encoding: .utf8)
    #expect(manifest.contains("folder.lowercased() == \"photos\" ? \"../CacheLab\" : \"../..\""))
    let link = PhotosFixture.checkout + "/Packages/CacheLab"
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "..")
  }

  /// Each behaviour that the guide promises names where Apple says so and a test that is there.
  @Test func eachBehaviourHasASourceAndATest() throws {
    let path = PhotosFixture.checkout + "/Packages/Photos/behaviours.tsv"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.first == "behaviour\tsource\ttest" && lines.count > 60)
    let tests = PhotosFixture.checkout + "/Packages/Photos/Tests"
    var files: [String: String] = [:]
    for row in lines.dropFirst() {
      let cells = row.split(separator: "\t")
      #expect(cells.count == 3 && cells[1].first.map { "HWAK".contains($0) } == true, "\(row)")
      for name in cells.last?.split(separator: ",") ?? [] {
        let parts = name.trimmingCharacters(in: .whitespaces).split(separator: "/").map { String($0) }
        let (suite, test) = (parts.first ?? "", parts.last ?? "")
        let places = ["\(tests)/PhotosTests/\(suite).swift", "\(tests)/AppCallsTests/\(suite).swift"]
        let text = files[suite] ?? places.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.first ?? ""
        files[suite] = text
        #expect(text.contains("func \(test)("), "there is no test \(name)")
      }
    }
  }
}
