import type { ReactNode } from 'react'
import { AreaWords, DrawingView } from '#ui/charts/drawing-view.tsx'
import { LitPart, LitWords, type LitBars } from '#ui/charts/lit-words.tsx'
import { drawPyramid, largestOf, pyramidName, type PyramidShape } from '#ui/charts/pyramid-drawing.ts'
import { useRoving } from '#ui/use-roving.ts'
import { useWidth } from '#ui/use-width.ts'
import styles from '#ui/charts/pyramid.module.css'

interface PyramidProps {
  /** The variables. */
  title: string
  shape: PyramidShape
  /** Height of the bars in pixels. */
  height: number
  /** The link of a bar, over its half of the row. */
  link?: ((band: number, side: number, words: string, isStop: boolean) => ReactNode) | undefined
  /** By the place of a bar: of each band the first side, then the second. */
  lit?: LitBars | undefined
}

const DEFAULT_WIDTH = 260

/** A population pyramid; one bar has the tab stop, arrow keys move it and show the words of each bar. */
export function Pyramid({ title, shape, height, link, lit }: PyramidProps) {
  const { box, width } = useWidth(DEFAULT_WIDTH)
  const { plot, ...drawing } = drawPyramid(shape, width, height)
  // The oldest is at the top, where reading begins.
  const rows = shape.bands.map((band, place) => ({ ...band, place })).toReversed()
  const bars = rows.flatMap(({ counts, ...row }, line) =>
    counts.map((count, side) => ({ ...row, count, side, stop: 2 * line + side })),
  )
  const isLinked = ({ count }: (typeof bars)[number]) => link !== undefined && count !== null && count > 0
  const { stop: current, ...roving } = useRoving(
    bars.flatMap((bar) => (link === undefined || isLinked(bar) ? bar.stop : [])),
    2,
  )
  return (
    <figure className={styles['pyramid']} aria-label={pyramidName(title, shape)} ref={box}>
      <DrawingView {...drawing} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus among its bars */}
      <ul
        className={styles['bars']}
        style={{ left: plot.left, top: plot.top, width: plot.width, height: plot.height }}
        {...roving}
      >
        {bars.map((bar) => {
          const words = `${shape.sides[bar.side] ?? ''}, ${bar.words}: ${bar.count === null ? 'hidden' : shape.format(bar.count)}`
          const isStop = bar.stop === current
          return (
            <li key={words} className={styles['bar']} data-stop={bar.stop}>
              {lit && (lit.counts[2 * bar.place + bar.side] ?? 0) > 0 && (
                <LitPart
                  axis="x"
                  share={Math.min(lit.counts[2 * bar.place + bar.side] ?? 0, bar.count ?? 0) / largestOf(shape)}
                  isFromEnd={bar.side === 0}
                />
              )}
              {link && isLinked(bar) ? (
                link(bar.place, bar.side, words, isStop)
              ) : (
                <AreaWords words={words} isStop={isStop} />
              )}
            </li>
          )
        })}
      </ul>
      {lit && <LitWords words={lit.words} />}
    </figure>
  )
}
