import CacheLab
import LabLibrary
import LabRecords
import Strategies

/// What most figures are measured on: the default library and a trace of the project's folder.
struct Setting {
  let library: PhotoLibrary
  let replay: Replay
  /// The trace's name, without folder and ending.
  let name: String

  init(trace name: String, device: DeviceProfile = DeviceProfile.all[0]) throws {
    library = try PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory())
    let path = try TraceLocator(roots: ["."]).path(for: name)
    self.name = String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
    let trace = try Trace.load(path: path).applying(ScreenOverride(assetCount: Int32(library.index.count)))
    let script = ReplayScript(trace)
    replay = Replay(
      script: script, assets: library.index.assets, device: device, settings: ReplaySettings())
  }
}
