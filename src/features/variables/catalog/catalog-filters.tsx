import { lazy, memo, Suspense, useCallback, useId, useState, type Ref } from 'react'
import type { SearchFilter } from '#contract/shapes/entities.ts'
import type { Facets } from '#contract/shapes/shapes-of-extensions.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import {
  CATALOG_FACETS,
  COHORT_PARAM,
  facetValueLabel,
  type CatalogFacet,
} from '#features/variables/catalog/catalog-filter.ts'
import { Button } from '#ui/button.tsx'
import styles from '#features/variables/catalog/catalog-filters.module.css'

// A combobox is larger than the catalog itself, whose rows come first.
const CohortPicker = lazy(async () => ({
  default: (await import('#entities/cohorts/cohort-picker.tsx')).CohortPicker,
}))

/** Initially shown values of a facet. */
const VALUES_SHOWN = 6

interface CatalogFiltersProps {
  filter: SearchFilter
  facets: Facets
  /** The number of variables that the search has. */
  total: number
  /** Whether the back end is still counting answers by collection. */
  isCounting: boolean
  onFilter: (param: string, value: string | null) => void
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  ref?: Ref<HTMLElement>
}

/** The catalog's facets with their numbers of variables; collapsed in a narrow pane. */
export const CatalogFilters = memo(function CatalogFilters(props: CatalogFiltersProps) {
  const { filter, facets, total, isCounting, onFilter, isOpen, onOpen, ref } = props
  const id = useId()
  const handleCohort = useCallback((cohortId: number) => onFilter(COHORT_PARAM, String(cohortId)), [onFilter])
  const chosen = Object.keys(filter).length
  return (
    <section ref={ref} className={styles['filters']} aria-label="Filters">
      <div className={styles['fold']}>
        <Button size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => onOpen(!isOpen)}>
          Filters{chosen > 0 && ` (${chosen})`}
        </Button>
      </div>
      <div id={id} className={styles['groups']} data-open={isOpen}>
        {/** First, because it is known before the response with the other facets. */}
        <div className={styles['cohort']}>
          <Suspense>
            <CohortPicker label="Answered in cohort" cohortId={filter.cohortId ?? null} onChoose={handleCohort} />
          </Suspense>
        </div>
        {CATALOG_FACETS.map(({ facet, param, label }) => (
          <FacetGroup
            key={facet}
            facet={facet}
            label={label}
            values={facets[facet] ?? []}
            total={total}
            isCounting={isCounting && facet === 'collection'}
            chosen={filter[facet] ?? null}
            onChoose={(value) => onFilter(param, value)}
          />
        ))}
      </div>
    </section>
  )
})

interface FacetGroupProps {
  facet: CatalogFacet
  label: string
  isCounting: boolean
  values: readonly (readonly [value: string, count: number])[]
  total: number
  chosen: string | null
  onChoose: (value: string | null) => void
}

/** One facet that splits the result, as native radio buttons: one tab stop, arrow keys in between. */
function FacetGroup({ facet, label, values, total, isCounting, chosen, onChoose }: FacetGroupProps) {
  const name = useId()
  const [isOpen, setIsOpen] = useState(chosen !== null)
  const [showsAll, setShowsAll] = useState(false)
  const known =
    values.some(([value]) => value === chosen) || chosen === null ? values : [...values, [chosen, 0] as const]
  const shown = showsAll ? known : known.filter(([value], place) => place < VALUES_SHOWN || value === chosen)
  const isSplit = chosen !== null || known.some(([, count]) => count < total)
  if (!isSplit && !isCounting) return null
  return (
    <details className={styles['group']} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {label}
        {chosen !== null && <span className={styles['chosen']}>{facetValueLabel(facet, chosen)}</span>}
      </summary>
      <fieldset className={styles['values']} aria-label={label}>
        <Choice name={name} label="Any" isChosen={chosen === null} onChoose={() => onChoose(null)} />
        {shown.map(([value, count]) => (
          <Choice
            key={value}
            name={name}
            label={facetValueLabel(facet, value)}
            count={count}
            share={total === 0 ? 0 : Math.min(1, count / total)}
            isChosen={value === chosen}
            onChoose={() => onChoose(value)}
          />
        ))}
        {isCounting && <p className={styles['count']}>Counting…</p>}
      </fieldset>
      {known.length > VALUES_SHOWN && (
        <Button size="small" variant="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${countOf(known.length, 'value')}`}
        </Button>
      )}
    </details>
  )
}

interface ChoiceProps {
  name: string
  label: string
  count?: number
  /** Of all variables found, 0 to 1. */
  share?: number
  isChosen: boolean
  onChoose: () => void
}

function Choice({ name, label, count, share = 0, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className={styles['choice']} data-any={count === undefined} style={{ ['--share' as string]: share }}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span className={styles['value']}>{label}</span>
      {count !== undefined && <span className={styles['count']}>{formatCount(count)}</span>}
    </label>
  )
}
