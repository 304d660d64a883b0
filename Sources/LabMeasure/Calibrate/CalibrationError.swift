import LabBase

/// Why no device could be fitted.
public enum CalibrationError: Error, Equatable, Sendable {
  /// Fewer photos decode than a fit needs.
  case tooFewPhotos(count: Int)
  case tooFewSamples(count: Int, eighths: Int32)
  /// Files of one size: what a byte costs cannot be told from what every decode costs.
  case tooFewSizes(least: Int64, most: Int64)
  /// A session with fewer images than a fit needs.
  case tooFewImages(count: Int, session: String)
  /// No cost that is finite and not negative follows what was measured.
  case noFit(String)
}

extension CalibrationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewPhotos(let count):
      "the library has \(count) photos that decode, a fit needs \(Calibration.imagesMin): choose a larger library"
    case .tooFewSamples(let count, let eighths):
      "\(count) decodes at \(eighths)/8, a fit needs \(Calibration.imagesMin): raise --images"
    case .tooFewSizes(let least, let most):
      "the files measured have \(least) to \(most) bytes: what a byte costs cannot be told from what every decode "
        + "costs; raise --images, or choose a library whose files differ by a tenth at least"
    case .tooFewImages(let count, let session):
      "\(session.visible) tells what \(count) images took, a fit needs \(SessionFit.imagesMin): record a longer session"
    case .noFit(let reason):
      "no cost model fits what was measured (\(reason)): calibrate again while the machine does nothing else, "
        + "or raise --rounds"
    }
  }
}
