/// The requirements of a registry on a policy of any role: a name, and a way to make one.
public protocol RegistrablePolicy: Sendable {
  /// The name, a one-line summary and the parameters.
  static var descriptor: PolicyDescriptor { get }

  /// True if the policy is an `OfflinePolicy`. Only wrappers implement it, to take it from the wrapped policy.
  static var isOffline: Bool { get }

  /// Creates the policy from parameters that were checked against `descriptor`.
  init(_ parameters: ParameterValues)

  /// Receives the requests to come, once and before anything else happens, if the policy is an `OfflinePolicy`.
  mutating func foresee(_ future: RequestFuture)
}

extension RegistrablePolicy {
  public static var isOffline: Bool { false }
  public mutating func foresee(_ future: RequestFuture) {}

  init(_ parameters: ParameterValues, foreseeing future: RequestFuture?) {
    self.init(parameters)
    if let future { foresee(future) }
  }
}

extension OfflinePolicy {
  public static var isOffline: Bool { true }
  @available(*, unavailable, message: "an oracle receives the requests to come")
  public mutating func foresee(_ future: RequestFuture) {}
}

#if !hasFeature(Embedded)
  private let isRoleUnderACondition: String =
    "a wrapper that has a role under a condition says isOffline and isRanking by what it wraps"
#endif

/// A strategy's type as a registry holds it: its descriptor, its further roles, and a way to make one.
///
/// `MyStrategy.registered` returns it. Registries hold values because Embedded Swift has no metatypes of protocols.
public struct RegisteredStrategy: Sendable {
  public let descriptor: PolicyDescriptor
  /// True if it is a `RankingStrategy`.
  public let isRanking: Bool
  /// True if it is an `OfflinePolicy`.
  public let isOffline: Bool
  package let make: @Sendable (ParameterValues, RequestFuture?) -> AnyStrategy
  #if !hasFeature(Embedded)
    public let type: any CacheStrategy.Type
  #endif

  fileprivate init<Strategy: CacheStrategy>(_: Strategy.Type) {
    descriptor = Strategy.descriptor
    isRanking = Strategy.isRanking
    isOffline = Strategy.isOffline
    make = { erased(Strategy($0, foreseeing: $1)) }
    #if !hasFeature(Embedded)
      precondition(isRanking || !(Strategy.self is any RankingStrategy.Type), isRoleUnderACondition)
      precondition(isOffline || !(Strategy.self is any OfflinePolicy.Type), isRoleUnderACondition)
      type = Strategy.self
    #endif
  }
}

/// An eviction policy's type as a registry holds it; `MyPolicy.registered` returns it.
public struct RegisteredEvictionPolicy: Sendable {
  public let descriptor: PolicyDescriptor
  /// True if it is an `OfflinePolicy`.
  public let isOffline: Bool
  package let make: @Sendable (ParameterValues, RequestFuture?) -> AnyEvictionPolicy
  #if !hasFeature(Embedded)
    public let type: any EvictionPolicy.Type
  #endif

  fileprivate init<Eviction: EvictionPolicy>(_: Eviction.Type) {
    descriptor = Eviction.descriptor
    isOffline = Eviction.isOffline
    make = { erased(Eviction($0, foreseeing: $1)) }
    #if !hasFeature(Embedded)
      precondition(isOffline || !(Eviction.self is any OfflinePolicy.Type), isRoleUnderACondition)
      type = Eviction.self
    #endif
  }
}

extension CacheStrategy {
  public static var registered: RegisteredStrategy { RegisteredStrategy(Self.self) }
}

extension EvictionPolicy {
  public static var registered: RegisteredEvictionPolicy { RegisteredEvictionPolicy(Self.self) }
}

/// A set of policies by name. `StrategyRegistry.all`, in the module Strategies, has those that ship.
public struct StrategyRegistry: Sendable {
  /// The strategies that decide what to decode ahead.
  public var prefetchers: [RegisteredStrategy]
  /// The policies that choose what is dropped when room is needed.
  public var evictionPolicies: [RegisteredEvictionPolicy]
  /// The oracles that decide what to decode ahead: they know the trace, and are not to be shipped.
  public var oraclePrefetchers: [RegisteredStrategy]
  /// The oracles that choose what is dropped: they know the trace, or have no budget.
  public var oracleEvictionPolicies: [RegisteredEvictionPolicy]

  public init(
    prefetchers: [RegisteredStrategy], evictionPolicies: [RegisteredEvictionPolicy],
    oraclePrefetchers: [RegisteredStrategy] = [],
    oracleEvictionPolicies: [RegisteredEvictionPolicy] = []
  ) {
    self.prefetchers = prefetchers
    self.evictionPolicies = evictionPolicies
    self.oraclePrefetchers = oraclePrefetchers
    self.oracleEvictionPolicies = oracleEvictionPolicies
  }

  /// The descriptors of all policies that can be used alone, except oracles: prefetchers first, in order of
  /// registration.
  public var descriptors: [PolicyDescriptor] {
    prefetchers.map { $0.descriptor } + evictionPolicies.map { $0.descriptor }
  }

  /// The descriptors of oracles.
  public var oracleDescriptors: [PolicyDescriptor] {
    oraclePrefetchers.map { $0.descriptor } + oracleEvictionPolicies.map { $0.descriptor }
  }

  #if !hasFeature(Embedded)
    /// Returns the registry with further policies.
    ///
    /// - Precondition: Their ids are not taken.
    public func adding(
      _ prefetchers: [any CacheStrategy.Type], evictionPolicies: [any EvictionPolicy.Type] = []
    ) -> StrategyRegistry {
      var registry = self
      registry.prefetchers += prefetchers.map { $0.registered }
      registry.evictionPolicies += evictionPolicies.map { $0.registered }
      let ids = [StrategySpec.opportunistic] + (registry.oracleDescriptors + registry.descriptors).map { $0.id }
      for (index, id) in ids.enumerated() {
        precondition(!ids[..<index].contains(id), "the strategy id '\(id)' is taken; choose another")
      }
      return registry
    }
  #endif
}
