extension AssetPredicate {
  /// Reads a condition as it is written for Photos: `mediaType == 1 AND (isFavorite == YES OR pixelWidth >= 3000)`.
  ///
  /// Known are `==`, `=`, `!=`, `<>`, `<`, `<=`, `>`, `>=`, `IN {1, 2}`, `(key & bits) != 0`, `== nil`, `AND`, `OR`,
  /// `NOT` and their signs, parentheses, YES, NO, TRUE, FALSE and whole numbers. Dates and durations are thousandths of a
  /// second. A name in quotes stands for a `localIdentifier` or a `burstIdentifier`.
  ///
  /// - Throws: `CatalogError.badPredicate` with the place and what was expected.
  public init(format: String) throws(CatalogError) {
    var reader = try PredicateReader(format)
    self = try reader.readAll()
  }
}
