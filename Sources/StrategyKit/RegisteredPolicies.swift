/// A strategy's type as a registry holds it: its descriptor, what it is beside a `CacheStrategy`, and how one is made.
///
/// `MyStrategy.registered` has it. A registry holds values, for Embedded Swift has no types of protocols.
public struct RegisteredStrategy: Sendable {
  public let descriptor: PolicyDescriptor
  /// True for a `RankingStrategy`.
  public let ranks: Bool
  /// True for an `OfflinePolicy`.
  public let isOffline: Bool
  package let readsTimeline: @Sendable (ParameterValues) -> Bool
  /// One that is told the requests to come, where it can know them.
  package let make: @Sendable (ParameterValues, RequestFuture?) -> AnyStrategy
  #if !hasFeature(Embedded)
    public let type: any CacheStrategy.Type
  #endif

  fileprivate init<Strategy: CacheStrategy>(
    _: Strategy.Type, ranks: Bool = false, isOffline: Bool = false,
    readsTimeline: @escaping @Sendable (ParameterValues) -> Bool = { _ in false },
    make: @escaping @Sendable (ParameterValues, RequestFuture?) -> AnyStrategy
  ) {
    descriptor = Strategy.descriptor
    self.ranks = ranks
    self.isOffline = isOffline
    self.readsTimeline = readsTimeline
    self.make = make
    #if !hasFeature(Embedded)
      type = Strategy.self
    #endif
  }
}

/// A retention policy's type as a registry holds it; `MyRetention.registered` has it.
public struct RegisteredRetention: Sendable {
  public let descriptor: PolicyDescriptor
  public let keepsBitmaps: Bool
  /// True for an `OfflinePolicy`.
  public let isOffline: Bool
  /// One that is told the requests to come, where it can know them.
  package let make: @Sendable (ParameterValues, RequestFuture?) -> AnyRetentionPolicy
  #if !hasFeature(Embedded)
    public let type: any RetentionPolicy.Type
  #endif

  fileprivate init<Retention: RetentionPolicy>(
    _: Retention.Type, isOffline: Bool = false,
    make: @escaping @Sendable (ParameterValues, RequestFuture?) -> AnyRetentionPolicy
  ) {
    descriptor = Retention.descriptor
    keepsBitmaps = Retention.keepsBitmaps
    self.isOffline = isOffline
    self.make = make
    #if !hasFeature(Embedded)
      type = Retention.self
    #endif
  }
}

/// A coarse policy's type as a registry holds it; `MyCoarse.registered` has it.
public struct RegisteredCoarse: Sendable {
  public let descriptor: PolicyDescriptor
  public let hasTier: Bool
  public let drivesPhotos: Bool
  package let make: @Sendable (ParameterValues) -> AnyCoarsePolicy
  #if !hasFeature(Embedded)
    public let type: any CoarsePolicy.Type
  #endif

  fileprivate init<Coarse: CoarsePolicy>(_: Coarse.Type) {
    descriptor = Coarse.descriptor
    hasTier = Coarse.hasTier
    drivesPhotos = Coarse.drivesPhotos
    make = { erased(Coarse($0)) }
    #if !hasFeature(Embedded)
      type = Coarse.self
    #endif
  }
}

// MARK: - What a type is

// `registered` is a requirement, so that the protocols of a type decide, and not what a piece of generic code knows of it.

extension CacheStrategy {
  public static var registered: RegisteredStrategy {
    #if !hasFeature(Embedded)
      // A wrapper may rank where what it wraps does: only a cast tells.
      if Self.self is any RankingStrategy.Type || Self.self is any OfflinePolicy.Type { return registeredByCasts }
    #endif
    return RegisteredStrategy(Self.self) { parameters, _ in erased(Self(parameters)) }
  }
}

extension RankingStrategy {
  public static var registered: RegisteredStrategy {
    RegisteredStrategy(Self.self, ranks: true) { parameters, _ in erased(ranking: Self(parameters)) }
  }
}

extension CacheStrategy where Self: OfflinePolicy {
  public static var registered: RegisteredStrategy {
    RegisteredStrategy(Self.self, isOffline: true, readsTimeline: { Self.readsTimeline($0) }) { parameters, future in
      var strategy = Self(parameters)
      if let future { strategy.foresee(future) }
      return erased(strategy)
    }
  }
}

extension RankingStrategy where Self: OfflinePolicy {
  public static var registered: RegisteredStrategy {
    RegisteredStrategy(Self.self, ranks: true, isOffline: true, readsTimeline: { Self.readsTimeline($0) }) {
      parameters, future in
      var strategy = Self(parameters)
      if let future { strategy.foresee(future) }
      return erased(ranking: strategy)
    }
  }
}

extension RetentionPolicy {
  public static var registered: RegisteredRetention {
    #if !hasFeature(Embedded)
      if Self.self is any OfflinePolicy.Type { return registeredByCasts }
    #endif
    return RegisteredRetention(Self.self) { parameters, _ in erased(Self(parameters)) }
  }
}

extension RetentionPolicy where Self: OfflinePolicy {
  public static var registered: RegisteredRetention {
    RegisteredRetention(Self.self, isOffline: true) { parameters, future in
      var policy = Self(parameters)
      if let future { policy.foresee(future) }
      return erased(policy)
    }
  }
}

extension CoarsePolicy {
  public static var registered: RegisteredCoarse { RegisteredCoarse(Self.self) }
}

#if !hasFeature(Embedded)
  extension CacheStrategy {
    fileprivate static var registeredByCasts: RegisteredStrategy {
      RegisteredStrategy(
        Self.self, ranks: Self.self is any RankingStrategy.Type, isOffline: Self.self is any OfflinePolicy.Type,
        readsTimeline: { (Self.self as? any OfflinePolicy.Type)?.readsTimeline($0) ?? false }
      ) { parameters, future in
        let strategy = Self(parameters)
        guard let future, var seer = strategy as? any CacheStrategy & OfflinePolicy else { return strategy }
        seer.foresee(future)
        return seer
      }
    }
  }

  extension RetentionPolicy {
    fileprivate static var registeredByCasts: RegisteredRetention {
      RegisteredRetention(Self.self, isOffline: true) { parameters, future in
        let policy = Self(parameters)
        guard let future, var seer = policy as? any RetentionPolicy & OfflinePolicy else { return policy }
        seer.foresee(future)
        return seer
      }
    }
  }
#endif
