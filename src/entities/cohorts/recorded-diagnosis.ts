import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { DescribedVariable } from '#contract/shapes/entities.ts'
import { cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { comparedSummaries } from '#entities/comparing/compared-table.tsx'

type GroupAnswers = DescribedVariable['groups'][number]

interface RecordedDiagnosis {
  /** The diagnoses of the members in the form of answers; without one they are missing. */
  readonly groups: readonly GroupAnswers[]
  /** The places of pedigree sets, which are counted by collection only. */
  readonly uncounted: readonly number[]
}

/** The diagnoses (`dx_nimh`) in the records of cohorts; null while they load, undefined if they cannot be read. */
export function useRecordedDiagnosis(cohortIds: readonly number[]): RecordedDiagnosis | null | undefined {
  const key = cohortIds.join()
  const diagnosisAtom = useMemo(
    () =>
      atom((get) => {
        const summaries = key === '' ? [] : key.split(',').map((id) => get(cohortSummaryAtom(Number(id))))
        const known = summaries.flatMap(({ data }) => (data ? [data.data] : []))
        if (known.length < summaries.length) return summaries.some(({ error }) => error) ? undefined : null
        const rows = comparedSummaries(known, 'dxNimh')
        return {
          groups: known.map((_, place) => groupOf(rows.map((row) => [row.key, row.cells[place]?.count ?? null]))),
          uncounted: known.flatMap((some, place) => (some.some((row) => 'pedigreeCount' in row) ? [place] : [])),
        }
      }),
    [key],
  )
  return useAtomValue(diagnosisAtom)
}

function groupOf(counts: readonly (readonly [string, number | null])[]): GroupAnswers {
  const recorded = counts.filter(([diagnosis]) => diagnosis !== '')
  const missing = counts.find(([diagnosis]) => diagnosis === '')
  return {
    answered: recorded.reduce<number | null>(
      (sum, [, count]) => (sum === null || count === null ? null : sum + count),
      0,
    ),
    unknown: missing ? missing[1] : 0,
    noRecord: 0,
    notCounted: 0,
    leftOut: [],
    categories: recorded.map(([diagnosis, count]) => [diagnosis, count]),
    mean: null,
    sd: null,
    quantiles: null,
  }
}
