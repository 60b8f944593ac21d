import styles from '#ui/tables/identifier.module.css'

interface Part {
  /** Index in the text. */
  readonly start: number
  readonly text: string
  readonly isMarked: boolean
}

interface IdentifierProps {
  text: string
  /** The parts of the text to mark. */
  parts?: readonly Part[]
}

/** Visible characters at each end, in a narrow and in a wide pane. */
const NARROW = { head: 9, tail: 5 }
const WIDE = { head: 17, tail: 10 }

/**
 * An identifier on one line. A long one has an ellipsis in its middle, and its full text in the tooltip and on copy:
 * the hidden characters stay in the text.
 */
export function Identifier({ text, parts }: IdentifierProps) {
  const isShort = text.length <= NARROW.head + NARROW.tail + 1
  const isLong = text.length > WIDE.head + WIDE.tail + 1
  const ends = isLong ? WIDE : NARROW
  const tail = text.length - NARROW.tail
  const zones = isShort
    ? [{ start: 0, end: text.length }]
    : [
        { start: 0, end: NARROW.head },
        { start: NARROW.head, end: ends.head, className: styles['inner'] },
        { start: ends.head, end: text.length - ends.tail, className: styles['middle'] },
        { start: text.length - ends.tail, end: tail, className: styles['inner'] },
        { start: tail, end: text.length },
      ]
  return (
    <span className={styles['identifier']} title={isShort ? undefined : text} data-long={isLong}>
      {zones.map(({ start, end, className }) =>
        start === end ? null : (
          <span key={start} className={className}>
            {partsWithin(parts ?? [{ start: 0, text, isMarked: false }], start, end)}
          </span>
        ),
      )}
    </span>
  )
}

function partsWithin(parts: readonly Part[], start: number, end: number) {
  return parts.map((part) => {
    const piece = part.text.slice(Math.max(0, start - part.start), Math.max(0, end - part.start))
    return part.isMarked && piece !== '' ? <mark key={part.start}>{piece}</mark> : piece
  })
}
