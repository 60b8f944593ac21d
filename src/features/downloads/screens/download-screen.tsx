import { useAtom, useAtomValue, atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { offered } from '#command-kit/arguments.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { Cohort, VariableSet } from '#contract/shapes/entities.ts'
import { NO_COLLECTION_OF_COHORT, NO_COLLECTIONS, NO_VARIABLE_SETS } from '#domain/messages.ts'
import { CohortPicker, SavedItemPicker, type IdPickerProps } from '#entities/cohorts/cohort-picker.tsx'
import { cohortAtom, cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { CollectionAccess } from '#entities/session/collection-access.tsx'
import { accessAtom, readerAtom } from '#entities/session/session.ts'
import { variableSetRowsAtom } from '#entities/sources/choice-rows.ts'
import { variableSetAtom, variableSetsAtom } from '#entities/variable-sets/variable-sets.ts'
import { DownloadJobs } from '#features/downloads/download-jobs.tsx'
import { FileSection } from '#features/downloads/file-section.tsx'
import { lastSetAtom } from '#features/downloads/last-set.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/downloads/screens/download.module.css'
import stack from '#ui/stack.module.css'

// It waits for the definition of the cohort.
const LackedVersions = lazy(async () => ({
  default: (await import('#features/downloads/lacked-versions.tsx')).LackedVersions,
}))

interface ChosenIds {
  readonly cohortId?: number
  readonly variableSetId?: number
}

/** A variable set for a cohort as a CSV file. */
export default function DownloadScreen({ args }: ScreenProps<ChosenIds>) {
  const { cohortId = null, variableSetId = null } = args
  const [, setParams] = useSearchParams()
  const cohortResource = useAtomValue(cohortAtom(cohortId ?? 0))
  const sets = useAtomValue(variableSetsAtom)
  const [lastSetId, setLastSetId] = useAtom(lastSetAtom)
  const setId = variableSetId ?? presetOf(sets.data ?? [], lastSetId)
  const setResource = useAtomValue(variableSetAtom(setId ?? 0))
  const cohort = cohortResource.data ?? null
  const set = setResource.data ?? null
  // Render together: sections that arrive later would shift earlier ones.
  const isComing = sets.isPending || (cohortId !== null && cohortResource.isPending)
  const missing = [...(cohort ? [] : ['a cohort']), ...(set ? [] : ['a variable set'])]
  const forThis = { downloadOf: cohortId }
  usePaneActions({ 'variable-set.new': offered(forThis) })
  const choose = (name: 'cohort' | 'set') => (id: number) => {
    if (name === 'set') setLastSetId(id)
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        next.set(name, String(id))
        return next
      },
      { replace: true },
    )
  }

  return (
    <div className={stack['screen']}>
      <div className={styles['choices']}>
        <div>
          <CohortPicker label="Cohort" cohortId={cohortId} onChoose={choose('cohort')} />
        </div>
        <div>
          <VariableSetPicker label="Variable set" variableSetId={setId} onChoose={choose('set')} />
          <CommandButton id="variable-set.new" args={forThis} size="small" variant="quiet" />
        </div>
      </div>
      {!isComing && sets.data?.length === 0 && (
        <Notice title={NO_VARIABLE_SETS} actions={<CommandLink id="variable-set.new" args={forThis} />}>
          A download needs a variable set: it defines the columns of the file.
        </Notice>
      )}
      {!isComing && cohort && <Access cohort={cohort} />}
      {!isComing && cohort && set ? (
        <Chosen cohort={cohort} set={set} />
      ) : (
        <>
          {isComing ? (
            <Skeleton />
          ) : (
            <Notice
              title={`Choose ${missing.join(' and ')}.`}
              actions={cohort ? undefined : <CommandLink id="cohort.new-subset" args={{}} />}
            >
              The file has a row for each individual of the cohort whose collection you may read, and a column for each
              variable of the set.
            </Notice>
          )}
          <DownloadJobs />
        </>
      )}
    </div>
  )
}

/** The set to begin with: the one that was chosen last, or the only one. */
function presetOf(sets: readonly VariableSet[], lastSetId: number | null): number | null {
  const [only, ...others] = sets
  const last = sets.find(({ variableSetId }) => variableSetId === lastSetId)
  return (last ?? (others.length === 0 ? only : undefined))?.variableSetId ?? null
}

function Access({ cohort }: { cohort: Cohort }) {
  const { byCollection } = useAtomValue(expectedRowsAtom(cohort.cohortId))
  return <CollectionAccess collections={cohort.collections} counts={byCollection} />
}

/** A new cohort or set makes a new section: results never mix with an earlier choice. */
function Chosen({ cohort, set }: { cohort: Cohort; set: VariableSet }) {
  const { open, closed } = useAtomValue(accessAtom)(cohort.collections)
  const reader = useAtomValue(readerAtom)
  const { rows, byCollection } = useAtomValue(expectedRowsAtom(cohort.cohortId))
  const hasNone = !reader.isAdmin && reader.collections.length === 0
  const isClosed = open.length === 0 && closed.length > 0
  return (
    <>
      <Suspense>
        <LackedVersions cohort={cohort} set={set} />
      </Suspense>
      <FileSection
        key={[cohort.cohortId, set.variableSetId, ...set.variables].join(' ')}
        cohort={cohort}
        set={set}
        rows={rows}
        isCounting={byCollection === null}
        because={hasNone ? NO_COLLECTIONS : isClosed ? NO_COLLECTION_OF_COHORT : null}
      >
        <DownloadJobs />
      </FileSection>
    </>
  )
}

/** The user's rows of a cohort, shown before the file is prepared. */
interface ExpectedRows {
  /** Individuals by collection, null if suppressed; null while loading. */
  readonly byCollection: ReadonlyMap<string, number | null> | null
  /** The file's rows; null if unknown or partly suppressed. */
  readonly rows: number | null
}

const expectedRowsAtom = atomFamily((cohortId: number) =>
  atom((get): ExpectedRows => {
    const { data: summary, isPending } = get(cohortSummaryAtom(cohortId))
    const byCollection = new Map<string, number | null>()
    for (const { collection, count } of summary?.data ?? []) {
      const before = byCollection.get(collection)
      byCollection.set(collection, before === null || count === null ? null : (before ?? 0) + count)
    }
    const open = get(accessAtom)([...byCollection.keys()]).open.map(
      (collection) => byCollection.get(collection) ?? null,
    )
    const isKnown = summary !== undefined && !open.includes(null)
    return {
      byCollection: isPending ? null : byCollection,
      rows: isKnown ? open.reduce<number>((sum, count) => sum + (count ?? 0), 0) : null,
    }
  }),
)

interface VariableSetPickerProps extends IdPickerProps {
  variableSetId: number | null
}

function VariableSetPicker({ variableSetId, ...props }: VariableSetPickerProps) {
  return (
    <SavedItemPicker
      {...props}
      chosen={variableSetId}
      rowsAtom={variableSetRowsAtom}
      placeholder="Choose a variable set…"
    />
  )
}
