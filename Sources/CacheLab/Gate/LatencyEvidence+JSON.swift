extension LatencyEvidence {
  public var json: JSON { .null }
  init?(_ json: JSON) { return nil }
}
