import Testing

@Suite struct SourcesTests {
}
