import CacheLab
public import LabBase
import LabRecords

/// The lab's decoder against a C kernel that no change of the lab touches, decode by decode in one process: what a gate
/// compares with a stored baseline where there is no old binary. Integers only.
public struct KernelRatio: Hashable, Sendable {
  /// All decodes of the slice, each by both.
  public struct Round: Hashable, Sendable {
    /// Thread CPU time of all decodes, nanoseconds.
    public var ours: Int64
    public var kernel: Int64
    /// Median of ours / kernel over the decodes, in millionths.
    public var medianPPM: Int64

    public init(ours: Int64, kernel: Int64, medianPPM: Int64) {
      self.ours = ours
      self.kernel = kernel
      self.medianPPM = medianPPM
    }
  }

  /// SHA-256 of the kernel's source.
  public var kernelSHA256: String
  /// libjpeg-turbo, which both call.
  public var codec: String
  public var simd: String
  /// SHA-256 of the slice that was decoded, and how many decodes it has.
  public var slice: String
  public var decodes: Int
  public var rounds: [Round]

  public init(kernelSHA256: String, codec: String, simd: String, slice: String, decodes: Int, rounds: [Round]) {
    self.kernelSHA256 = kernelSHA256
    self.codec = codec
    self.simd = simd
    self.slice = slice
    self.decodes = decodes
    self.rounds = rounds
  }

  /// Median over the rounds of the median ratio, in millionths; 0 without a round. The sums are kept for people: one
  /// decode that was interrupted moves a sum, and does not move a median.
  public var ppm: Int64 { Distribution(samples: rounds.map(\.medianPPM)).p50 }

  public var json: JSON {
    .object([
      "kernel-sha256": .string(kernelSHA256), "libjpeg-turbo": .string(codec), "simd": .string(simd),
      "slice-sha256": .string(slice), "decodes": .integer(Int128(decodes)),
      "rounds": .array(
        rounds.map { .array([$0.ours, $0.kernel, $0.medianPPM].map { .integer(Int128($0)) }) }),
    ])
  }

  /// Reads back what `json` wrote; nil for anything else.
  public init?(_ json: JSON) {
    let json = json.visible
    guard let kernel = json["kernel-sha256"]?.string, let codec = json["libjpeg-turbo"]?.string,
      let simd = json["simd"]?.string, let slice = json["slice-sha256"]?.string,
      let decodes = json["decodes"]?.integer, 0...FieldKind.figureMax ~= decodes, let lines = json["rounds"]?.array
    else { return nil }
    let rounds = lines.compactMap { line -> Round? in
      let fields = (line.array ?? []).map { $0.integer ?? 0 }
      guard fields.count == 3, fields.allSatisfy({ 0 < $0 && $0 <= FieldKind.figureMax }) else { return nil }
      return Round(ours: fields[0], kernel: fields[1], medianPPM: fields[2])
    }
    guard !rounds.isEmpty, rounds.count == lines.count else { return nil }
    self.init(kernelSHA256: kernel, codec: codec, simd: simd, slice: slice, decodes: Int(decodes), rounds: rounds)
  }
}
