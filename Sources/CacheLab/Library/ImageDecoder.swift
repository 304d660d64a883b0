/// Who decodes photos. No replay in virtual time acts on it: it says which files are photos, and what real decodes call.
public enum ImageDecoder: String, CaseIterable, Sendable {
  /// libjpeg-turbo, for JPEGs, on every system.
  case turbojpeg
  /// Apple's ImageIO, which apps use; for HEIC too.
  case imageio
}
