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
        members[part.rawValue] = .array(strategiesJSON)
        members["coarse"] = .array(
          registry.coarsePolicies.map { Listing.json($0.descriptor, drivesPhotos: $0.drivesPhotos) })
      case .bounds:
        members[part.rawValue] = .array(registry.boundDescriptors.map { Listing.json($0, drivesPhotos: false) })
      case .traces: members[part.rawValue] = .array(tracesJSON)
      case .devices: members[part.rawValue] = .array(HostListing().devices.map(\.json))
      case .screens: members[part.rawValue] = .array(NamedScreen.all.map(\.json))
      case .libraries:
        members[part.rawValue] = .array(LibraryProfile.allCases.filter { $0 != .tiny }.map { .string($0.rawValue) })
      case .metrics: members[part.rawValue] = .array(Metric.all.map { Listing.json($0) })
      }
    }
    return .object(members)
  }

  private var strategiesJSON: [JSON] {
    registry.prefetchers.map { Listing.json($0.descriptor, drivesPhotos: !$0.ranks) }
      + registry.retentions.map { Listing.json($0.descriptor, drivesPhotos: false) }
  }

  private static func json(_ policy: PolicyDescriptor, drivesPhotos: Bool) -> JSON {
    .object([
      "id": .string(policy.id), "summary": .string(policy.summary), "drives-photos": .bool(drivesPhotos),
      "parameters": .array(
        policy.parameters.map { parameter in
          .object([
            "key": .string(parameter.key), "default": .string("\(parameter.defaultValue)"),
            "range": .string("\(parameter.range)"), "summary": .string(parameter.summary),
          ])
        }),
    ])
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

  private static func json(_ metric: Metric) -> JSON {
    .object([
      "id": .string(metric.id), "kind": .string(metric.kind.rawValue), "unit": .string(metric.unit.rawValue),
      "better": .string(metric.better.rawValue), "summary": .string(metric.summary),
    ])
  }
}
