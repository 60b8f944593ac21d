import type { CountRow, PedigreeRow, Totals } from '#contract/shapes/entities.ts'
import { countOf, formatCount, formatShare, wordFor } from '#domain/numbers.ts'
import { Term } from '#entities/terms/term.tsx'
import type { Bar } from '#ui/charts/bar-list.tsx'
import { BarPicture } from '#workspace/pictures/bar-picture.tsx'
import stack from '#ui/stack.module.css'

interface PedigreeTotalsProps {
  rows: readonly (CountRow | PedigreeRow)[]
  totals: Totals | null
  /** Whether the definition has an affection criterion. */
  hasAffected: boolean
  /** Whether the sizes of the families are drawn below. */
  hasSpreads?: boolean
}

/**
 * Families and their affected members. A back end without totals leaves the sum over collections, which counts a family
 * once per collection.
 */
export function PedigreeTotals({ rows: all, totals, hasAffected, hasSpreads = true }: PedigreeTotalsProps) {
  const rows = all.filter((row): row is PedigreeRow => 'pedigreeCount' in row)
  if (rows.length === 0) return null
  const pedigrees = totals?.pedigrees ?? rows.reduce((sum, row) => sum + row.pedigreeCount, 0)
  const affected = totals?.affected ?? rows.reduce((sum, row) => sum + (row.affectedCount ?? 0), 0)
  return (
    <>
      <dl className={stack['facts']}>
        <dt>
          <Term id="pedigree">Pedigrees</Term>
        </dt>
        <dd>{formatCount(pedigrees)}</dd>
        {hasAffected && (
          <>
            <dt>
              <Term id="affected" />
            </dt>
            <dd>{countOf(affected, 'individual')}</dd>
          </>
        )}
        {totals !== null && <Certainty totals={totals} />}
        {totals !== null && totals.placeholders !== null && totals.placeholders > 0 && (
          <>
            <dt>
              <Term id="placeholder">Without placeholders</Term>
            </dt>
            <dd>
              {countOf(totals.individuals - totals.placeholders, 'individual')};{' '}
              {countOf(totals.placeholders, 'placeholder relative')}, no data
            </dd>
          </>
        )}
      </dl>
      {hasSpreads && totals !== null && totals.bySize.length > 0 && (
        <Spreads totals={totals} hasAffected={hasAffected} />
      )}
    </>
  )
}

/** The number of pedigrees whose status does not depend on missing answers. */
function Certainty({ totals: { pedigrees, possible, certain } }: { totals: Totals }) {
  if (possible === 0 && certain === null) return null
  if (certain === null) {
    return (
      <>
        <dt>Uncertain</dt>
        <dd>{countOf(possible, 'pedigree')} depend on missing answers</dd>
      </>
    )
  }
  const mayCease = pedigrees - certain
  return (
    <>
      <dt>
        <Term id="certain" />
      </dt>
      <dd>{formatCount(certain)} qualify regardless of missing answers</dd>
      {mayCease > 0 && (
        <>
          <dt>Uncertain</dt>
          <dd>
            {formatCount(mayCease)} {wordFor(mayCease, 'is', 'are')} counted now, but depend on missing answers
          </dd>
        </>
      )}
      {possible > mayCease && (
        <>
          <dt>
            <Term id="possible" />
          </dt>
          <dd>{formatCount(possible - mayCease)} undetermined (missing answers)</dd>
        </>
      )}
    </>
  )
}

/** Families by number of members, with and without placeholders, and by number of affected members. */
export function spreadsOf(totals: Totals, hasAffected: boolean): readonly (readonly [string, Totals['bySize']])[] {
  const hasPlaceholders = (totals.placeholders ?? 0) > 0
  return [
    ['Members per pedigree', totals.bySize],
    ...(hasPlaceholders ? ([['Members, without placeholders', totals.bySizeSeen]] as const) : []),
    ...(hasAffected ? ([['Affected per pedigree', totals.byAffected]] as const) : []),
  ]
}

function Spreads({ totals, hasAffected }: { totals: Totals; hasAffected: boolean }) {
  return (
    <div className={stack['two']}>
      {spreadsOf(totals, hasAffected).map(([title, spread]) => (
        <section key={title} className={stack['section']} aria-label={title}>
          <h3>{title}</h3>
          <BarPicture
            title={title}
            columns={[title, 'Pedigrees']}
            label={title}
            bars={binned(spread)}
            format={formatCount}
            share={(count) => formatShare(count, totals.pedigrees)}
          />
        </section>
      ))}
    </div>
  )
}

interface SizesProps {
  title: string
  spread: Parameters<typeof binned>[0]
  families: number
}

/** Families by a number of their members, as bars. */
export function Sizes({ title, spread, families }: SizesProps) {
  return (
    <BarPicture
      title={title}
      columns={[title, 'Pedigrees']}
      label={title}
      bars={binned(spread, COARSE)}
      format={formatCount}
      share={(count) => formatShare(count, families)}
      isCompact
    />
  )
}

/** Up to `single` each value has its own bar; larger ones are grouped, up to the ends. */
interface Grouping {
  readonly single: number
  readonly ends: readonly number[]
}

const FINE: Grouping = { single: 10, ends: [15, 20, 30, 50, 100, 250, 1000] }

/** At most ten bars. */
export const COARSE: Grouping = { single: 6, ends: [10, 20] }

/** A histogram of families by a number, such as of members: small values each, larger ones grouped. */
export function binned(
  spread: readonly (readonly [number: number, families: number])[],
  grouping: Grouping = FINE,
): readonly Bar[] {
  const bars = new Map<string, { from: number; count: number }>()
  for (const [number, families] of spread) {
    const [from, to] = binOf(number, grouping)
    const key = from === to ? String(from) : to === Infinity ? `more than ${from - 1}` : `${from}–${to}`
    bars.set(key, { from, count: (bars.get(key)?.count ?? 0) + families })
  }
  return [...bars]
    .toSorted(([, one], [, other]) => one.from - other.from)
    .map(([key, { count }]) => ({ key, label: key, count }))
}

function binOf(number: number, { single, ends }: Grouping): readonly [number, number] {
  if (number <= single) return [number, number]
  let from = single + 1
  for (const end of ends) {
    if (number <= end) return [from, end]
    from = end + 1
  }
  return [from, Infinity]
}
