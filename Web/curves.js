// Curves over time, one a strategy: blank cells, and bitmaps held.

// Lines differ by their dashes too, not by colour alone.
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3]];

function penOf(canvas) {
  const ratio = window.devicePixelRatio || 1, { width, height } = canvas.getBoundingClientRect();
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { pen, width, height };
}

// Of several values that fall on one column the highest is drawn.
function drawCurve(canvas, lines, { end, most, text, time }) {
  const { pen, width, height } = penOf(canvas), style = getComputedStyle(document.body);
  const x = (at) => at / Math.max(end, 1) * width, y = (value) => height - 1 - value / most * (height - 18);
  pen.strokeStyle = style.getPropertyValue('--line');
  pen.strokeRect(0.5, 0.5, width - 1, height - 1);
  for (const { times, values, number } of lines) {
    pen.beginPath();
    let held = 0;
    for (let column = 0, index = 0; column < width; column++) {
      let high = held;
      for (; index < times.length && x(times[index]) < column + 1; index++) high = Math.max(high, held = values[index]);
      pen.lineTo(column, y(high));
    }
    pen.strokeStyle = style.getPropertyValue(`--c${number}`);
    pen.setLineDash(DASHES[number]);
    pen.lineWidth = 1.75;
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.fillStyle = style.getPropertyValue('--ink');
  pen.fillRect(Math.min(x(time), width - 1.5), 0, 1.5, height);
  pen.font = '12px system-ui, sans-serif';
  pen.fillText(text, 6, 13);
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
