set logscale x
set xrange [50:least] reverse
set xtics (50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01)
set xlabel 'share of traces with more noticed waits, %'
set ylabel 'noticed waits of 1,000 cells, less is better'
set yrange [0:*]
plot for [i=series:1:-1] data index i-1 using 2:3 with linespoints linetype i linewidth thickness(i) pointsize 0.5
