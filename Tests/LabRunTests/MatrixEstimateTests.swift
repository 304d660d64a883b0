import ArgumentParser
import CacheLab
import LabJudge
import LabLibrary
import Strategies
import Testing

@testable import LabRecords
@testable import LabRunKit

@Suite struct MatrixEstimateTests {
  @Test func aLongMatrixSaysItsMinutesAndTheQuickForm() {
    #expect(
      MatrixEstimate(runCount: 42, decodes: 138_123, seconds: 718).text
        == "42 runs decode about 138,123 photos, which takes this machine about 12 minutes; --decode none has all but "
        + "RSS and decode ms in seconds")
    #expect(MatrixEstimate(runCount: 3, decodes: 9_000, seconds: 60).text?.contains("about 1 minute;") == true)
    #expect(MatrixEstimate(runCount: 3, decodes: 9_000, seconds: 29).text == nil, "a short one needs no warning")
  }

  @Test func theEstimateCountsWhatTheTracesAskFor() throws {
    let request = try RunOptions.parse(["-s", "all", "-t", "hunt", "-t", "scrub"] + Tool.tiny).request
    // In the tests' own cache: there may be no home.
    let library = try PhotoLibrary.open(
      LibraryConfiguration(assetCount: 300, profile: .tiny), in: Tool.cache + "/cachelab")
    let runs = try ["hunt", "scrub"].flatMap { name in
      let path = "\(Tool.home)/traces/\(name).scrolltrace"
      let prepared = try PreparedRun(request, path: path, trace: Trace.load(path: path), library: library)
      return try prepared.runs(of: try request.specs(registry: .all))
    }
    let estimate = try #require(MatrixEstimate(runs, request))
    let none = try StrategySpec("none")
    let counted = runs.reduce(Int64(0)) { $0 + $1.prepared.replay.run(none).decodes }
    #expect(estimate.decodes == counted && estimate.seconds > 0)
    #expect(MatrixEstimate(Array(runs.prefix(2)), request) == nil, "two short runs are not worth the work")
  }

  private func said(_ word: String, _ variables: [String: String]) -> String {
    do { return "\(try JobArray.shard(word) { variables[$0] })" } catch { return "\(error)" }
  }

  @Test func everyEngineTellsItsShard() {
    let slurm = ["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "8"]
    #expect(said("auto", slurm) == "3/8" && said("auto/100", slurm) == "3/100")
    let batch = ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "10"]
    #expect(said("auto", batch) == "1/10" && said("auto/4", ["JOB_COMPLETION_INDEX": "3"]) == "4/4")
    #expect(said("auto/4", ["PARALLEL_SEQ": "4"]) == "4/4")
  }

  @Test func whatIsMissingOrWrongIsNamed() {
    let none = said("auto", [:])
    for array in JobArray.all { #expect(none.contains(array.engine) && none.contains(array.number)) }
    #expect(said("auto", ["JOB_COMPLETION_INDEX": "3"]).contains("Kubernetes does not say how many"))
    #expect(said("auto/3", ["JOB_COMPLETION_INDEX": "3"]).contains("from 0 to 2"))
    #expect(said("auto/3", ["PARALLEL_SEQ": "x"]).contains("PARALLEL_SEQ is 'x'"))
    #expect(said("auto/3", ["PARALLEL_SEQ": "-9223372036854775808"]).contains("no number of a task"))
    for count in ["0", "9223372036854775807"] {
      #expect(said("auto/\(count)", ["PARALLEL_SEQ": "1"]).contains("auto/8"))
    }
    let batch = ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "0"]
    #expect(said("auto", batch).contains("AWS_BATCH_JOB_ARRAY_INDEX is 0, and AWS Batch numbers no shards"))
    let endless = ["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MAX": "9223372036854775807"]
    #expect(said("auto", endless).contains("write --shard auto/N"))
    // A part of an array that runs again does not say how many there are.
    let part = ["SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_MAX": "7"]
    let gaps = ["SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "5"]
    #expect(said("auto", gaps.merging(["SLURM_ARRAY_TASK_COUNT": "2"]) { $1 }).contains("has gaps"))
    #expect(said("auto", gaps.merging(["SLURM_ARRAY_TASK_COUNT": "5"]) { $1 }) == "5/5")
    #expect(said("auto", part).contains("auto/N") && said("auto/8", part) == "7/8")
  }
}
