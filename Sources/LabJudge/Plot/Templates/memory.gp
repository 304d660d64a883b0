set multiplot
set key at screen px(75), screen top(first - 6) left horizontal Left reverse samplen 0.7 width 1 maxrows 1
set lmargin at screen px(75)
set rmargin at screen px(975)
set xrange [0:end]
set tmargin at screen top(first + 24)
set bmargin at screen top(height - 210)
set format x ''
set ylabel 'bitmaps, MB'
set yrange [0:most]
set style fill solid 1 noborder
if (peaktime > 0.6 * end) {
  set label 3 peakwords at peaktime, peaklevel right offset -0.6,0.8 font small textcolor rgb peak point pointtype 7 pointsize 0.6 linecolor rgb peak front
} else {
  set label 3 peakwords at peaktime, peaklevel left offset 0.6,0.8 font small textcolor rgb peak point pointtype 7 pointsize 0.6 linecolor rgb peak front
}
# Without resident memory the last one is the curve before it again.
plot data index 0 using 1:($2+$3+$4) with filledcurves y=0 linecolor rgb inflight title 'being decoded', \
  data index 0 using 1:($2+$3) with filledcurves y=0 linecolor rgb kept title 'kept', \
  data index 0 using 1:2 with filledcurves y=0 linecolor rgb displayed title 'on screen', \
  data index 0 using 1:5 with lines linewidth 0.75 linecolor rgb peak title 'most at once', \
  data index resident using 1:(resident ? $3 : $5) with steps linewidth resident ? 1.5 : 0.75 \
  linecolor rgb (resident ? ink : peak) title (resident ? 'resident' : '')
unset label
set key off
set tmargin at screen top(height - 174)
set bmargin at screen top(height - 72)
set format x '%g'
set xlabel 'time, s'
set ylabel 'offset, screens'
set yrange [*:*]
set ytics offsettic
plot data index 0 using 1:6 with lines linewidth 1.5 linecolor rgb muted
unset multiplot
