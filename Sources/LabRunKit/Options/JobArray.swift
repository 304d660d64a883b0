import LabBase
import LabJudge
import LabSystem

/// An engine that starts the tasks of an array, each with its number in the environment.
struct JobArray {
  let engine: String
  /// The variable with the task's number.
  let number: String
  /// The number of the first task.
  let first: Int
  /// The variable with the count of tasks; nil where the engine does not tell it.
  let count: String?
  /// A variable that tells a part of an array from a whole one: the first number in it.
  var least: String?
  /// A variable that tells an array with gaps from a whole one: how many tasks it has.
  var tasks: String?

  static let all = [
    JobArray(
      engine: "Slurm", number: "SLURM_ARRAY_TASK_ID", first: 1, count: "SLURM_ARRAY_TASK_MAX",
      least: "SLURM_ARRAY_TASK_MIN", tasks: "SLURM_ARRAY_TASK_COUNT"),
    JobArray(engine: "Kubernetes", number: "JOB_COMPLETION_INDEX", first: 0, count: nil),
    JobArray(engine: "AWS Batch", number: "AWS_BATCH_JOB_ARRAY_INDEX", first: 0, count: "AWS_BATCH_JOB_ARRAY_SIZE"),
    JobArray(engine: "GNU parallel", number: "PARALLEL_SEQ", first: 1, count: nil),
  ]

  /// The shard of this process: `auto`, or `auto/8` where the engine tells the number alone.
  ///
  /// - Throws: `UsageError` naming the engines, or what is wrong with a number.
  static func shard(_ word: String, _ variable: (String) -> String? = ThisProcess.variable) throws -> SweepShard {
    guard let array = all.first(where: { variable($0.number) != nil }), let text = variable(array.number) else {
      let engines = all.map { "\($0.engine) (\($0.number))" }
      throw UsageError(
        "this is no task of \(engines.dropLast().joined(separator: ", ")) or \(engines.last ?? ""): "
          + "give it a number, --shard 2/8")
    }
    guard let number = Int(text), (0...1_000_000_000).contains(number) else {
      throw UsageError("\(array.number) is '\(text)', no number of a task")
    }
    let count = try array.count(word, variable)
    guard let shard = SweepShard("\(number - array.first + 1)/\(count)") else {
      throw UsageError(
        "\(array.number) is \(number), and \(array.engine) numbers \(NumberText.count(count, "shard")) "
          + "from \(array.first) to \(array.first + count - 1): ask for that array")
    }
    return shard
  }

  private func count(_ word: String, _ variable: (String) -> String?) throws -> Int {
    if word.hasPrefix("auto/") {
      guard let count = Int(word.dropFirst("auto/".count)), count > 0 else {
        throw UsageError("write auto, or auto/8 for eight shards")
      }
      return count
    }
    guard let name = count, let count = variable(name).flatMap({ Int($0) }) else {
      throw UsageError("\(engine) does not say how many tasks there are: write --shard auto/N")
    }
    if let least, let text = variable(least), text != "\(first)" {
      throw UsageError("this array begins at \(text), so it is a part of one: write --shard auto/N")
    }
    if let tasks, let text = variable(tasks), text != "\(count)" {
      throw UsageError("this array has \(text) tasks up to number \(count), so it has gaps: write --shard auto/N")
    }
    return count
  }
}
