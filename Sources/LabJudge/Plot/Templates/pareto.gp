set xlabel cost.', less is better'
set ylabel 'noticed waits of 1,000 cells, less is better'
set xrange [from:to]
set yrange [low:high]
do for [k=1:labels] {
  if (stands[k]) {
    set label words[k] at xs[k], ys[k] right offset -0.6,-0.4 font small textcolor rgb ink front
  } else {
    if (xs[k] > turn) { set label words[k] at xs[k], ys[k] right offset -0.6,0.4 font small textcolor rgb muted front
    } else { set label words[k] at xs[k], ys[k] left offset 0.6,0.4 font small textcolor rgb muted front }
  }
}
plot data index 0 using 2:3 with lines linewidth 1.5 linecolor rgb pale, \
  for [i=1:points] data index i using 2:3 with points linetype style[i] pointsize faded[style[i]] ? 0.6 : 1
