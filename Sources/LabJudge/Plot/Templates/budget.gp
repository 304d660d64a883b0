set xlabel 'budget, MB'
set ylabel 'images ready after the first frame, %'
set tmargin at screen top(first + 34)
set logscale x 2
set xrange [least:most]
set yrange [0:high]
do for [k=1:marks] {
  set arrow from first megabytes[k], graph 0 to first megabytes[k], graph 1 nohead linewidth 1.5 dashtype 2 linecolor rgb peak back
  # Names grow away from the nearer end of the axis.
  if (megabytes[k] ** 2 > least * most) {
    set label marked[k] at first megabytes[k], graph 1 right offset 0.4,1.1*k-0.3 font small textcolor rgb peak
  } else {
    set label marked[k] at first megabytes[k], graph 1 left offset -0.4,1.1*k-0.3 font small textcolor rgb peak
  }
}
set arrow from graph 0, first repeated to graph 1, first repeated nohead dashtype 3 linecolor rgb muted back
plot for [i=series:1:-1] data index i-1 using 2:3 with linespoints linetype i linewidth thickness(i) pointsize 0.45
