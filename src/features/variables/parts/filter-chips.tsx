import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { SearchFilter } from '#contract/variables.ts'
import { cohortsAtom } from '#entities/cohorts.ts'
import { CATALOG_FACETS, COHORT_PARAM, facetValueLabel } from '#features/variables/catalog-filter.ts'
import { Button } from '#ui/button.tsx'
import stack from '#ui/stack.module.css'
import { usePaneActions } from '#workspace/pane-actions.ts'

interface FilterChipsProps {
  filter: SearchFilter
  onFilter: (param: string, value: string | null) => void
  onClear: () => void
}

/** What the catalog is narrowed by, each with a way to let it go. */
export function FilterChips({ filter, onFilter, onClear }: FilterChipsProps) {
  const cohorts = useAtomValue(cohortsAtom).data
  const chips: { param: string; label: string; value: string }[] = CATALOG_FACETS.flatMap(({ facet, param, label }) => {
    const value = filter[facet]
    return value == null ? [] : [{ param, label, value: facetValueLabel(facet, value) }]
  })
  const { cohortid } = filter
  if (cohortid != null) {
    const name = cohorts?.find((cohort) => cohort.cohortid === cohortid)?.name ?? `cohort ${cohortid}`
    chips.push({ param: COHORT_PARAM, label: 'Answered in cohort', value: name })
  }
  usePaneActions(chips.length === 0 ? {} : { 'list.clear-filters': { available: true, run: onClear } })
  if (chips.length === 0) return null
  return (
    <ul className={stack['row']} aria-label="Filters chosen">
      {chips.map(({ param, label, value }) => (
        <li key={param}>
          <Button size="small" aria-label={`Leave out ${label}: ${value}`} onClick={() => onFilter(param, null)}>
            {label}: {value} ×
          </Button>
        </li>
      ))}
      <li>
        <CommandButton id="list.clear-filters" args={{}} size="small" variant="quiet">
          Clear all
        </CommandButton>
      </li>
    </ul>
  )
}
