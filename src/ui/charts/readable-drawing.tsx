import type { ReactNode } from 'react'
import type { Area, ReadableDrawing } from '#domain/pictures/marks.ts'
import { AreaWords, DrawingView } from '#ui/charts/drawing-view.tsx'
import { useRoving } from '#ui/use-roving.ts'
import { useWidth } from '#ui/use-width.ts'
import styles from '#ui/charts/histogram.module.css'

interface ReadableDrawingViewProps {
  /** For screen readers: "Mosaic plot of SEX by DX, 1,234 individuals". */
  name: string
  draw: (width: number) => ReadableDrawing
  /** The columns of a grid; 0 for a single row. */
  columns?: number
  /** The link of an area. */
  link?: ((area: Area, isStop: boolean) => ReactNode) | undefined
  /** The place of the area with the focus or below the pointer. */
  onActive?: ((place: number) => void) | undefined
}

/** Until it is measured. */
const DEFAULT_WIDTH = 560

/** A drawing at the width of its frame; one area has the tab stop, and arrow keys move it. */
export function ReadableDrawingView({ name, draw, columns = 0, link, onActive }: ReadableDrawingViewProps) {
  const { box, width } = useWidth(DEFAULT_WIDTH)
  const { areas, ...drawing } = draw(width)
  const { stop, ...roving } = useRoving(
    areas.map(({ place }) => place),
    columns,
  )
  return (
    <figure className={styles['histogram']} aria-label={name} ref={box}>
      <DrawingView {...drawing} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus among its areas */}
      <ul className={styles['areas']} {...roving}>
        {areas.map((area) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notices which area is read
          <li
            key={area.place}
            className={styles['area']}
            data-stop={area.place}
            style={{ left: area.x, top: area.y, width: area.width, height: area.height }}
            onFocus={() => onActive?.(area.place)}
            onPointerEnter={() => onActive?.(area.place)}
          >
            {link?.(area, area.place === stop) ?? <AreaWords words={area.words} isStop={area.place === stop} />}
          </li>
        ))}
      </ul>
    </figure>
  )
}
