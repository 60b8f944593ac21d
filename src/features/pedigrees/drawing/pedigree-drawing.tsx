import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { PedigreeMember } from '#contract/shapes/entities.ts'
import { UnionLines } from '#features/pedigrees/drawing/pedigree-lines.tsx'
import type { Kinship } from '#features/pedigrees/layout/kinship.ts'
import { pointOf, sizeOfDrawing, SYMBOL, type PedigreeLayout, type Placed } from '#features/pedigrees/layout/layout.ts'
import styles from '#features/pedigrees/drawing/pedigree.module.css'

interface PedigreeDrawingProps {
  label: string
  layout: PedigreeLayout
  /** The member with the tab stop. */
  activeId: string
  onActive: (id: string) => void
  hasTrait: boolean
  /** Null fits the drawing to its container. */
  zoom: number | null
}

/** A pedigree by generations; arrow keys move between relatives, and each symbol has a text alternative. */
export function PedigreeDrawing({ label, layout, activeId, onActive, hasTrait, zoom }: PedigreeDrawingProps) {
  const picture = useRef<SVGSVGElement>(null)
  const wantsFocus = useRef(false)
  const { width, height } = sizeOfDrawing(layout.width, layout.rows.length)
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const active = picture.current?.querySelector<SVGElement>('[tabindex="0"]')
    active?.focus({ preventScroll: true })
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = neighbourOf(layout, activeId, event.key)
    if (next === undefined) return
    event.preventDefault()
    wantsFocus.current = true
    onActive(next)
  }

  return (
    <div className={styles['frame']}>
      <svg
        ref={picture}
        className={styles['picture']}
        viewBox={`0 0 ${width} ${height}`}
        width={zoom === null ? undefined : width * zoom}
        height={zoom === null ? undefined : height * zoom}
        style={zoom === null ? { maxWidth: width * 1.25, maxHeight: 'min(70vh, 640px)' } : undefined}
      >
        <g className={styles['lines']} aria-hidden="true">
          {layout.unions.map((union) => (
            <UnionLines key={union.key} union={union} layout={layout} />
          ))}
        </g>
        <g className={styles['generation']} aria-hidden="true">
          {layout.rows.map((_, row) => (
            <text key={generationNumeral(row)} x={2} y={pointOf({ x: 0, row }).y + 4}>
              {generationNumeral(row)}
            </text>
          ))}
        </g>
        <g role="listbox" aria-label={label} onKeyDown={handleKeyDown}>
          {layout.rows.flat().map((placed) => (
            <Person
              key={placed.id}
              placed={placed}
              words={memberWords(placed.member, layout.kinship, hasTrait)}
              isActive={placed.id === activeId}
              hasTrait={hasTrait}
              onActive={onActive}
            />
          ))}
        </g>
      </svg>
    </div>
  )
}

interface PersonProps {
  placed: Placed
  words: string
  isActive: boolean
  hasTrait: boolean
  onActive: (id: string) => void
}

function Person({ placed, words, isActive, hasTrait, onActive }: PersonProps) {
  const { x, y } = pointOf(placed)
  return (
    <g
      role="option"
      aria-selected={isActive}
      aria-label={words}
      tabIndex={isActive ? 0 : -1}
      className={styles['person']}
      transform={`translate(${x} ${y})`}
      onClick={() => onActive(placed.id)}
      onFocus={() => onActive(placed.id)}
    >
      <rect className={styles['ring']} x={-SYMBOL} y={-SYMBOL} width={2 * SYMBOL} height={2 * SYMBOL + 14} rx={6} />
      <PedigreeSymbol member={placed.member} hasTrait={hasTrait} />
      <text className={styles['id']} y={SYMBOL / 2 + 15} textAnchor="middle" aria-hidden="true">
        {shortId(placed.id)}
      </text>
    </g>
  )
}

/** Shortened in the middle. Ids of one family often share a prefix: the end is longer. */
export function shortId(id: string): string {
  return id.length <= 8 ? id : `${id.slice(0, 2)}…${id.slice(-5)}`
}

const TENS = ['', 'X', 'XX', 'XXX']
const ONES = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']

/** Generations are numbered I, II, III from the oldest, which is 0 here. */
export function generationNumeral(generation: number): string {
  const number = generation + 1
  return `${TENS[Math.floor(number / 10)] ?? ''}${ONES[number % 10] ?? ''}`
}

/** Up to a parent, down to a child, sideways within the generation. */
function neighbourOf({ rows, kinship, places }: PedigreeLayout, id: string, key: string): string | undefined {
  const row = rows[places.get(id)?.row ?? 0] ?? []
  const index = row.findIndex((placed) => placed.id === id)
  const byKey: Record<string, string | undefined> = {
    ArrowUp: kinship.parentsOf(id)[0],
    ArrowDown: kinship.childrenOf(id)[0],
    ArrowLeft: row[index - 1]?.id,
    ArrowRight: row[index + 1]?.id,
    Home: row[0]?.id,
    End: row.at(-1)?.id,
  }
  return byKey[key]
}

const HALF = SYMBOL / 2

interface PedigreeSymbolProps {
  member: PedigreeMember
  /** Whether a trait is shown: an answer can be missing only then. */
  hasTrait: boolean
}

/** A member in standard pedigree notation: a square for a man, a circle for a woman, filled if affected. */
export function PedigreeSymbol({ member, hasTrait }: PedigreeSymbolProps) {
  const { affected, placeholder, deceased, proband } = member
  return (
    <g className={styles['symbol']} data-affected={affected === true} data-placeholder={placeholder}>
      <Outline sex={member.sex} />
      {hasTrait && affected === null && !placeholder && (
        <text y={4.5} textAnchor="middle" className={styles['mark']}>
          ?
        </text>
      )}
      {deceased && <path className={styles['stroke']} d={`M${-HALF - 6} ${HALF + 6}L${HALF + 6} ${-HALF - 6}`} />}
      {proband && <path className={styles['arrow']} d={`M${-HALF - 17} ${HALF + 8}l13 -8m0 0l-7.5 0m7.5 0l-4 6`} />}
    </g>
  )
}

function Outline({ sex }: Pick<PedigreeMember, 'sex'>) {
  if (sex === 'M') return <rect x={-HALF} y={-HALF} width={SYMBOL} height={SYMBOL} />
  if (sex === 'F') return <circle r={HALF} />
  return <path d={`M0 ${-HALF - 3}L${HALF + 3} 0L0 ${HALF + 3}L${-HALF - 3} 0Z`} />
}

export function sexWords(sex: string | null): string {
  if (sex === 'M') return 'man'
  if (sex === 'F') return 'woman'
  return 'sex unknown'
}

export function affectedWords({ affected, placeholder }: PedigreeMember, hasTrait: boolean): string {
  if (!hasTrait || placeholder) return ''
  if (affected === null) return 'answer missing'
  return affected ? 'affected' : 'not affected'
}

/** Further marks of a member in the drawing. */
export function markWords(member: PedigreeMember): readonly string[] {
  const { placeholder, proband, deceased, twinOf: twin, identical } = member
  const twins = identical === null ? 'twin' : identical ? 'identical twin' : 'twin, not identical'
  return [
    ...(proband ? ['proband'] : []),
    ...(deceased ? ['deceased'] : []),
    ...(placeholder ? ['placeholder'] : []),
    ...(twin === null ? [] : [`${twins} of ${twin}`]),
  ]
}

/** The text alternative of a member's symbol. */
export function memberWords(member: PedigreeMember, kinship: Kinship, hasTrait: boolean): string {
  const parents = kinship.parentsOf(member.individualId)
  const partners = kinship.partnersOf(member.individualId)
  return [
    member.individualId,
    sexWords(member.sex),
    affectedWords(member, hasTrait),
    ...markWords(member),
    parents.length === 0 ? '' : `child of ${parents.join(' and ')}`,
    partners.length === 0 ? '' : `partner of ${partners.join(' and ')}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
