import Foundation
import LabLibrary
import PhotosCatalog
import PhotosModel
import StrategyKit
import Testing

/// The first lines of PHOTOS.md.
private func guideExample() throws {
  let files = try PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory())
  let photos = try AssetLibrary(of: files)
  let assets = try photos.fetchAssets(FetchOptions(predicate: .isFavorite, sortedBy: [AssetSort(.creationDate)]))
  let manager = CachingImageManager(LibraryImageSource(files))
  manager.requestImage(
    for: try assets.object(at: 0), targetSize: PixelSize(width: 288, height: 288), contentMode: .aspectFill,
    options: nil
  ) { image, info in
    // Once with info.isDegraded, then once more with info.isFinal.
  }
}

@Suite struct GuideTests {
  @Test func theGuideShowsTheseLines() throws {
    let folder = #filePath.split(separator: "/").dropLast(5).map { "/\($0)" }.joined()
    let guide = try String(contentsOfFile: folder + "/PHOTOS.md", encoding: .utf8)
    let file = try String(contentsOfFile: #filePath, encoding: .utf8)
    let start = try #require(file.range(of: "guideExample() throws {\n")?.upperBound)
    let lines = file[start...].split(separator: "\n").prefix { $0 != "}" }.map { "  \($0)" }
    #expect(lines.count > 5)
    #expect(guide.contains(lines.joined(separator: "\n")), "put the lines of GuideTests.swift into PHOTOS.md")
    for line in file.split(separator: "\n").filter({ $0.hasPrefix("import Lab") || $0.hasPrefix("import Photos") }) {
      #expect(guide.contains("    \(line)\n"))
    }
  }
}
