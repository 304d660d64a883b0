/// Small event files that use every event there is: what event files are mutated from.
enum EventSeeds {
  static let all = [plain, coarse].map { Array($0.utf8) }

  private static let header = #"""
    {"events":1,"cells":"cancel","device":{"fixed-ns":500000,"name":"decode-12ms","ps-per-byte":50000,\#
    "ps-per-pixel":15000,"workers":2},"screen":{"cell-pt":["96","96"],"columns":4,"items":160,\#
    "scale-thousandths":3000,"target-px":[288,288],"viewport-pt":["390","844"]},"strategy":"preheat2x",\#
    "strategy-short":"preheat2x","time":"virtual","trace":{"name":"fuzz","sha256":"ab"}}
    """#

  private static let plain =
    header + "\n" + #"""
      {"t":0,"e":"frame","y":0,"visible":[0,4]}
      {"t":0,"e":"request","item":0,"size":[288,288],"outcome":"miss"}
      {"t":0,"e":"request","item":1,"size":[288,288],"outcome":"miss"}
      {"t":0,"e":"start","items":[[2,9]]}
      {"t":0,"e":"begin","item":0,"size":[288,288],"cause":"demand","cost":12000000,"bytes":331776}
      {"t":0,"e":"live","bytes":331776}
      {"t":0,"e":"begin","item":1,"size":[288,288],"cause":"demand","cost":12000000,"bytes":331776}
      {"t":0,"e":"live","bytes":663552}
      {"t":12000000,"e":"end","item":0,"size":[288,288],"kept":true}
      {"t":12000000,"e":"end","item":1,"size":[288,288],"kept":true}
      {"t":12000000,"e":"begin","item":2,"size":[288,288],"cause":"preheat","cost":9000000,"bytes":331776}
      {"t":16667000,"e":"frame","y":120500,"visible":[1,6]}
      {"t":16667000,"e":"release","item":0}
      {"t":16667000,"e":"drop","item":0,"size":[288,288],"bytes":331776,"why":"unwanted"}
      {"t":16667000,"e":"live","bytes":663552}
      {"t":16667000,"e":"request","item":2,"size":[288,288],"outcome":"late"}
      {"t":16667000,"e":"stop","items":[[7,8],[8,9]]}
      {"t":16667000,"e":"cancel","item":7}
      {"t":16667000,"e":"refuse","item":8}
      {"t":20000000,"e":"layout","target":[600,600]}
      {"t":21000000,"e":"end","item":2,"size":[288,288],"kept":false}
      {"t":22000000,"e":"content","items":[[0,3],[5,160]]}
      {"t":33334000,"e":"frame","y":-60000,"visible":[2,5]}
      {"t":33334000,"e":"request","item":1,"size":[288,288],"outcome":"hit"}
      {"t":40000000,"e":"live","bytes":331776}

      """#

  private static let coarse =
    header + "\n" + #"""
      {"t":0,"e":"frame","y":0,"visible":[0,3]}
      {"t":0,"e":"start","items":[[0,3]],"tier":"coarse"}
      {"t":0,"e":"download","item":1,"bytes":90000,"cost":186000000}
      {"t":0,"e":"begin","item":0,"size":[160,120],"cause":"preheat","cost":400000,"bytes":76800,"tier":"coarse"}
      {"t":400000,"e":"end","item":0,"size":[160,120],"kept":true,"tier":"coarse"}
      {"t":500000,"e":"request","item":0,"size":[288,288],"outcome":"coarse"}
      {"t":500000,"e":"request","item":1,"size":[288,288],"outcome":"miss"}
      {"t":186000000,"e":"downloaded","item":1}
      {"t":186000000,"e":"begin","item":1,"size":[288,288],"cause":"demand","cost":12000000,"bytes":331776}
      {"t":187000000,"e":"stop","items":[[0,3]],"tier":"coarse"}
      {"t":187000000,"e":"cancel","item":2,"tier":"coarse"}
      {"t":198000000,"e":"end","item":1,"size":[288,288],"kept":true}
      {"t":199000000,"e":"drop","item":0,"size":[160,120],"bytes":76800,"why":"evicted","tier":"coarse"}
      {"t":200000000,"e":"release","item":0}
      """#
}
