import CacheLab
import LabBase

extension PhotoLibrary {
  /// The photos that a folder has, those that are used; nil for a made library.
  public var fileCount: Int? { folder?.files.count }

  /// True for a folder whose photos stand at more than one index.
  public var isRepeated: Bool { fileCount.map { $0 < index.count } ?? false }

  /// The path of an asset's file below its folder; nil for a made library.
  public func folderFile(of asset: Int) -> String? { folder?.file(of: asset).name.visible }

  /// Files of the folder that are no photos of the library, by name.
  public var leftOut: [LeftOutFile] { folder?.leftOut ?? [] }

  /// Files that are in the library and do not decode, by name, and why.
  public var undecodable: [(file: String, reason: String)] {
    (folder?.files ?? []).filter { !$0.info.decodes }.map { ($0.name.visible, ($0.problem ?? "damaged").visible) }
  }

  /// What is wrong with files of the folder, a line a file: those that do not decode, then those that were left out.
  public var problemText: String {
    undecodable.map { "\($0.file): does not decode, \($0.reason)\n" }.joined()
      + leftOut.map { "\($0.name.visible): left out, \($0.words)\n" }.joined()
  }

  /// What a reader of a run's numbers should know of a folder, with the first files by name.
  public var notes: [String] {
    guard let fileCount else { return [] }
    var notes: [String] = []
    if isRepeated {
      let all = NumberText.grouped(Int64(index.count))
      notes.append(
        "\(NumberText.count(fileCount, "photo")) of the folder, repeated to \(all): each time a photo of its own to the "
          + "strategy (--assets \(fileCount) shows each once)")
    }
    let broken = undecodable.map { "\($0.file) (\($0.reason))" }
    if !broken.isEmpty {
      notes.append("\(NumberText.count(broken.count, "photo")) cannot be decoded, cells stay blank: \(few(broken))")
    }
    let words: [(LeftOutFile.Reason, String, String)] = [
      (.heic, "left out as HEIC, which the lab cannot decode", "; \(LeftOutFile.heicCure)"),
      (.notJPEG, "left out, no JPEG", ""), (.unreadable, "left out, not to be read", ""),
      (.tooLarge, "left out, larger than 256 MiB", ""),
    ]
    for (reason, why, cure) in words {
      let names = leftOut.filter { $0.reason == reason }.map(\.name.visible)
      if names.isEmpty { continue }
      notes.append("\(NumberText.count(names.count, "file")) \(why): \(few(names))\(cure)")
    }
    return notes
  }

  /// The first of them, and how many more.
  func few(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }
}
