import ArgumentParser
import LabBase
import LabJudge

/// `lab-run sweep plan`: the jobs of a sweep, without running them.
struct SweepPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show what a sweep would run: numbered jobs that do not depend on each other.",
    discussion: """
      EXAMPLES
        lab-run sweep plan sweeps/example.sweep
        lab-run sweep plan sweeps/example.sweep --shard 3/8 --format tsv
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case table, tsv, json
  }

  @OptionGroup var source: SweepSource

  @Option(help: "table, what is swept; tsv, a line a job; or json.")
  var format = Format.table

  func run() throws {
    let plan = try source.setup().plan
    let numbers = source.shard.jobs(of: plan)
    switch format {
    case .json:
      Terminal.output(
        JSON.object([
          "plan": plan.json, "digest": .string(plan.digest), "shard": .string(source.shard.description),
          "jobs": .array(numbers.map { .integer(Int128($0 + 1)) }),
        ]).prettyText)
    case .tsv:
      let lines = numbers.map { number in
        let job = plan.job(number)
        return [
          "\(number + 1)", plan.strategies[job.strategy].text, plan.traceNames[job.trace], plan.screens[job.screen],
          plan.deviceName(job.device),
        ].joined(separator: "\t") + "\n"
      }
      Terminal.output("job\tstrategy\ttrace\tscreen\tdevice\n" + lines.joined())
    case .table: Terminal.output(text(plan, numbers.count))
    }
  }

  private func text(_ plan: SweepPlan, _ count: Int) -> String {
    let rows = [
      ("strategies", plan.strategies.map(\.text)), ("traces", plan.traceNames), ("screens", plan.screens),
      ("devices", plan.devices.indices.map { plan.deviceName($0) }),
    ]
    var table = TextTable(
      columns: [.init(["what"], alignsRight: false), .init(["how many"]), .init(["which"], alignsRight: false)])
    for (name, values) in rows {
      table.append([name, NumberText.grouped(Int64(values.count)), values.joined(separator: " ")])
    }
    let all = NumberText.count(plan.jobCount, "job")
    let part = source.shard.isWhole ? "" : "; shard \(source.shard) has \(NumberText.grouped(Int64(count))) of them"
    return table.text(width: 100) + "\n\(all)\(part); plan \(plan.digest.prefix(16))\n"
  }
}
