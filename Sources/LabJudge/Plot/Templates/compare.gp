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
