import { useAtomValue } from 'jotai'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Cohort } from '#contract/shapes.ts'
import { cohortKind, type CohortKind } from '#domain/cohorts.ts'
import { COHORT_KIND_UNKNOWN, COHORTS_NOT_LOADED, NO_RESULTS } from '#domain/messages.ts'
import { formatCount } from '#domain/numbers.ts'
import { foldText } from '#domain/search-words.ts'
import { cohortWords } from '#contract/cohort-words.ts'
import { cohortsAtom } from '#entities/cohorts.ts'
import { Loaded } from '#entities/loaded.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/text-field.tsx'
import { ListGrid } from '#workspace/list-grid.tsx'
import { usePaneActions } from '#workspace/pane-actions.ts'
import { usePaneTitle } from '#workspace/pane-title.ts'

const KIND_NAMES: Record<CohortKind, string> = {
  all: 'All Individuals',
  subset: 'Subset',
  compound: 'Compound Set',
  pedigree: 'Pedigrees',
  unknown: COHORT_KIND_UNKNOWN,
}

/** Lists show a search of their own once they pass so many rows. */
const ROWS_WITHOUT_SEARCH = 10

/** All of the user's cohorts with their sizes. */
export default function CohortsScreen() {
  usePaneTitle('Cohorts')
  const cohorts = useAtomValue(cohortsAtom)
  return (
    <div className={stack['screen']}>
      <div className={stack['row']}>
        <CommandButton id="cohort.new-subset" args={{}} />
        <CommandButton id="cohort.new-compound" args={{}} />
        <CommandButton id="pedigree.new" args={{}} />
      </div>
      <Loaded resource={cohorts} failure={COHORTS_NOT_LOADED}>
        {(all) => <CohortList cohorts={all} />}
      </Loaded>
    </div>
  )
}

function CohortList({ cohorts }: { cohorts: readonly Cohort[] }) {
  const [text, setText] = useState('')
  const search = useDeferredValue(foldText(text.trim()))
  const field = useRef<HTMLInputElement>(null)
  const hasSearch = cohorts.length > ROWS_WITHOUT_SEARCH
  usePaneActions({
    search: {
      available: hasSearch || { because: 'The list is short enough to see at a glance.' },
      run: () => field.current?.focus(),
    },
  })
  const found = useMemo(
    () => cohorts.filter((cohort) => foldText(`${cohort.name} ${cohort.description}`).includes(search)),
    [cohorts, search],
  )
  return (
    <section className={stack['section']}>
      {hasSearch && (
        <TextField ref={field} label="Search cohorts" type="search" value={text} onChange={setText} isOptional />
      )}
      {found.length === 0 ? (
        <Notice title={NO_RESULTS} />
      ) : (
        <ListGrid
          label="Cohorts"
          columns={COLUMNS}
          rows={found}
          rowKey={(cohort) => String(cohort.cohortid)}
          invocation={(cohort) => ({ id: 'cohort.show', args: { cohortId: cohort.cohortid } })}
        />
      )}
      {cohorts.length === 1 && (
        <Notice title="You have not built a cohort yet." actions={<CommandButton id="cohort.new-subset" args={{}} />}>
          A subset holds those whose answer to a variable meets a condition.
        </Notice>
      )}
    </section>
  )
}

const COLUMNS: readonly Column<Cohort>[] = [
  {
    key: 'name',
    header: 'Name',
    sortValue: (cohort) => cohort.name,
    cell: (cohort) => (
      <CommandLink id="cohort.show" args={{ cohortId: cohort.cohortid }} isInGrid>
        {cohort.name}
      </CommandLink>
    ),
  },
  {
    key: 'kind',
    isMinor: true,
    header: 'Kind',
    sortValue: (cohort) => kindName(cohort),
    cell: (cohort) => kindName(cohort),
  },
  {
    key: 'size',
    header: 'Individuals',
    align: 'end',
    sortValue: (cohort) => cohort.rowcount,
    cell: (cohort) => (cohort.rowcount === null ? 'hidden' : formatCount(cohort.rowcount)),
  },
  { key: 'definition', isMinor: true, header: 'Definition', cell: (cohort) => cohortWords(cohort) },
]

function kindName(cohort: Cohort): string {
  return KIND_NAMES[cohortKind(cohort.constraint_type)]
}
