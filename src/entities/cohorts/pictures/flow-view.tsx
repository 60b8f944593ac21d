import type { ReactNode } from 'react'
import { flowTable, flowTitle, type FlowStep } from '#domain/cohorts/cohort-flow.ts'
import { drawFlow, FLOW_WIDTH, type FlowCell } from '#domain/pictures/draw-flow.ts'
import { DrawingView } from '#ui/charts/drawing-view.tsx'
import type { Picture } from '#ui/charts/picture-files.ts'
import { classNames } from '#ui/class-names.ts'
import { useRoving } from '#ui/use-roving.ts'
import { useWidth } from '#ui/use-width.ts'
import styles from '#entities/cohorts/pictures/flow.module.css'
import stack from '#ui/stack.module.css'

/** Pixels; a narrower pane scrolls the flow sideways. */
const LEAST_WIDTH = 340
/** The padding of the frame, for the focus ring. */
const FRAME = 6

interface FlowViewProps {
  /** The name of the cohort. */
  name: string
  steps: readonly FlowStep[]
  /** Newer numbers are loading. */
  isOlder?: boolean
  /** The link of a box or an arm. */
  link: (cell: FlowCell, isStop: boolean) => ReactNode
}

/** A flow; one box has the tab stop, arrow keys move along the flow, down and up along its boxes. */
export function FlowView({ name, steps, isOlder = false, link }: FlowViewProps) {
  const { box, width: measured } = useWidth(0)
  // Hidden until its width is known, before the first paint.
  const width = Math.min(FLOW_WIDTH, Math.max(LEAST_WIDTH, measured - FRAME))
  const { cells, ...drawing } = drawFlow(steps, width)
  const places = cells.map(({ part }, index) => 2 * index + (part === 'box' ? 0 : 1))
  const { stop, ...roving } = useRoving(places, 2)
  return (
    <figure ref={box} className={styles['frame']} aria-label={flowTitle(name, steps)} aria-busy={isOlder}>
      <div
        className={classNames(styles['flow'], isOlder && stack['dimmed'])}
        style={{ width, visibility: measured === 0 ? 'hidden' : 'visible' }}
      >
        <DrawingView {...drawing} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus among its boxes */}
        <ul className={styles['cells']} {...roving}>
          {cells.map((cell, index) => {
            const isStop = places[index] === stop
            const { x: left, y: top, width: cellWidth, height } = cell
            return (
              <li
                key={cell.key}
                className={styles['cell']}
                data-stop={places[index]}
                style={{ left, top, width: cellWidth, height }}
              >
                {link(cell, isStop)}
              </li>
            )
          })}
        </ul>
      </div>
    </figure>
  )
}

/** The flow in files. */
export function flowPicture(name: string, steps: readonly FlowStep[]): Picture {
  return { title: flowTitle(name, steps), draw: () => drawFlow(steps, FLOW_WIDTH), table: flowTable(steps) }
}
