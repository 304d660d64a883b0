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
