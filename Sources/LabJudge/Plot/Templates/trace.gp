set multiplot
set key off
set lmargin at screen px(75)
set rmargin at screen px(975)
set xrange [0:end]
set tmargin at screen top(first - 8)
set bmargin at screen top(height - 234)
set format x ''
set ylabel 'offset, screens'
plot data using 1:2 with steps linewidth 2 linecolor rgb displayed
unset label
set tmargin at screen top(height - 198)
set bmargin at screen top(height - 72)
set format x '%g'
set xlabel 'time, s'
set ylabel 'speed, screens/s'
set ytics speedtic
plot data using 1:3 with steps linewidth 1.5 linecolor rgb peak
unset multiplot
