import Testing

@testable import LabPictures

@Suite struct PictureSVGTests {
  private func file(ink: String, more: String = "") -> String {
    """
    <?xml version="1.0" encoding="utf-8"  standalone="no"?>
    <svg
     viewBox="0 0 1000 600"
     xmlns="http://www.w3.org/2000/svg"
     xmlns:xlink="http://www.w3.org/1999/xlink"
    >
    <title>Gnuplot</title>
    <defs>
    \t<circle id='gpDot' r='0.5'/>
    \t<use xlink:href='#gpDot' id='gpTwo'/>
    </defs>
    \t<path stroke='\(ink)'  d='M80.06,384.00 L969.99,384.00  '/>
    \t<g fill="\(ink)" font-family="DejaVu Sans"><text><tspan>12.34 MB</tspan></text></g>
    \(more)</svg>
    """
  }

  private func picture(_ light: String, _ dark: String) -> (String?, PictureColors) {
    var colors = PictureColors()
    let element = PictureSVG.element(light: light, dark: dark, id: "f1-", alt: "a <b>", colors: &colors)
    return (element, colors)
  }

  @Test func bothColouringsAreOneDrawing() throws {
    let (element, colors) = picture(file(ink: "rgb( 34,  34,  34)"), file(ink: "#E8E8E8"))
    let text = try #require(element)
    #expect(text.contains("stroke='var(--p0)'  d='M80.06,384.00 L969.99,384.00"))
    #expect(colors.style.contains("--p0:rgb(34,34,34)") && colors.style.contains("--p0:#E8E8E8"))
    #expect(
      text.hasPrefix("<svg viewBox=\"0 0 1000 600\" role=\"img\" aria-label=\"a &lt;b&gt;\"><title>a &lt;b&gt;</title>")
    )
    #expect(!text.contains("http") && !text.contains("Gnuplot"))
  }

  @Test func idsAreThePicturesOwn() throws {
    let text = try #require(picture(file(ink: "#222222"), file(ink: "#222222")).0)
    #expect(text.contains("id='f1-gpDot'") && text.contains("href='#f1-gpDot' id='f1-gpTwo'"))
  }

  @Test func whatDiffersInMoreIsDrawnAsOnLight() throws {
    let text = try #require(picture(file(ink: "#222222", more: "<a/>"), file(ink: "#E8E8E8", more: "<b/>")).0)
    #expect(text.contains("var(--p0)") && text.contains("<a/>") && !text.contains("<b/>"))
  }

  @Test func whatCouldRunIsRefused() {
    #expect(picture(file(ink: "#222222", more: "<script>1</script>"), file(ink: "#222222")).0 == nil)
    #expect(picture("no picture", "no picture").0 == nil)
  }
}
