import CacheLab
import LabBase
import StrategyKit

extension SettingValues {
  /// A part in which settings differ, and its values in the order of the settings, each once.
  public struct Difference: Hashable, Sendable {
    public let name: String
    public let values: [String]
  }

  /// The parts in which settings differ; empty when they are equal.
  public static func differences(_ settings: [SettingValues]) -> [Difference] {
    names(of: settings).map { Difference(name: $0, values: values($0, among: settings)) }.filter { $0.values.count > 1 }
  }

  /// The values of a part, each once, in the order of the settings.
  static func values(_ name: String, among settings: [SettingValues]) -> [String] {
    var values: [String] = []
    for setting in settings {
      let value = setting.value(name, among: settings)
      if !values.contains(value) { values.append(value) }
    }
    return values
  }

  /// A part in words that tell it from that of the other settings: where words alone do not, a piece of a hash follows.
  public func value(_ name: String, among settings: [SettingValues]) -> String {
    let own = words(of: name)
    let isShared = settings.contains { $0.members[name] != members[name] && $0.words(of: name) == own }
    guard isShared else { return own }
    return "\(own)~\(SHA256.hex(of: members[name]?.compactText ?? "").prefix(6))"
  }

  /// A part of the setting in words, `default, 4000 photos`; what stands at its default is said too.
  public func words(of name: String) -> String {
    let json = members[name]
    switch name {
    case "device": return json?["name"]?.string ?? "?"
    case "library": return SettingValues.library(json)
    case "screen": return json.map { SettingValues.screen($0) } ?? "the trace's own"
    case "manager-cache": return json?["bytes"]?.integer.map { "\($0) bytes" } ?? "none"
    case "delivery": return json?.string ?? ReplayDelivery.highquality.rawValue
    case "cloud": return json.map { CloudModel($0)?.text ?? $0.compactText } ?? "0"
    case "access": return json?.string ?? "all"
    case "cells", "scales": return json?.string ?? "?"
    case "decode-in": return json?.string ?? DecodePlace.host.rawValue
    case "time":
      guard let mode = json?["mode"]?.string else { return json?.string ?? "?" }
      return "\(mode), speed \(json?["speed"]?.string ?? "1"), \(json?["decodes-end"]?.string ?? "hold")"
    default: return json.map { $0.string ?? $0.compactText } ?? "none"
    }
  }

  /// All of it, as the words above a table: `decode-12ms, default library, 4,000 photos, cells cancel, virtual time`.
  public var text: String {
    let source = members["library"]?["source"]
    let count = NumberText.grouped(Int64(exactly: members["library"]?["assets"]?.integer ?? 0) ?? 0)
    let library = source?["folder"]?.string ?? "\(source?["profile"]?.string ?? "?") library"
    var parts = [words(of: "device"), "\(library), \(count) photos"]
    if let seed = source?["seed"]?.wideInteger, seed != 1 { parts.append("seed \(seed)") }
    parts += SettingValues.names(of: [self]).compactMap { $0 == "cells" ? "cells \(words(of: $0))" : unusual($0) }
    parts.append(isRealTime ? "on the wall clock" : "virtual time")
    if members["decode-in"] != nil { parts.append("decoded in other processes") }
    return parts.joined(separator: ", ")
  }

  /// For a line below a picture's title: the device, and what is not as it is by default.
  public var caption: String { caption(withScreen: true) }

  package func caption(withScreen: Bool) -> String {
    var parts = [words(of: "device")]
    let source = members["library"]?["source"]
    let usual = JSON.object(["profile": .string(LibraryProfile.default.rawValue), "seed": .integer(1)])
    let isDefault = source == usual && (members["library"]?["assets"]?.integer ?? 4000) == 4000
    if members["library"] != nil && !isDefault {
      parts.append(words(of: "library"))
    }
    parts += SettingValues.names(of: [self]).compactMap { $0 == "screen" && !withScreen ? nil : unusual($0) }
    if isRealTime { parts.append("on the wall clock") }
    if members["decode-in"] != nil { parts.append("decoded in other processes") }
    return parts.joined(separator: ", ")
  }

  private var isRealTime: Bool { members["time"]?["mode"]?.string == "real" }

  /// A part that is not as it is by default, in words that stand alone; nil for one that is.
  private func unusual(_ name: String) -> String? {
    guard let json = members[name] else { return nil }
    switch name {
    case "device", "library", "time", "decode-in": return nil
    case "cells": return json.string == CellPolicy.cancel.rawValue ? nil : "cells \(words(of: name))"
    case "screen": return SettingValues.screen(json)
    case "manager-cache":
      guard let bytes = json["bytes"]?.number else { return nil }
      return "manager's cache of \(NumberText.megabytes(bytes)) MB (assumed)"
    case "delivery": return "\(words(of: name)) delivery"
    case "scales": return json.string == ScaleSet.all.rawValue ? nil : "scales \(words(of: name))"
    case "content-mode": return json.string == "aspect-fill" ? nil : words(of: name)
    default: return "\(name) \(words(of: name))"
    }
  }

  private static func library(_ json: JSON?) -> String {
    let source = json?["source"]
    let name = source?["profile"]?.string ?? source?["folder"]?.string ?? "?"
    let seed = source?["seed"]?.wideInteger ?? 1
    return "\(name)\(seed == 1 ? "" : " seed \(seed)"), \(json?["assets"]?.integer ?? 0) photos"
  }

  /// `375x667 pt @2x, 4 columns`.
  private static func screen(_ json: JSON) -> String {
    let viewport = json["viewport-pt"]?.array?.compactMap(\.string).joined(separator: "x") ?? "?"
    let scale = NumberText.thousandths(Int64(exactly: json["scale-thousandths"]?.integer ?? 0) ?? 0)
    return "\(viewport) pt @\(scale)x, \(json["columns"]?.integer ?? 0) columns"
  }
}
