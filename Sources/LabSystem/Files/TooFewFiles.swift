/// The limit on open files leaves no room for what is to be done.
public struct TooFewFiles: Error, Equatable, CustomStringConvertible {
  /// As far as this process may raise it.
  let limit: Int
  let needed: Int
  let use: String

  public var description: String {
    let cure = (needed + 255) / 256 * 256
    return
      "\(limit) files at most may be open here, and \(use) takes \(needed): run ulimit -n \(cure) first, in a new shell "
      + "or as root where this one refuses"
  }
}
