import type { CountRow, PedigreeRow } from '#contract/shapes/entities.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'
import { pivotOf, type Dimension } from '#features/cohorts/count-pivot.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import stack from '#ui/stack.module.css'

/** More bars push the table out of sight. */
const MOST_BARS = 6

/** A cohort's members by diagnosis and by collection; the table below has all rows. */
export function Composition({ rows: all }: { rows: readonly (CountRow | PedigreeRow)[] }) {
  const rows = all.filter((row): row is CountRow => !('pedigreeCount' in row))
  if (rows.length === 0) return null
  return (
    <div className={stack['two']}>
      <Bars rows={rows} by="dxNimh" title="Diagnosis" />
      <Bars rows={rows} by="collection" title="Collection" />
    </div>
  )
}

function Bars({ rows, by, title }: { rows: readonly CountRow[]; by: Dimension; title: string }) {
  const { rows: sums, total } = pivotOf(rows, by, null)
  const bars = sums
    .map(({ key, total: { count } }) => ({ key, label: key === '' ? 'not recorded' : key, count }))
    .toSorted((one, other) => other.count - one.count)
  const isDrawn = bars.some(({ key, count }) => key !== '' && count > 0)
  if (!isDrawn) return null
  const notes = [
    bars.length > MOST_BARS ? `${formatCount(bars.length - MOST_BARS)} more in the table.` : '',
    total.hidden > 0 ? 'Hidden counts are not drawn.' : '',
  ].filter(Boolean)
  return (
    <section className={stack['section']} aria-label={title}>
      <h3>{title}</h3>
      <BarList
        label={`Members by ${title.toLowerCase()}`}
        bars={bars.slice(0, MOST_BARS)}
        format={formatCount}
        share={(count) => formatShare(count, total.count)}
      />
      {notes.length > 0 && <p className={stack['muted']}>{notes.join(' ')}</p>}
    </section>
  )
}
