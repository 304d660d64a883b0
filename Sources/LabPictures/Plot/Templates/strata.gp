set ytics ('' 0)
do for [k=1:kinds] { set ytics add (kind[k] k-1) }
set ytics noenhanced
set yrange [kinds:-1]
set xrange [0:*]
set xlabel 'warm blank area, %, less is better'
plot for [i=series:1:-1] data index i-1 using 3:2 with points linetype i pointsize 0.8
