/// What a file of requests holds.
public enum RequestFormat: String, CaseIterable, Sendable {
  /// Lines `key,size`, the first of them perhaps `key,size` itself.
  case csv
  /// Records of 24 bytes, little-endian: time (4), key (8), size (4), number of the next request of the key (8).
  case oracleGeneral = "oracle-general"

  /// Goes by the end of a name: `.csv` and `.txt`, `.oracleGeneral` and `.bin`; nil for any other.
  public init?(path: String) {
    let name = path.lowercased()
    if name.hasSuffix(".csv") || name.hasSuffix(".txt") {
      self = .csv
    } else if name.hasSuffix(".oraclegeneral") || name.hasSuffix(".bin") {
      self = .oracleGeneral
    } else {
      return nil
    }
  }
}
