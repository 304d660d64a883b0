# lab-run plot compare --strategy none --strategy fixed-window --strategy preheat2x --strategy lru --strategy windowed-lead --strategy budget-priority --trace all --delivery opportunistic --dark
# data: compare-stress.tsv; to draw it again, here: gnuplot compare-stress-dark.gp
set terminal svg size 1000,328 dynamic font 'sans-serif,14' background '#0D1117'
bold = 'sans-serif:Bold,17.00'
strong = 'sans-serif:Bold,13.00'
small = 'sans-serif,13.00'
ink = '#E6EDF3'
muted = '#9BA5B0'
faint = '#2A313A'
pale = '#59626C'
peak = '#FF9152'
blue = '#1954FB'
orange = '#E8702C'
green = '#2DF596'
grey = '#6E7378'
purple = '#BC6ED6'
amber = '#FFF04A'
set output 'compare-stress-dark.svg'
data = 'compare-stress.tsv'
width = 1000
height = 328
first = 98
lines = 2
title = 'Which strategy keeps people waiting least over 20 traces of stress?'
below = 'each with +opportunistic; decode-12ms; means; marked: the one to ship, where waits within 1 of 1,000 are equal;'."\n".'shorter is better; first screen 275 to 276 ms for all'
left = 144
pitch = 30
rows = 6
columns = 3
marked = 1
lead = 'budget-priority'
array names[6] = ['budget-priority', 'preheat2x', 'fixed-window', 'windowed-lead', 'lru', 'none']
array headings[3] = ['noticed waits'."\n".'of 1,000', 'peak memory'."\n".'MB', 'decodes a request']
array tops[3] = [155.99372, 62.44579, 1.10598]
array forms[3] = ['%.0f', '%.1f', '%.2f']
set linetype 1 linecolor rgb orange dashtype 1 pointtype 7
set linetype 2 linecolor rgb blue dashtype 1 pointtype 7
set linetype 3 linecolor rgb purple dashtype 1 pointtype 7
set linetype 4 linecolor rgb green dashtype 1 pointtype 7
set linetype 5 linecolor rgb amber dashtype 1 pointtype 7
set linetype 6 linecolor rgb grey dashtype 1 pointtype 7
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
# A table whose figures have bars behind them: names, then of each column the figure and its bar.
set multiplot
set key off
unset grid
unset xtics
unset ytics
set border 0
set style fill solid 1 noborder
set yrange [rows-0.5:-0.5]
set tmargin at screen top(first + 36)
set bmargin at screen top(height - 14)
if (marked) {
  set object 1 rectangle from screen px(8), screen top(first + 37) to screen px(width - 8), screen top(first + 35 + pitch) behind fillcolor rgb faint fillstyle solid 1 noborder
}
panel = 1.0 * (width - 24 - left) / (columns > 0 ? columns : 1)
do for [k=1:columns] {
  from = left + (k - 1) * panel + 58
  set lmargin at screen px(from)
  set rmargin at screen px(from + panel - 78)
  set xrange [0:tops[k]]
  if (k == 1) {
    do for [i=1+marked:rows] {
      set label 10+i names[i] at screen px(left), first i-1 right noenhanced font small textcolor rgb ink front
    }
    if (marked) { set label 11 lead at screen px(left), first 0 right font strong textcolor rgb ink front }
  }
  set label 3 headings[k] at screen px(from - 8), screen top(first + 2) left font small textcolor rgb muted
  plot for [i=1:rows] data using (0):($1 == i-1 ? $1 : NaN):(0):k+2:($1-0.3):($1+0.3) with boxxyerror linetype i, \
    data using (0):1:(column(k+2) == column(k+2) ? sprintf(forms[k], column(k+2)) : '-') with labels right offset -0.8,0 font small textcolor rgb ink
  unset label 1
  unset label 2
  do for [i=1:rows] { unset label 10+i }
  unset object 1
}
unset multiplot
