/// A strategy in text form, `id[:key=value,...]`, or two joined by `+`: one that decodes ahead and one that evicts.
/// `+opportunistic` at the end makes cells show the embedded thumbnail first.
///
///     preheat2x
///     preheat2x:height=2,delta=1/3
///     lru:budget=30MB
///     preheat2x+lru:budget=30MB
///     preheat2x+opportunistic
public struct StrategySpec: Sendable {
  package private(set) var registeredPrefetcher = NoPreheating.registered
  public private(set) var prefetcherParameters = ParameterValues(defaultsOf: NoPreheating.descriptor)
  /// The policy that decides which bitmaps go; nil if none is kept that is neither displayed nor started.
  package private(set) var registeredEvictionPolicy: RegisteredEvictionPolicy?
  public private(set) var evictionParameters = ParameterValues(defaultsOf: NoPreheating.descriptor)
  /// True if cells show the embedded thumbnails of photos that they wait for.
  public private(set) var hasThumbnails = false
  /// The text with every parameter written out, equal for equal strategies.
  public private(set) var canonicalText = NoPreheating.descriptor.id
  /// The text without parameters at their default, as tables show it.
  public private(set) var shortText = NoPreheating.descriptor.id
  /// True if the strategy knows the trace or has no budget, so that it serves as a measure and may not ship.
  public private(set) var isOracle = false

  /// Parses a strategy.
  ///
  /// - Throws: `SpecError` naming the nearest valid word.
  public init(_ text: String, registry: StrategyRegistry) throws(SpecError) {
    var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let count = parts.count
    parts.removeAll { $0 == StrategySpec.opportunistic }
    guard parts.count <= 2, count - parts.count <= 1 else {
      throw SpecError(
        "'\(text)' has more than two parts and +opportunistic; write prefetcher+policy, such as "
          + "preheat2x+lru:budget=30MB")
    }
    hasThumbnails = count > parts.count
    func roleIsTaken(_ first: Part, _ second: String, _ role: String) -> SpecError {
      SpecError("'\(first.id)' and '\(second)' both \(role): a strategy has one of each at most")
    }
    var prefetch: Part?
    var evict: Part?
    for partText in parts {
      let pieces = partText.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let (id, settings) = (pieces[0], pieces.dropFirst().first)
      guard !id.isEmpty else {
        throw SpecError("a strategy needs a name, such as preheat2x or lru:budget=30MB")
      }
      if let type = (registry.prefetchers + registry.oraclePrefetchers).first(where: { $0.descriptor.id == id }) {
        if let prefetch { throw roleIsTaken(prefetch, id, "prefetch") }
        registeredPrefetcher = type
        prefetch = try Part(type.descriptor, settings)
      } else if let type = (registry.evictionPolicies + registry.oracleEvictionPolicies).first(where: {
        $0.descriptor.id == id
      }) {
        if let evict { throw roleIsTaken(evict, id, "evict") }
        registeredEvictionPolicy = type
        evict = try Part(type.descriptor, settings)
      } else {
        let known = (registry.descriptors + registry.oracleDescriptors).map { $0.id } + [StrategySpec.opportunistic]
        let near = nearest(to: id, among: known).map { "did you mean '\($0)'?" }
        throw SpecError(
          "unknown strategy '\(id)'; \(near ?? "no name is near it, and 'lab-run list strategies' shows all")")
      }
    }
    if let prefetch, let evict, isRanking {
      throw SpecError("'\(prefetch.id)' keeps and evicts by itself; leave out '+\(evict.id)'")
    }
    // Prefetcher first, whichever way round it was written; thumbnails alone stand in for what nothing preheats.
    let alone = prefetch == nil && evict == nil ? try Part(NoPreheating.descriptor, nil) : nil
    let ordered = [alone, prefetch, evict].compactMap { $0 }
    let ending = hasThumbnails ? [StrategySpec.opportunistic] : []
    canonicalText = (ordered.map { $0.canonicalText } + ending).joined(separator: "+")
    shortText = (ordered.map { $0.shortText } + ending).joined(separator: "+")
    if let prefetch { prefetcherParameters = prefetch.values }
    if let evict { evictionParameters = evict.values }
    isOracle = ordered.contains { part in registry.oracleDescriptors.contains { $0.id == part.id } }
  }

  /// The strategy `none`: no preheating, nothing kept.
  public static let nothing = StrategySpec()

  private init() {}

  /// True if it receives the requests to come.
  public var isOffline: Bool { registeredPrefetcher.isOffline || registeredEvictionPolicy?.isOffline == true }

  /// True if it chooses the job that an idle worker takes, and owns the bitmaps.
  public var isRanking: Bool { registeredPrefetcher.isRanking }

  /// True if it only starts and stops items, so that it can drive a real `PHCachingImageManager`.
  public var canDrivePhotos: Bool { registeredEvictionPolicy == nil && !isRanking }

  package static let opportunistic = "opportunistic"

  package func showingThumbnails() -> StrategySpec {
    if hasThumbnails { return self }
    var spec = self
    spec.hasThumbnails = true
    spec.canonicalText += "+\(StrategySpec.opportunistic)"
    spec.shortText += "+\(StrategySpec.opportunistic)"
    return spec
  }

  package var canServeSmallerRequests: Bool { makeEvictionPolicy()?.canServeSmallerRequests == true }

  /// The text as part of a file name: letters, digits, `-` and `.`; everything else becomes `-`.
  public var slug: String {
    String(shortText.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." ? $0 : "-" })
  }

  package func makeStrategy(foreseeing future: RequestFuture? = nil) -> AnyStrategy {
    registeredPrefetcher.make(prefetcherParameters, future)
  }

  package func makeEvictionPolicy(foreseeing future: RequestFuture? = nil) -> AnyEvictionPolicy? {
    registeredEvictionPolicy?.make(evictionParameters, future)
  }
}

/// An error in the text of a strategy, with its cure.
public struct SpecError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

private struct Part {
  let id: String
  let values: ParameterValues
  let canonicalText: String
  let shortText: String

  init(_ descriptor: PolicyDescriptor, _ settings: String?) throws(SpecError) {
    let defaults = ParameterValues(defaultsOf: descriptor)
    var values = defaults
    var seen: [String] = []
    for setting in (settings ?? "").split(separator: ",") {
      let pair = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let key = pair[0]
      guard let spec = descriptor.parameters.first(where: { $0.key == key }) else {
        throw SpecError(
          descriptor.parameters.isEmpty
            ? "strategy '\(descriptor.id)' takes no parameters, so '\(key)' means nothing to it"
            : "strategy '\(descriptor.id)' has no parameter '\(key)'; "
              + hint(for: key, among: descriptor.parameters.map { $0.key }))
      }
      let name = "parameter '\(key)' of strategy '\(descriptor.id)'"
      guard pair.count == 2, !pair[1].isEmpty else { throw SpecError("\(name) has no value; write \(key)=VALUE") }
      guard !seen.contains(key) else { throw SpecError("\(name) is given twice; keep one") }
      guard let value = spec.value(pair[1]) else {
        let suggestions = spec.withUnit(pair[1]).map { "'\($0)'" }.joined(separator: " or ")
        throw SpecError(
          suggestions.isEmpty
            ? "'\(pair[1])' is not a value for \(name): it takes \(spec.range)"
            : "'\(pair[1])' has no unit, and \(name) is an amount of memory; did you mean \(suggestions)?")
      }
      seen.append(key)
      values.set(key, to: value)
    }
    id = descriptor.id
    self.values = values
    canonicalText = values.text.isEmpty ? descriptor.id : "\(descriptor.id):\(values.text)"
    let changed = values.text(differingFrom: defaults)
    shortText = changed.isEmpty ? descriptor.id : "\(descriptor.id):\(changed)"
  }
}
