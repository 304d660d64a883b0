public import CacheLab
public import LabBase
public import StrategyKit

// What can be chosen, for programs.

extension StrategyRegistry {
  /// Strategies and eviction policies.
  public var strategiesJSON: [JSON] {
    prefetchers.map { $0.descriptor.json(drivesPhotos: !$0.ranks) }
      + evictionPolicies.map { $0.descriptor.json(drivesPhotos: false) }
  }

  /// Returns the strategies of a name: `all` that could ship, the `oracles`, or one strategy as it is written.
  public func ids(named name: String) -> [String] {
    switch name {
    case "all": descriptors.map { $0.id }
    case "oracles": oracleDescriptors.map { $0.id }
    default: [name]
    }
  }

  /// The strategies that know the trace or have no budget.
  public var oraclesJSON: [JSON] { oracleDescriptors.map { $0.json(drivesPhotos: false) } }
}

extension PolicyDescriptor {
  fileprivate func json(drivesPhotos: Bool) -> JSON {
    .object([
      "id": .string(id), "summary": .string(summary), "drives-photos": .bool(drivesPhotos),
      "parameters": .array(
        parameters.map { parameter in
          .object([
            "key": .string(parameter.key), "default": .string("\(parameter.defaultValue)"),
            "range": .string("\(parameter.range)"), "summary": .string(parameter.summary),
          ])
        }),
    ])
  }
}

extension Metric {
  public var json: JSON {
    .object([
      "id": .string(id), "kind": .string(kind.rawValue), "unit": .string(unit.rawValue),
      "better": .string(better.rawValue), "summary": .string(summary),
    ])
  }
}
