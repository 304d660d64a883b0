// Curves over time, one a strategy: blank cells, and bitmaps held.

// Lines differ by their dashes too, not by colour alone.
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3]];

// Sizes and colours are asked for when they change, not at each picture: asking makes a browser lay out the whole page.
class Curves {
  constructor() { this.forget(); }

  // Another size, or other colours.
  forget() {
    this.sizes = new Map();
    this.colors = new Map();
  }

  penOf(canvas) {
    const ratio = window.devicePixelRatio || 1;
    if (this.ratio !== ratio) this.sizes.clear();
    this.ratio = ratio;
    if (!this.sizes.has(canvas)) {
      const { width, height } = canvas.getBoundingClientRect();
      [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
      this.sizes.set(canvas, { width, height });
    }
    const pen = canvas.getContext('2d'), size = this.sizes.get(canvas);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, size.width, size.height);
    return { pen, ...size };
  }

  colorOf(name) {
    if (!this.colors.has(name)) this.colors.set(name, getComputedStyle(document.body).getPropertyValue(name));
    return this.colors.get(name);
  }

  // Lines of `times` and `values` up to `end` and `most`, which `text` names; a stroke at `time`. Of several values that fall
  // on one column the highest is drawn.
  draw(canvas, lines, { end, most, text, time }) {
    const { pen, width, height } = this.penOf(canvas);
    const scale = width / Math.max(end, 1), y = (value) => height - 1 - value / most * (height - 18);
    pen.lineWidth = 1;
    pen.strokeStyle = this.colorOf('--line');
    pen.strokeRect(0.5, 0.5, width - 1, height - 1);
    for (const { times, values, number } of lines) {
      pen.beginPath();
      highest(times, values, width, end).forEach((high, column) => pen.lineTo(column, y(high)));
      pen.strokeStyle = this.colorOf(`--c${number}`);
      pen.setLineDash(DASHES[number]);
      pen.lineWidth = 1.75;
      pen.stroke();
    }
    pen.setLineDash([]);
    pen.fillStyle = this.colorOf('--ink');
    pen.fillRect(Math.min(time * scale, width - 1.5), 0, 1.5, height);
    pen.font = '12px system-ui, sans-serif';
    pen.fillText(text, 6, 13);
  }
}

// A piece of a strategy's line, for a list.
function lineMark(number) {
  const name = 'http://www.w3.org/2000/svg';
  const mark = document.createElementNS(name, 'svg'), line = document.createElementNS(name, 'line');
  for (const [key, value] of Object.entries({ class: 'mark', width: 26, height: 12, 'aria-hidden': 'true' })) {
    mark.setAttribute(key, value);
  }
  for (const [key, value] of Object.entries({ x1: 0, y1: 6, x2: 26, y2: 6, 'stroke-dasharray': DASHES[number].join(' ') })) {
    line.setAttribute(key, value);
  }
  mark.append(line);
  return mark;
}
