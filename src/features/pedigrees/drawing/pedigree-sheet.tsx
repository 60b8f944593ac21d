import { useMemo, useRef, type KeyboardEvent } from 'react'
import { Link, type To } from 'react-router-dom'
import type { PedigreeDrawing as Pedigree } from '#contract/shapes/entities.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { generationNumeral, PedigreeSymbol } from '#features/pedigrees/drawing/pedigree-drawing.tsx'
import { UnionLines } from '#features/pedigrees/drawing/pedigree-lines.tsx'
import { LARGEST_WHOLE } from '#features/pedigrees/drawing/pedigree-view.tsx'
import { layoutOf, pointOf, sizeOfDrawing } from '#features/pedigrees/layout/layout.ts'
import { Identifier } from '#ui/tables/identifier.tsx'
import { nextPlace } from '#ui/use-roving.ts'
import { useWidth } from '#ui/use-width.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/pedigrees/drawing/pedigree.module.css'

interface PedigreeSheetProps {
  pedigrees: readonly Pedigree[]
  /** The position of the first one among all, from 1. */
  first: number
  /** The position of the pedigree with the tab stop. */
  place: number
  onPlace: (place: number) => void
  /** The address of a large drawing. */
  addressOf: (place: number) => To
  hasTrait: boolean
}

/** The columns that the style sheet makes: pixels of a thumbnail, at least, and between two. */
const THUMBNAIL_WIDTH = 170
const GAP = 8
const MOST_COLUMNS = 4
const USUAL_WIDTH = 840

/** Small drawings of some pedigrees; one has the tab stop, arrow keys move it, Enter opens it large. */
export function PedigreeSheet({ pedigrees, first, place, onPlace, addressOf, hasTrait }: PedigreeSheetProps) {
  const { box, width } = useWidth(USUAL_WIDTH)
  const list = useRef<HTMLUListElement>(null)
  const columns = Math.min(MOST_COLUMNS, Math.max(1, Math.floor((width + GAP) / (THUMBNAIL_WIDTH + GAP))))
  const active = Math.min(Math.max(0, place - first), pedigrees.length - 1)
  const places = pedigrees.map((_, index) => index)
  const focus = (index: number) => list.current?.querySelectorAll('a')[index]?.focus()
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const next = nextPlace(places, active, event.key, columns)
    if (next === undefined) return
    event.preventDefault()
    focus(next)
  }
  usePaneActions({
    'list.next': { available: true, run: () => focus(Math.min(active + 1, pedigrees.length - 1)) },
    'list.previous': { available: true, run: () => focus(Math.max(active - 1, 0)) },
  })
  return (
    <section ref={box} aria-label="Contact sheet">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus among its links */}
      <ul ref={list} className={styles['sheet']} onKeyDown={handleKeyDown}>
        {pedigrees.map((pedigree, index) => (
          <li key={pedigree.familyId}>
            <Link
              className={styles['thumbnail']}
              to={addressOf(first + index)}
              tabIndex={index === active ? 0 : -1}
              aria-current={index === active}
              onFocus={() => onPlace(first + index)}
            >
              <Thumbnail pedigree={pedigree} hasTrait={hasTrait} />
              <span className={styles['caption']}>
                <Identifier text={pedigree.familyId} />
                <span>
                  {countOf(pedigree.members.length, 'member')}
                  {hasTrait && `, ${formatCount(pedigree.affected)} affected`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Smaller drawings are not enlarged. */
const LEAST = { width: 280, height: 224 }
/** The font size of numerals in a drawing of the least width. */
const NUMERAL_SIZE = 18

function Thumbnail({ pedigree: { members }, hasTrait }: { pedigree: Pedigree; hasTrait: boolean }) {
  const layout = useMemo(() => (members.length > LARGEST_WHOLE ? null : layoutOf(members)), [members])
  if (layout === null) return <span className={styles['picture']}>Too large for a thumbnail</span>
  const drawn = sizeOfDrawing(layout.width, layout.rows.length)
  const height = Math.max(drawn.height, LEAST.height)
  // The numerals are as large in wide families, to be legible.
  const size = (NUMERAL_SIZE * Math.max(drawn.width, LEAST.width)) / LEAST.width
  const left = Math.min((drawn.width - LEAST.width) / 2, -size)
  const width = Math.max(drawn.width, (drawn.width + LEAST.width) / 2) - left
  const view = `${left} ${(drawn.height - height) / 2} ${width} ${height}`
  return (
    <svg className={styles['picture']} viewBox={view} aria-hidden="true">
      <g className={styles['lines']}>
        {layout.unions.map((union) => (
          <UnionLines key={union.key} union={union} layout={layout} />
        ))}
      </g>
      {layout.rows.map((row, generation) => (
        <text
          key={generationNumeral(generation)}
          className={styles['generation']}
          x={left}
          y={pointOf({ x: 0, row: generation }).y + size / 3}
          style={{ fontSize: size }}
        >
          {row.length > 0 && generationNumeral(generation)}
        </text>
      ))}
      {layout.rows.flat().map((placed) => {
        const { x, y } = pointOf(placed)
        return (
          <g key={placed.id} transform={`translate(${x} ${y})`}>
            <PedigreeSymbol member={placed.member} hasTrait={hasTrait} />
          </g>
        )
      })}
    </svg>
  )
}
