import type { CountRow, PedigreeRow } from '#contract/shapes/entities.ts'
import { SummaryHead, useCrossTable, useIsSuppressed } from '#entities/cohorts/counts/cross-table.tsx'
import { MemberPanels } from '#entities/cohorts/counts/member-panels.tsx'
import { Summary } from '#entities/cohorts/counts/summary.tsx'
import styles from '#entities/cohorts/counts/panels.module.css'

interface AppliedSummaryProps {
  rows: readonly (CountRow | PedigreeRow)[]
  variableName: string | null
  dataType: string
  valueWords: (value: string) => string
  hasAffected: boolean
}

/** The members of the applied definition. */
export function AppliedSummary({ rows, ...words }: AppliedSummaryProps) {
  const counts = rows.filter((row): row is CountRow => !('pedigreeCount' in row))
  if (counts.length > 0) return <AppliedMembers rows={counts} {...words} />
  return (
    <>
      <h2>Summary</h2>
      <Summary rows={rows} valueHeader="Value" valueWords={words.valueWords} hasAffected={words.hasAffected} />
    </>
  )
}

/** As on the page of a cohort: pictures, or at a key the table of all rows. */
function AppliedMembers({ rows, hasAffected, ...words }: AppliedSummaryProps & { rows: readonly CountRow[] }) {
  const { variableName, valueWords } = words
  const isTable = useCrossTable()
  const isSuppressed = useIsSuppressed(rows)
  return (
    <>
      <SummaryHead isTable={isTable} />
      {isTable ? (
        <Summary rows={rows} valueHeader={variableName ?? 'Value'} {...{ valueWords, hasAffected }} />
      ) : (
        <div className={styles['grid']} data-beside>
          <MemberPanels cohortId={null} rows={rows} isSuppressed={isSuppressed} {...words} />
        </div>
      )}
    </>
  )
}
