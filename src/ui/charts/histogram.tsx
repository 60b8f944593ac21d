import type { KeyboardEvent, ReactNode } from 'react'
import type { Paint } from '#domain/pictures/marks.ts'
import { AreaWords, DrawingView } from '#ui/charts/drawing-view.tsx'
import { drawHistogram, tallestOf, type Plot } from '#ui/charts/histogram-drawing.ts'
import { histogramName, type NamedShape } from '#ui/charts/histogram-shape.ts'
import { LitPart, LitWords, type LitBars } from '#ui/charts/lit-words.tsx'
import { useBrush, type BarSpan, type Brush } from '#ui/charts/use-brush.ts'
import { useIsPrinting } from '#ui/use-is-printing.ts'
import { useRoving } from '#ui/use-roving.ts'
import { useWidth } from '#ui/use-width.ts'
import styles from '#ui/charts/histogram.module.css'

interface HistogramProps {
  shape: NamedShape
  /** Height of the bars in pixels. */
  height?: number
  /** The link of a bar, over the height of its column. */
  link?: ((place: number, words: string, isStop: boolean) => ReactNode) | undefined
  /** Selects bars. If a drag takes them, each bar is a button. */
  brush?: Brush | undefined
  /** The part of each bar under the cursor of another pane. */
  lit?: LitBars | undefined
}

const DEFAULT_HEIGHT = 96
/** Before the width is measured. */
const DEFAULT_WIDTH = 560
/** A column of A4 in pixels, whatever the width of the window. */
const PAPER_WIDTH = 640

/** A histogram; one bar has the tab stop, arrow keys move it and show the words of each bar. */
export function Histogram({ shape, height = DEFAULT_HEIGHT, link, brush, lit }: HistogramProps) {
  const { box, width: measured } = useWidth(DEFAULT_WIDTH)
  const isOnPaper = useIsPrinting() && height > DEFAULT_HEIGHT
  const width = isOnPaper ? PAPER_WIDTH : measured
  const { plot, ...drawing } = drawHistogram(shape, width, height)
  const { counts, paintOf } = shape
  const stops = counts.flatMap((count, place) => (count > 0 || link === undefined ? place : []))
  const { stop, ...roving } = useRoving(stops)
  const { handlers, takeKey, onBar } = useBrush(brush, counts.length)
  const bar = (place: number, words: string) => {
    if (link !== undefined && (counts[place] ?? 0) > 0) return link(place, words, place === stop)
    if (brush?.takesOnRelease !== true) return <AreaWords words={words} isStop={place === stop} />
    return (
      <button
        type="button"
        className={styles['words']}
        aria-label={words}
        aria-pressed={PRESSED[paintOf?.(place) ?? 'noMatch'] ?? 'mixed'}
        data-tooltip={words}
        tabIndex={place === stop ? 0 : -1}
        onClick={(event) => onBar(place, event.shiftKey)}
      />
    )
  }
  return (
    <figure className={styles['histogram']} aria-label={histogramName(shape)} ref={box}>
      <DrawingView {...drawing} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus among its bars */}
      <ul
        className={styles['columns']}
        // From both sides: in place before the width is known.
        style={{ left: plot.left, right: width - plot.left - plot.width, top: plot.top, height: plot.height }}
        data-brushed={brush !== undefined}
        data-selecting={brush?.span != null}
        {...roving}
        {...handlers}
        onKeyDown={(event: KeyboardEvent) => takeKey(event) || roving.onKeyDown(event)}
      >
        {counts.map((count, place) => {
          const range = shape.ranges[place] ?? ''
          return (
            <li key={range} className={styles['column']} data-stop={place}>
              {lit && (lit.counts[place] ?? 0) > 0 && (
                <LitPart axis="y" share={Math.min(lit.counts[place] ?? 0, count) / tallestOf(shape)} />
              )}
              {bar(place, `${range}: ${shape.wordsOf?.(place) ?? shape.format(count)}`)}
            </li>
          )
        })}
      </ul>
      {brush?.span && <SpanOver span={brush.span} plot={plot} step={plot.width / counts.length} />}
      {lit && <LitWords words={lit.words} />}
    </figure>
  )
}

const PRESSED: Partial<Record<Paint, boolean>> = { match: true, noMatch: false }

/** The bars that are being selected. */
function SpanOver({ span, plot, step }: { span: BarSpan; plot: Plot; step: number }) {
  const [left, width] = [plot.left + span.first * step, (span.last - span.first + 1) * step]
  return (
    <div className={styles['span']} style={{ left, top: plot.top, width, height: plot.height }} aria-hidden="true" />
  )
}
