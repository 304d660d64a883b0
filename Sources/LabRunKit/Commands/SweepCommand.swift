import ArgumentParser

/// `lab-run sweep`: many replays without decoding, and what they say together.
struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Replay grids of strategies, parameters, traces, devices and screens without decoding.",
    discussion: """
      lab-run help sweep run lists the options.

      Every strategy runs over every trace, screen and device, all in this process
      and on all its processors. Nothing is decoded, so every number repeats bit for
      bit and equals that of a single run with --decode none. All rows go to a file.
      The command prints a summary: the strategies that no other beats, the best on
      each trace, and what each parameter does.

      Say what to run on the command line, in a file, or in both. An option on the
      command line replaces the file's lines of the same kind. A line of a file is an
      option without its dashes, with all its values; # begins a comment
      (sweeps/example.sweep):

        vary preheat2x:delta=1/8..1/2/8 preheat2x:height=3/2,2,3
        trace fastscroll ios-fastscroll

      VALUES are single values and ranges FROM..TO/COUNT, joined by commas. COUNT is
      the number of values in the range, both ends included.

      A budget can be what another strategy peaks at on the same trace, screen and
      device, or a share of it; the rows say how many bytes that is (budget-bytes):

        lru:budget=peak(preheat2x)   lru:budget=0.8*peak(preheat2x)

      After Ctrl-C, a kill or a crash repeat the command with --resume: it goes on.
      If all is finished, it shows the results in the .tsv again and runs nothing.

      MANY MACHINES
        --shard 2/8 runs the second of eight parts; merge puts them together, to the
        last byte what one run of all would have written.

        GNU parallel: parallel lab-run sweep my.sweep --threads 1 --resume \\
                        --shard {}/8 --out part-{}.tsv ::: 1 2 3 4 5 6 7 8
                      lab-run sweep merge part-*.tsv
        Slurm:        #SBATCH --array=1-8
                      lab-run sweep my.sweep --shard auto \\
                        --out part-$SLURM_ARRAY_TASK_ID.tsv
        CI matrix:    strategy: {matrix: {shard: [1, 2, 3, 4]}}
                      run: >-
                        lab-run sweep my.sweep --shard ${{matrix.shard}}/4
                        --out part.tsv

        --pack sweeps over a pack of traces (lab-run trace pack), any number of them:
        a shard then keeps no rows but counts, in the same memory for one job and for
        a billion. cluster/ has files for Slurm, Kubernetes and GNU parallel.

      EXAMPLES
        lab-run sweep sweeps/example.sweep
        lab-run sweep -s all -t all --device decode-4ms --device decode-30ms
        lab-run sweep -t all --vary preheat2x:delta=1/8..1/2/8 --device decode-4ms
        lab-run sweep --vary lru:budget=8MB..64MB/8 -t zoom -o lru.csv
        lab-run sweep -s none -s 'arc:budget=peak(none)' -t all --against none
        lab-run sweep --strategy all --budget 20MB,30MB --trace all --resume
        lab-run sweep plan sweeps/example.sweep --shard 1/8
        lab-run sweep merge part-*.tsv --out all.tsv
        lab-run sweep -s preheat2x -s budget-priority --pack fleet.pack --shard 1/8
      """,
    subcommands: [SweepRunCommand.self, SweepPlanCommand.self, SweepMergeCommand.self],
    defaultSubcommand: SweepRunCommand.self
  )
}
