/// How a modelled person scrolls.
public enum HumanStyle: String, CaseIterable, Sendable {
  /// Looks: bursts of one to three slow flings with pauses between them.
  case browse
  /// Searches up and down: stroke upon stroke, with turns.
  case hunt
  /// Wants to get far: hard flings in one direction.
  case fast

  /// Speeds at which fingers lift, in points a second, evenly between the published extremes. Browse and fast: 18
  /// flings on a Pixel, "slow" and "faster", and "fast" (AOSP's velocity tracker test). Hunt: a Flutter session.
  var speed: Quantiles {
    switch self {
    case .browse: Quantiles([(0, 254), (1, 1357)])
    case .hunt: Quantiles([(0, 348), (1, 2987)])
    case .fast: Quantiles([(0, 2098), (1, 4540)])
    }
  }

  /// Milliseconds that a finger touches, from the same two sources.
  var contact: Quantiles {
    switch self {
    case .browse, .fast: Quantiles([(0, 44), (1, 100)])
    case .hunt: Quantiles([(0, 100), (1, 232)])
    }
  }

  /// Milliseconds from a lift to the next touch of the same burst (Flutter: 191 to 648, median 421).
  var gap: Quantiles { Quantiles([(0, 191), (0.5, 421), (1, 648)]) }

  /// Milliseconds between bursts: quartiles and p90 of 1,100 bursts of image-grid search (the pilot of arXiv
  /// 2510.04396). The ends are assumptions: below 150 ms the study sees one burst, and a trace is not for long rests.
  var pause: Quantiles { Quantiles([(0, 150), (0.25, 420), (0.5, 940), (0.75, 2900), (0.9, 6800), (1, 12_000)]) }

  /// Strokes of a burst at most: an assumption, nothing published says it.
  var burstMax: Int {
    switch self {
    case .browse: 3
    case .hunt: 12
    case .fast: 8
    }
  }

  /// The share of bursts that turn round: 12.6 % in the search study. A hunt turns at every second one, and fast never
  /// but at the ends: assumptions.
  var turns: Double {
    switch self {
    case .browse: 0.126
    case .hunt: 0.5
    case .fast: 0
    }
  }
}
