set logscale x
set xrange [50:least] reverse
set xlabel 'share of traces with more noticed waits, %'
set ylabel 'noticed waits of 1,000 cells, less is better'
set yrange [0:*]
plot for [i=series:1:-1] data index i-1 using 2:3 with linespoints linetype i linewidth thickness(i) pointsize 0.5
