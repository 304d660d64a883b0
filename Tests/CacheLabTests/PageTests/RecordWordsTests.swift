import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

@Suite struct RecordWordsTests {
  @Test func defaultsAreLeftOut() throws {
    #expect(
      RunSettings(SampleRecord.changed(SampleRecord.record(), ["cells": .string("cancel")]).configuration).words == [])
  }

  @Test func whatWasChosenIsTold() throws {
    let library = JSON.object([
      "source": .object(["profile": .string("small"), "seed": .integer(7)]), "assets": .integer(300),
    ])
    let screen = JSON.object([
      "from-flags": .bool(true), "viewport-pt": .array([.string("375"), .string("667")]),
      "scale-thousandths": .integer(2000), "columns": .integer(3),
    ])
    let changed = SampleRecord.changed(
      SampleRecord.record(),
      [
        "library": library, "screen": screen, "cells": .string("keep"), "decode": .string("none"),
        "delivery": .string("fast"), "cloud": try CloudModel("30:bandwidth=1MB,seed=9").json,
      ])
    let words = RunSettings(changed.configuration).words
    #expect(
      words == [
        "--library", "small", "--seed", "7", "--screen", "375x667@2:3", "--assets", "300", "--delivery", "fast",
        "--cloud", "30:bandwidth=1MB,seed=9", "--cells", "keep",
      ])
    #expect(!changed.configuration.decodes)
  }
}
