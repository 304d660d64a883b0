/// A strategy as it is written, `id[:key=value,...]`, or several joined by `+`: one that prefetches, one that retains, and
/// one that lets thumbnails stand in.
///
///     preheat2x
///     preheat2x:height=2,delta=1/3
///     lru:budget=30MB
///     preheat2x+lru:budget=30MB
///     budget-priority+coarse:lead=1/10
///     preheat2x+opportunistic
public struct StrategySpec: Sendable {
  public let prefetcher: any CacheStrategy.Type
  public let prefetcherParameters: ParameterValues
  public let retention: any RetentionPolicy.Type
  public let retentionParameters: ParameterValues
  public let coarse: any CoarsePolicy.Type
  public let coarseParameters: ParameterValues
  /// The text with every parameter written out: equal for strategies that are equal.
  public let canonicalText: String
  /// The text without parameters that stand at their default: what tables show.
  public let shortText: String
  /// True for what knows the trace or has no budget: something to measure others by, not to ship.
  public let isYardstick: Bool

  /// Reads a strategy.
  ///
  /// - Throws: `SpecError` naming the nearest valid word.
  public init(_ text: String, registry: StrategyRegistry) throws(SpecError) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let standAlone = parts.filter { part in
      !registry.coarsePolicies.contains { $0.descriptor.id == StrategySpec.cut(part).id }
    }
    guard standAlone.count <= 2 else { throw .tooManyParts(text) }
    var standIn: (type: any CoarsePolicy.Type, part: Part)?
    var prefetch: (type: any CacheStrategy.Type, part: Part)?
    var retain: (type: any RetentionPolicy.Type, part: Part)?
    for partText in parts {
      let (id, settings) = StrategySpec.cut(partText)
      guard !id.isEmpty else { throw .empty }
      if let type = (registry.prefetchers + registry.boundPrefetchers).first(where: { $0.descriptor.id == id }) {
        if let other = prefetch { throw .sameRole(other.type.descriptor.id, id, role: "prefetch") }
        let part = try Part(type.descriptor, settings)
        prefetch = (type, part)
      } else if let type = (registry.retentions + registry.boundRetentions).first(where: { $0.descriptor.id == id }) {
        if let other = retain { throw .sameRole(other.type.descriptor.id, id, role: "retain") }
        let part = try Part(type.descriptor, settings)
        retain = (type, part)
      } else if let type = registry.coarsePolicies.first(where: { $0.descriptor.id == id }) {
        if let other = standIn { throw .sameRole(other.type.descriptor.id, id, role: "let thumbnails stand in") }
        let part = try Part(type.descriptor, settings)
        standIn = (type, part)
      } else {
        let known = registry.descriptors + registry.coarsePolicies.map { $0.descriptor } + registry.boundDescriptors
        throw .unknownPolicy(id, nearest: nearest(to: id, among: known.map(\.id)))
      }
    }
    if let prefetch, let retain, prefetch.type is any RankingStrategy.Type {
      throw .ownsBitmaps(prefetch.type.descriptor.id, retention: retain.type.descriptor.id)
    }
    // Prefetcher first, whichever way round it was written; thumbnails alone stand in for what nothing preheats.
    let alone = prefetch == nil && retain == nil ? try Part(NoPreheating.descriptor, nil) : nil
    let ordered = [alone, prefetch?.part, retain?.part, standIn?.part].compactMap { $0 }
    canonicalText = ordered.map(\.canonicalText).joined(separator: "+")
    shortText = ordered.map(\.shortText).joined(separator: "+")
    prefetcher = prefetch?.type ?? NoPreheating.self
    prefetcherParameters = prefetch?.part.values ?? ParameterValues(defaultsOf: NoPreheating.descriptor)
    retention = retain?.type ?? NoRetention.self
    retentionParameters = retain?.part.values ?? ParameterValues(defaultsOf: NoRetention.descriptor)
    coarse = standIn?.type ?? NoCoarse.self
    coarseParameters = standIn?.part.values ?? ParameterValues(defaultsOf: NoCoarse.descriptor)
    let bounds = registry.boundDescriptors.map(\.id)
    isYardstick = [prefetch?.part.id, retain?.part.id].contains { $0.map(bounds.contains) ?? false }
  }

  /// `none`: no preheating, nothing kept.
  public static let nothing = StrategySpec()

  private init() {
    prefetcher = NoPreheating.self
    prefetcherParameters = ParameterValues(defaultsOf: NoPreheating.descriptor)
    retention = NoRetention.self
    retentionParameters = ParameterValues(defaultsOf: NoRetention.descriptor)
    coarse = NoCoarse.self
    coarseParameters = ParameterValues(defaultsOf: NoCoarse.descriptor)
    canonicalText = NoPreheating.descriptor.id
    shortText = canonicalText
    isYardstick = false
  }

  /// True when it is told the requests to come.
  public var isOffline: Bool { prefetcher is any OfflinePolicy.Type || retention is any OfflinePolicy.Type }

  /// True when it reads what is in view at each time to come.
  public var readsTimeline: Bool {
    (prefetcher as? any OfflinePolicy.Type)?.readsTimeline(prefetcherParameters) ?? false
  }

  /// True when it names the job that an idle worker takes, and owns the bitmaps.
  public var ranks: Bool { prefetcher is any RankingStrategy.Type }

  /// True when starts and stops are all it does, so that it can run a real `PHCachingImageManager`.
  public var drivesPhotos: Bool { !retention.keepsBitmaps && !ranks && coarse.drivesPhotos }

  /// The text as part of a file name: letters, digits, `-`, `.`; everything else becomes `-`.
  public var slug: String {
    let letters = shortText.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == ".")
      return isPlain ? Character(scalar) : "-"
    }
    return String(letters)
  }

  private static func cut(_ text: String) -> (id: String, settings: String?) {
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }
}

/// One policy of a spec with its parameters.
private struct Part {
  let id: String
  let values: ParameterValues
  let canonicalText: String
  let shortText: String

  init(_ descriptor: PolicyDescriptor, _ settings: String?) throws(SpecError) {
    var values = ParameterValues(defaultsOf: descriptor)
    var seen: [String] = []
    for setting in (settings ?? "").split(separator: ",") {
      let pair = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let key = pair[0]
      guard let spec = descriptor.parameters.first(where: { $0.key == key }) else {
        throw .unknownKey(key, policy: descriptor.id, keys: descriptor.parameters.map(\.key))
      }
      guard pair.count == 2, !pair[1].isEmpty else { throw .missingValue(key, policy: descriptor.id) }
      guard !seen.contains(key) else { throw .repeatedKey(key, policy: descriptor.id) }
      guard let value = spec.value(pair[1]) else {
        let suggestions = spec.withUnit(pair[1])
        if !suggestions.isEmpty {
          throw .missingUnit(pair[1], key: key, policy: descriptor.id, suggestions: suggestions)
        }
        throw .badValue(pair[1], key: key, policy: descriptor.id, range: spec.range)
      }
      seen.append(key)
      values.set(key, to: value)
    }
    id = descriptor.id
    self.values = values
    let defaults = ParameterValues(defaultsOf: descriptor)
    canonicalText = values.text.isEmpty ? descriptor.id : "\(descriptor.id):\(values.text)"
    let changed = values.text(differingFrom: defaults)
    shortText = changed.isEmpty ? descriptor.id : "\(descriptor.id):\(changed)"
  }
}
