import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { CountRow } from '#contract/shapes/entities.ts'
import { collectionName, mayRead } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { formatCount, formatShare } from '#domain/numbers.ts'
import { cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { hiddenWords, pivotOf } from '#entities/cohorts/counts/count-pivot.ts'
import { NotCountedAnywhere } from '#entities/counts/count-notes.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { readerAtom } from '#entities/session/session.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import stack from '#ui/stack.module.css'

const OWN = 'you may read'
const LOCKED = 'counts only'

/** All individuals by collection, and which of them the reader may download. */
export function Collections() {
  const reader = useAtomValue(readerAtom)
  const summary = useAtomValue(cohortSummaryAtom(ROOT_COHORT_ID))
  return (
    <section className={stack['section']} aria-label="Individuals by collection">
      <h2>Individuals by collection</h2>
      <Loaded resource={summary} skeleton={<Skeleton lines={5} />}>
        {({ data }) => {
          const counts = data.filter((row): row is CountRow => !('pedigreeCount' in row))
          const { rows, total } = pivotOf(counts, 'collection', null)
          const open = rows.filter(({ key }) => mayRead(reader, key))
          const isPartlyOpen = open.length > 0 && open.length < rows.length
          return (
            <>
              <BarList
                label="Individuals by collection"
                bars={rows
                  .toSorted((one, other) => other.total.count - one.total.count)
                  .map(({ key, total: cell }) => ({
                    key,
                    label: `${collectionName(key)}, ${mayRead(reader, key) ? OWN : LOCKED}`,
                    count: cell.count,
                    size: hiddenWords(cell),
                  }))}
                format={formatCount}
                share={(count) => formatShare(count, total.count)}
              />
              <NotCountedAnywhere />
              <p className={stack['row']}>
                <CommandLink id="cohort.show" args={{ cohortId: ROOT_COHORT_ID }}>
                  Sex, age, diagnoses and families of all individuals
                </CommandLink>
                {isPartlyOpen && <CommandButton id="access.apply" args={{}} size="small" />}
              </p>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
