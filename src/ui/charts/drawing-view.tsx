import { FONT_SIZE, type Drawing, type Mark } from '#domain/pictures/marks.ts'
import styles from '#ui/charts/drawing.module.css'

/** A drawing on screen; its words for screen readers are beside it. */
export function DrawingView({ width, height, marks }: Drawing) {
  return (
    <svg
      className={styles['drawing']}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {marks.map((mark, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- marks have no identity but their order
        <MarkView key={place} mark={mark} />
      ))}
    </svg>
  )
}

function MarkView({ mark }: { mark: Mark }) {
  const paint = mark.paint
  switch (mark.shape) {
    case 'rect':
      return (
        <rect
          data-paint={paint}
          x={mark.x}
          y={mark.y}
          width={mark.width}
          height={mark.height}
          fillOpacity={mark.strength}
        />
      )
    case 'line':
      return <line data-paint={paint} x1={mark.x} y1={mark.y} x2={mark.toX} y2={mark.toY} />
    case 'dot':
    case 'ring':
      return (
        <circle
          data-paint={paint}
          data-shape={mark.shape}
          cx={mark.x}
          cy={mark.y}
          r={mark.radius}
          fillOpacity={mark.strength}
        />
      )
    case 'area':
      return <polygon data-paint={paint} points={mark.points.join(' ')} />
    case 'text':
      return (
        <text data-paint={paint} x={mark.x} y={mark.y} textAnchor={mark.anchor} fontSize={FONT_SIZE}>
          {mark.text}
        </text>
      )
  }
}

/** The words of an area of a picture without a link, such as a bar or a box: read by arrow keys, shown as a tooltip. */
export function AreaWords({ words, isStop }: { words: string; isStop: boolean }) {
  return (
    <span
      role="img"
      className={styles['area']}
      aria-label={words}
      data-tooltip={words}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip opens on focus
      tabIndex={isStop ? 0 : -1}
    />
  )
}
