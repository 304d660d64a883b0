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
