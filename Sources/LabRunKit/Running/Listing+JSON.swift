import CacheLab
import LabBase
import LabRecords
import StrategyKit

extension Listing {
  /// The same for programs: an object with a list for each topic.
  func json(_ topic: ListCommand.Topic) -> JSON {
    var members: [String: JSON] = [:]
    for part in ListCommand.Topic.allCases where topic == .all || topic == part {
      switch part {
      case .all: break
      case .strategies:
        members[part.rawValue] = .array(registry.strategiesJSON)
        members["coarse"] = .array(registry.coarseJSON)
      case .bounds:
        members[part.rawValue] = .array(registry.boundsJSON)
      case .traces: members[part.rawValue] = .array(tracesJSON)
      case .devices: members[part.rawValue] = .array(HostListing().devices.map(\.json))
      case .screens: members[part.rawValue] = .array(NamedScreen.all.map(\.json))
      case .libraries:
        members[part.rawValue] = .array(LibraryProfile.allCases.filter { $0 != .tiny }.map { .string($0.rawValue) })
      case .metrics: members[part.rawValue] = .array(Metric.all.map(\.json))
      }
    }
    return .object(members)
  }

  private var tracesJSON: [JSON] {
    traces.map { path in
      let title = (try? Trace.load(path: path))?.header.title
      return .object([
        "name": .string(PreparedRun.name(ofTrace: path)), "path": .string(path),
        "title": title.map { .string($0) } ?? .null,
      ])
    }
  }
}
