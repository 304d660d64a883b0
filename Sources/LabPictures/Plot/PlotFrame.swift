import LabBase

/// The rectangle of a picture in which data is drawn, with axes of known ends: what puts labels beside points needs both.
struct PlotFrame {
  var width: Double
  var height: Double
  /// In points of the picture from its lower left corner.
  var left: Double
  var right: Double
  var bottom: Double
  var top: Double
  var x: ClosedRange<Double>
  var y: ClosedRange<Double>

  /// Where a value lies, in points of the picture.
  func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (
      left + (x - self.x.lowerBound) / (self.x.upperBound - self.x.lowerBound) * (right - left),
      bottom + (y - self.y.lowerBound) / (self.y.upperBound - self.y.lowerBound) * (top - bottom)
    )
  }

  /// A place as gnuplot takes it: `screen 0.5, screen 0.25`.
  func screen(_ x: Double, _ y: Double) -> String { "screen \(share(x / width)), screen \(share(y / height))" }

  /// Margins and ranges.
  var script: String {
    """
    set lmargin at screen \(share(left / width))
    set rmargin at screen \(share(right / width))
    set bmargin at screen \(share(bottom / height))
    set tmargin at screen \(share(top / height))
    set xrange [\(share(x.lowerBound)):\(share(x.upperBound))]
    set yrange [\(share(y.lowerBound)):\(share(y.upperBound))]
    """
  }

  private func share(_ value: Double) -> String { NumberText.fixed(value, decimals: 5) }
}
