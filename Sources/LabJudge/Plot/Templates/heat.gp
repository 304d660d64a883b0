set lmargin at screen px(left)
set rmargin at screen px(right)
set tmargin at screen top(first - 2)
set bmargin at screen top(height - bottom)
unset key
unset grid
set border 0
set tics scale 0
set xtics ('' 0) rotate by 30 right noenhanced textcolor rgb ink
do for [k=1:columns] { set xtics add (traces[k] k-1) }
set ytics ('' 0) noenhanced textcolor rgb ink
do for [k=1:rows] { set ytics add (names[k] k-1) }
set xrange [-0.5:columns-0.5]
set yrange [rows-0.5:-0.5]
set style fill solid 1 noborder
# From pale to dark blue; letters change where they would not be read.
channel(from, to, share) = int(from + (to - from) * share)
cell(s) = 65536 * channel(226, 0, s) + 256 * channel(236, 84, s) + channel(245, 140, s)
letters(s) = s > 0.65 ? 0xFFFFFF : 0x1F2328
plot data using 4:5:($4-0.48):($4+0.48):($5-0.46):($5+0.46):(cell($6)) with boxxyerror linecolor rgb variable, \
  data using 4:5:7:(letters($6)) with labels noenhanced font small textcolor rgb variable
