import CacheLab
import LabBase
import StrategyKit

/// What a canvas shows.
enum SceneKind: CaseIterable, Sendable {
  case meadow, sunset, beach, mountains, dunes
  case foliage, autumn, pebbles, fruit
  case city, night, facade, shelf
  case flowers, people, table

  /// The kinds of a pool's canvases. Both halves of the list hold as different scenes as can be.
  private static let order: [SceneKind] = [
    .people, .meadow, .city, .flowers, .table, .foliage, .sunset, .shelf, .mountains, .people, .fruit, .beach,
    .people, .facade, .meadow, .table, .people, .flowers,
    .beach, .people, .night, .pebbles, .mountains, .flowers, .facade, .meadow, .autumn, .table, .dunes, .city,
    .people, .sunset, .fruit, .people, .mountains, .foliage, .table,
  ]

  /// The kinds of the few canvases of the other profiles.
  private static let shortOrder: [SceneKind] = [
    .people, .mountains, .city, .flowers, .foliage, .table, .beach, .fruit,
  ]

  static func of(canvas index: Int, profile: LibraryProfile) -> SceneKind {
    switch profile {
    case .small, .default: order[index % order.count]
    case .tiny, .full: shortOrder[index % shortOrder.count]
    }
  }

  /// Height of the horizon in hundredths of the canvas, from the top; nil where any part is a picture.
  var horizon: Int? {
    switch self {
    case .meadow, .sunset, .beach, .mountains, .dunes: 48
    case .night, .city: 45
    default: nil
    }
  }

  /// Composes a canvas of this kind.
  func scene(on stage: Stage, random: inout SplitMix64) -> Scene {
    switch self {
    case .meadow: Landscapes.meadow(stage, &random)
    case .sunset: Landscapes.sunset(stage, &random)
    case .beach: Landscapes.beach(stage, &random)
    case .mountains: Landscapes.mountains(stage, &random)
    case .dunes: Landscapes.dunes(stage, &random)
    case .foliage: Heaps.foliage(stage, &random)
    case .autumn: Heaps.autumn(stage, &random)
    case .pebbles: Heaps.pebbles(stage, &random)
    case .fruit: Heaps.fruit(stage, &random)
    case .city: Buildings.city(stage, &random)
    case .night: Buildings.night(stage, &random)
    case .facade: Buildings.facade(stage, &random)
    case .shelf: Buildings.shelf(stage, &random)
    case .flowers: CloseUps.flowers(stage, &random)
    case .people: CloseUps.people(stage, &random)
    case .table: CloseUps.table(stage, &random)
    }
  }
}
