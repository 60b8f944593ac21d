import type { CountRow, PedigreeRow, Totals } from '#contract/shapes/entities.ts'
import { countOf, formatCount, formatShare, wordFor } from '#domain/numbers.ts'
import { Term } from '#entities/terms/term.tsx'
import { binned } from '#features/cohorts/set-sizes.ts'
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
