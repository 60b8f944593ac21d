import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { drawHistogram } from '#ui/charts/histogram-drawing.ts'
import { histogramName, type NamedShape } from '#ui/charts/histogram-shape.ts'
import { DrawingView } from '#ui/charts/drawing-view.tsx'
import styles from '#ui/charts/histogram.module.css'
import { useRoving } from '#ui/use-roving.ts'

interface HistogramProps {
  shape: NamedShape
  /** Height of the bars in pixels. */
  height?: number
  /** What a bar leads to, over the height of its column. */
  link?: ((place: number, words: string, isStop: boolean) => ReactNode) | undefined
}

const DEFAULT_HEIGHT = 96
/** Before the width is measured. */
const DEFAULT_WIDTH = 560

/** A histogram; one bar has the tab stop, arrow keys move it and show the words of each bar. */
export function Histogram({ shape, height = DEFAULT_HEIGHT, link }: HistogramProps) {
  const { box, width } = useWidth()
  const { plot, ...drawing } = drawHistogram(shape, width, height)
  const stops = shape.counts.flatMap((count, place) => (count > 0 || link === undefined ? place : []))
  const { stop, ...roving } = useRoving(stops)
  return (
    <figure className={styles['histogram']} aria-label={histogramName(shape)} ref={box}>
      <DrawingView {...drawing} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus among its bars */}
      <ul
        className={styles['columns']}
        style={{ left: plot.left, top: plot.top, width: plot.width, height: plot.height }}
        {...roving}
      >
        {shape.counts.map((count, place) => {
          const range = shape.ranges[place] ?? ''
          const words = `${range}: ${shape.format(count)}`
          const isLinked = link !== undefined && count > 0
          return (
            <li key={range} className={styles['column']} data-stop={place}>
              {isLinked ? link(place, words, place === stop) : <BarWords words={words} isStop={place === stop} />}
            </li>
          )
        })}
      </ul>
    </figure>
  )
}

function BarWords({ words, isStop }: { words: string; isStop: boolean }) {
  return (
    <span
      role="img"
      className={styles['words']}
      aria-label={words}
      data-tooltip={words}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip opens on focus
      tabIndex={isStop ? 0 : -1}
    />
  )
}

/** The width of an element, followed. */
export function useWidth() {
  const box = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(DEFAULT_WIDTH)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => {
      const measured = Math.floor(element.getBoundingClientRect().width)
      if (measured > 0) setWidth(measured)
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}
