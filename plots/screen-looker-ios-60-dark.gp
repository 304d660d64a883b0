# lab-run plot screen --strategy none --strategy preheat2x --strategy windowed-lead --strategy budget-priority --trace looker-ios-60 --delivery opportunistic --dark
# data: screen-looker-ios-60.tsv; to draw it again, here: gnuplot screen-looker-ios-60-dark.gp
set terminal svg size 1049,560 dynamic font 'sans-serif,14' background '#0D1117'
bold = 'sans-serif:Bold,17.00'
strong = 'sans-serif:Bold,13.00'
small = 'sans-serif,13.00'
ink = '#E6EDF3'
muted = '#9BA5B0'
faint = '#2A313A'
pale = '#59626C'
blue = '#1954FB'
orange = '#E8702C'
green = '#2DF596'
grey = '#6E7378'
set output 'screen-looker-ios-60-dark.svg'
data = 'screen-looker-ios-60.tsv'
width = 1049
height = 560
first = 78
lines = 1
title = 'When is the first screen sharp on looker-ios-60?'
below = '390x844 pt @3x, decode-12ms; each with +opportunistic'
left = 95
bottom = 74
series = 4
dots = 0
about = 'ms, dots on the curves'
columns = 3
array headings[3] = ['p50', 'p95', 'p99']
array names[4] = ['none', 'preheat2x', 'windowed-lead', 'budget-priority']
array rows[4] = [20, 40, 60, 80]
array faded[4] = [0, 0, 0, 0]
array figures[12] = ['145', '253', '263', '145', '253', '263', '145', '253', '263', '132', '255', '261']
across = 'time since the first frame'
up = 'cells that show their image by then'
edge = 0
beyond = ''
set linetype 1 linecolor rgb grey dashtype 1 pointtype 7
set linetype 2 linecolor rgb blue dashtype 1 pointtype 7
set linetype 3 linecolor rgb green dashtype 1 pointtype 7
set linetype 4 linecolor rgb orange dashtype 1 pointtype 7
# Lengths across and from the top, in points of an SVG.
px(x) = 1.0 * x / width
top(y) = 1 - 1.0 * y / height
set encoding utf8
set datafile separator "\t"
set datafile commentschars ''
set label 1 title at screen px(14), screen top(24) left font bold textcolor rgb ink
set label 2 below at screen px(14), screen top(first - 32 - 20 * (lines - 1)) left noenhanced font small textcolor rgb muted
set border 3 linecolor rgb pale linewidth 1
set tics nomirror out scale 0.5 textcolor rgb muted font small
set xlabel textcolor rgb muted font small
set ylabel textcolor rgb muted font small offset 1,0
set key textcolor rgb ink font small
set grid ytics linecolor rgb faint linewidth 1 linetype 1
# Axes on the left; beside them a row for each series: its look, its name, its figures.
set key off
set lmargin at screen px(left)
set rmargin at screen px(640)
set tmargin at screen top(first)
set bmargin at screen top(height - bottom)
set label about at screen px(665), screen top(first + 14) left noenhanced font small textcolor rgb muted
do for [k=1:columns] {
  set label headings[k] at screen px(width - 20 - 52 * (columns - k)), screen top(first + 14) right font small textcolor rgb muted
}
do for [i=1:series] {
  y = top(first + 14 + rows[i])
  if (dots) {
    set label '' at screen px(677), screen y point linetype i pointsize 1
  } else {
    # An SVG of gnuplot joins lines of one colour and width, and draws all of them with the dashes of the last.
    set arrow from screen px(665), screen y to screen px(690), screen y nohead linetype i linewidth 3 + 0.01 * (i % 2)
  }
  set label names[i] at screen px(697), screen y left noenhanced font small textcolor rgb (faded[i] ? muted : ink)
  do for [k=1:columns] {
    set label figures[(i - 1) * columns + k] at screen px(width - 20 - 52 * (columns - k)), screen y right font small textcolor rgb ink
  }
}
# The first lies on top and is the thinnest: what lies under it shows on both sides.
thickness(i) = 1.5 + (series > 1 ? 2.5 * (i - 1) / (series - 1.0) : 0)
set xlabel across.', ms'
set ylabel up.', %'
set yrange [0:101]
if (edge > 0) {
  set xrange [0:edge]
  set label beyond at screen px(width - 20), screen top(height - 12) right font small textcolor rgb muted
} else {
  set xrange [0:*]
}
plot for [i=series:1:-1] data index i-1 using 2:3 with steps linetype i linewidth thickness(i), \
  for [i=series:1:-1] data index series+i-1 using 3:2 with points linetype i pointsize series > 8 ? 0.45 : 0.6
