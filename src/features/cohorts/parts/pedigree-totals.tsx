import type { CountRow, PedigreeRow, Totals } from '#contract/shapes.ts'
import { formatCount } from '#domain/numbers.ts'
import stack from '#ui/stack.module.css'

/**
 * Families, and affected members among them. A back end that does not count families across collections leaves the
 * sum over collections, which counts a family once in each.
 */
export function PedigreeTotals(props: { rows: readonly (CountRow | PedigreeRow)[]; totals: Totals | null }) {
  const rows = props.rows.filter((row): row is PedigreeRow => 'pedigree_count' in row)
  if (rows.length === 0) return null
  const pedigrees = props.totals?.pedigrees ?? rows.reduce((sum, row) => sum + row.pedigree_count, 0)
  const affected = props.totals?.affected ?? rows.reduce((sum, row) => sum + (row.affected_count ?? 0), 0)
  return (
    <dl className={stack['facts']}>
      <dt>Pedigrees</dt>
      <dd>{formatCount(pedigrees)}</dd>
      <dt>Affected</dt>
      <dd>{formatCount(affected)}</dd>
      {props.totals?.possible !== undefined && props.totals.possible > 0 && (
        <>
          <dt>Uncertain</dt>
          <dd>{formatCount(props.totals.possible)} pedigrees hang on missing answers</dd>
        </>
      )}
    </dl>
  )
}
