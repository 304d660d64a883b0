# Axes on the left; beside them a row for each series: its look, its name, its figures.
set key off
set lmargin at screen px(left)
set rmargin at screen px(640)
set tmargin at screen top(first)
set bmargin at screen top(height - bottom)
set label about at screen px(665), screen top(first + 14) left noenhanced font small textcolor rgb muted
do for [k=1:columns] {
  set label headings[k] at screen px(width - 20 - 52 * (columns - k)), screen top(first + 14) right font small textcolor rgb muted
}
do for [i=1:series] {
  y = top(first + 14 + rows[i])
  if (dots) {
    set label '' at screen px(677), screen y point linetype i pointsize 1
  } else {
    # An SVG of gnuplot joins lines of one colour and width, and draws all of them with the dashes of the last.
    set arrow from screen px(665), screen y to screen px(690), screen y nohead linetype i linewidth 3 + 0.01 * (i % 2)
  }
  set label names[i] at screen px(697), screen y left noenhanced font small textcolor rgb (faded[i] ? muted : ink)
  do for [k=1:columns] {
    set label figures[(i - 1) * columns + k] at screen px(width - 20 - 52 * (columns - k)), screen y right font small textcolor rgb ink
  }
}
# The first lies on top and is the thinnest: what lies under it shows on both sides.
thickness(i) = 1.5 + (series > 1 ? 2.5 * (i - 1) / (series - 1.0) : 0)
