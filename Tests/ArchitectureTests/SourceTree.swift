import FoundationEssentials

/// The sources of the package. What is not found is no empty list, of which every rule holds.
enum SourceTree {
  static let home = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  /// Every Swift file below Sources/, by path.
  static let files = paths(below: "Sources").map { file($0) }

  /// The Swift files below a folder, sorted. Those of tutorials are left out: they are an app's.
  static func paths(below folder: String) -> [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: "\(home)/\(folder)")) ?? []
    precondition(paths.count > 10, "there are sources in \(home)/\(folder)")
    return paths.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Modules of the package, those of C among them: the folders of Sources/, and the modules of CLibraries.
  static let modules = Set((try? FileManager.default.contentsOfDirectory(atPath: home + "/Sources")) ?? [])
    .union(["CTurboJPEG", "CDecodeLoop", "CZlib"])

  /// Every document of the checkout, by path; hidden folders and what `lab-run report` leaves in the first one are left
  /// out.
  static let documents: [String] = {
    let files = FileManager.default
    let paths = ((try? files.contentsOfDirectory(atPath: home)) ?? []).flatMap { name in
      name.hasPrefix(".")
        ? [] : [name] + ((try? files.subpathsOfDirectory(atPath: home + "/" + name)) ?? []).map { "\(name)/\($0)" }
    }
    return paths.filter { $0.hasSuffix(".md") && !$0.contains("/.") && $0 != "report.md" }.sorted()
  }()

  /// One file by its path from the package's folder.
  static func file(_ path: String) -> SourceFile {
    guard let text = try? String(contentsOfFile: home + "/" + path, encoding: .utf8) else {
      preconditionFailure("\(path) cannot be read")
    }
    return SourceFile(path: path, text: text)
  }

  static func files(of module: String, stage: String? = nil) -> [SourceFile] {
    let found = files.filter { $0.module == module && (stage == nil || $0.stage == stage) }
    precondition(!found.isEmpty, "\(module)/\(stage ?? "") has no sources")
    return found
  }
}
