import CacheLab
import Strategies

extension SettingOptions {
  /// What is not as it is by default, as words of a command line.
  var words: [String] {
    var words: [String] = []
    if device != DeviceProfile.all[0].name { words += ["--device", device] }
    if library.library != LibraryProfile.default.rawValue { words += ["--library", library.library] }
    if library.seed != 1 { words += ["--seed", "\(library.seed)"] }
    if let viewport = screen.viewport { words += ["--viewport", "\(viewport.width)x\(viewport.height)"] }
    if let scale = screen.scale { words += ["--scale", "\(MilliPoints(rawValue: scale.thousandths))"] }
    if let columns = screen.columns { words += ["--columns", "\(columns)"] }
    if access != .all { words += ["--access", access.text] }
    if let assets = screen.assets { words += ["--assets", "\(assets)"] }
    if managerCache > .zero { words += ["--manager-cache", "\(managerCache)"] }
    if cells != .cancel { words += ["--cells", cells.rawValue] }
    if delivery != .highquality { words += ["--delivery", delivery.rawValue] }
    if cloud.sharePercent > 0 { words += ["--cloud", cloud.text] }
    if scales != .all { words += ["--scales", scales.rawValue] }
    return words
  }
}

extension RunOptions {
  /// How a trace is best named again: by its name where it was found by one, else by its path.
  func traceWord(_ path: String) -> String {
    // Another trace may have its name.
    if trace.contains(path) { return path }
    let name = PreparedRun.name(ofTrace: path)
    return trace.contains { $0 == name || $0 == "all" } ? name : path
  }
}
