/// Which noise roughens a surface.
enum Texture: Int, CaseIterable, Sendable {
  /// Strong at all sizes: leaves, stone, gravel.
  case rough
  /// Strong at large sizes: clouds, walls, skin.
  case smooth
  /// Drawn out sideways: water, wood, brushed cloth.
  case streaks
  /// Nothing but single samples: sensor noise.
  case grain
}
