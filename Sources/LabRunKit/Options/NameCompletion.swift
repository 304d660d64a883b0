import ArgumentParser
import CacheLab
import LabRecords
import LabSystem
import StrategyKit

/// The names and files that a shell suggests for a word; unreadable ones are left out.
enum NameCompletion {
  static var traces: CompletionKind {
    names({ ((try? TracePaths.names()) ?? []) + TracePaths.sets }, orFiles: [".scrolltrace"])
  }
  static var devices: CompletionKind { names({ DeviceChoice.names }, orFiles: [".json"]) }
  static var libraries: CompletionKind { names({ RunSettings.libraryProfiles }, orFiles: []) }
  static var screens: CompletionKind { .list(NamedScreen.all.map(\.name) + ["\(ScreenChoice.recorded)"]) }
  static var metrics: CompletionKind { .list(Metric.names) }

  static func strategies(_ others: String...) -> CompletionKind {
    .list(KnownStrategies.all.descriptors.map(\.id) + others)
  }

  /// - Parameter endings: The extensions of files that may be given instead; folders are suggested too.
  static func names(_ names: @escaping @Sendable () -> [String], orFiles endings: [String]) -> CompletionKind {
    .custom { _, _, begun in
      let known = names().filter { $0.hasPrefix(begun) }
      return known + paths(begun, endings: endings, withFolders: known.isEmpty)
    }
  }

  private static func paths(_ begun: String, endings: [String], withFolders: Bool) -> [String] {
    let folder = begun.lastIndex(of: "/").map { String(begun[...$0]) } ?? ""
    let names = (try? Paths.names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.map { folder + $0 }.filter { path in
      guard path.hasPrefix(begun), !path.dropFirst(folder.count).hasPrefix(".") else { return false }
      return endings.contains { path.hasSuffix($0) } || withFolders && (try? Paths.isFolder(path)) == true
    }
  }
}
