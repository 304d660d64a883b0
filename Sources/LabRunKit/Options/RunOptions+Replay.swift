import CacheLab
import StrategyKit

extension RunOptions {
  /// The words that give a child the same replay: everything that decides what is decoded.
  func replayWords(strategy: String, tracePath: String) -> [String] {
    var words = [
      "--strategy", strategy, "--trace", tracePath, "--device", device, "--library", library.library,
      "--seed", "\(library.seed)", "--cells", cells.rawValue, "--scales", scales.rawValue, "--quiet",
    ]
    if managerCache > .zero { words += ["--manager-cache", "\(managerCache.rawValue)"] }
    // Strategies say the other modes themselves.
    if setting.delivery == .fast { words += ["--delivery", setting.delivery.rawValue] }
    if setting.cloud.sharePercent > 0 { words += ["--cloud", setting.cloud.text] }
    if let viewport = screen.viewport { words += ["--viewport", "\(viewport.width)x\(viewport.height)"] }
    if let scale = screen.scale { words += ["--scale", "\(MilliPoints(rawValue: scale.thousandths))"] }
    if let columns = screen.columns { words += ["--columns", "\(columns)"] }
    if let assets = screen.assets { words += ["--assets", "\(assets)"] }
    return words
  }
}
