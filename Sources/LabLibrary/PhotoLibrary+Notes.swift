import CacheLab
import LabBase

extension PhotoLibrary {
  /// The number of a folder's photos that are used; nil for a made library.
  public var fileCount: Int? { folder?.files.count }

  /// True if the photos of a folder stand at more than one index.
  public var isRepeated: Bool { fileCount.map { $0 < index.count } ?? false }

  /// Returns the path of an asset's file below its folder, or nil for a made library.
  public func folderFile(of asset: Int) -> String? { folder?.file(of: asset).name.visible }

  /// The files of the folder that are not photos of the library, by name.
  public var leftOut: [LeftOutFile] { folder?.leftOut ?? [] }

  /// The files in the library that do not decode, by name, with the reason.
  public var undecodable: [(file: String, reason: String)] {
    (folder?.files ?? []).filter { !$0.info.decodes }.map { ($0.name.visible, ($0.problem ?? "damaged").visible) }
  }

  /// The problems of the folder's files, a line a file: those that do not decode, then those that were left out.
  public var problemText: String {
    undecodable.map { "\($0.file): does not decode, \($0.reason)\n" }.joined()
      + leftOut.map { "\($0.name.visible): left out, \($0.words)\n" }.joined()
  }

  /// The notes on a folder for readers of a run's numbers, with the first files by name.
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

  /// Returns the first names, and the number of others.
  func few(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }
}
