import CacheLab
import LabBase
import LabRecords
import StrategyKit

/// A trace that holds an app's session.
struct SessionFile {
  let path: String
  let name: String
  let trace: Trace
  let session: TraceSession

  /// - Throws: `TraceError`, also for a trace without a session.
  static func load(_ words: [String]) throws -> [SessionFile] {
    try TracePaths.find(words).map { path in
      let trace = try Trace.load(path: path)
      guard let session = trace.session else {
        let problem: TraceError.Problem = trace.header.sessionVersion.map { .laterSession(version: $0) } ?? .noSession
        throw TraceError(file: path, line: 1, value: "", problem: problem)
      }
      return SessionFile(path: path, name: PreparedRun.name(ofTrace: path), trace: trace, session: session)
    }
  }

  /// What a device file says of the session that it was fitted to.
  var json: JSON {
    var members: [String: JSON] = [
      "name": .string(name), "sha256": .string(trace.sha256), "strategy": .string(session.strategy),
    ]
    members["device"] = trace.header.device.map { .string($0) }
    let photos = session.images.compactMap { $0.photo?.pixelCount }
    if !photos.isEmpty { members["megapixels"] = .number(Double(photos.reduce(0, +)) / Double(photos.count) / 1e6) }
    members["title"] = trace.header.title.map { .string($0) }
    return .object(members)
  }
}
