import { useState } from 'react'
import type { CountRow, PedigreeRow } from '#contract/shapes/entities.ts'
import { dimensionsOf, type Dimension } from '#entities/cohorts/counts/count-pivot.ts'
import { CountTable } from '#entities/cohorts/counts/count-table.tsx'
import { SummaryPivot } from '#entities/cohorts/counts/summary-pivot.tsx'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import stack from '#ui/stack.module.css'

interface SummaryProps {
  rows: readonly (CountRow | PedigreeRow)[]
  valueHeader: string
  /** A code with its meaning. */
  valueWords: (value: string) => string
  /** Pedigrees only: whether the definition has an affection criterion. */
  hasAffected?: boolean
}

const NAMES: Record<Exclude<Dimension, 'value'>, string> = {
  collection: 'Collection',
  studyId: 'Study',
  consent: 'Consent',
  dxNimh: 'Diagnosis',
}

/** A cohort's summary: every row, or sums by dimension, as a table or as bars. */
export function Summary({ rows, valueHeader, valueWords, hasAffected = true }: SummaryProps) {
  const counts = rows.filter((row): row is CountRow => !('pedigreeCount' in row))
  const [by, setBy] = useState<Dimension | 'all'>('all')
  const [across, setAcross] = useState<Dimension | 'none'>('none')
  const [look, setLook] = useState<'table' | 'bars'>('table')
  const dimensions = dimensionsOf(counts)
  const table = <CountTable rows={rows} valueHeader={valueHeader} valueWords={valueWords} hasAffected={hasAffected} />
  if (dimensions.length === 0) return table

  const headers: Record<Dimension, string> = { value: valueHeader, ...NAMES }
  const options = dimensions.map((value) => ({ value, label: headers[value] }))
  const chosen = dimensions.find((dimension) => dimension === by) ?? null
  const crossed = dimensions.find((dimension) => dimension === across && dimension !== chosen) ?? null
  return (
    <>
      <div className={stack['row']}>
        <ChoiceBar<Dimension | 'all'>
          label="Count by"
          value={chosen ?? 'all'}
          options={[{ value: 'all', label: 'All columns' }, ...options]}
          onChange={setBy}
        />
        {chosen !== null && (
          <ChoiceBar
            label="As"
            value={look}
            options={[
              { value: 'table', label: 'Table' },
              { value: 'bars', label: 'Bars' },
            ]}
            onChange={setLook}
          />
        )}
      </div>
      {chosen !== null && look === 'table' && options.length > 1 && (
        <div className={stack['narrow']}>
          <SelectField<Dimension | 'none'>
            label="Cross-tabulate with"
            value={crossed ?? 'none'}
            options={[{ value: 'none', label: 'nothing' }, ...options.filter(({ value }) => value !== chosen)]}
            onChange={setAcross}
          />
        </div>
      )}
      {chosen === null ? (
        table
      ) : (
        <SummaryPivot
          rows={counts}
          by={chosen}
          across={crossed}
          headers={headers}
          wordsOf={(dimension, key) => (key === '' ? '–' : dimension === 'value' ? valueWords(key) : key)}
          isDrawn={look === 'bars'}
        />
      )}
    </>
  )
}
