import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Cohort, VariableSet } from '#contract/shapes.ts'
import { downloadFileName } from '#domain/cohorts.ts'
import { NO_VARIABLE_SETS } from '#domain/messages.ts'
import { CohortPicker } from '#entities/cohort-picker.tsx'
import { cohortAtom } from '#entities/cohorts.ts'
import { CollectionAccess } from '#entities/collection-access.tsx'
import { accessAtom } from '#entities/session.ts'
import { variableSetAtom, variableSetsAtom } from '#entities/variable-sets.ts'
import { VariableSetPicker } from '#entities/variable-set-picker.tsx'
import { PreparedDownload } from '#features/downloads/parts/prepared-download.tsx'
import styles from '#features/downloads/screens/download.module.css'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** A variable set for a cohort as a CSV file. */
export default function DownloadScreen() {
  usePaneTitle('Download Data')
  const [params, setParams] = useSearchParams()
  const cohortId = idOf(params.get('cohort'))
  const setId = idOf(params.get('set'))
  const cohort = useAtomValue(cohortAtom(cohortId ?? 0)).data ?? null
  const set = useAtomValue(variableSetAtom(setId ?? 0)).data ?? null
  const sets = useAtomValue(variableSetsAtom)
  const choose = (name: 'cohort' | 'set') => (id: number) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        next.set(name, String(id))
        return next
      },
      { replace: true },
    )

  return (
    <div className={stack['screen']}>
      <div className={styles['choices']}>
        <CohortPicker label="Cohort" cohortId={cohortId} onChoose={choose('cohort')} />
        <VariableSetPicker label="Variable set" variableSetId={setId} onChoose={choose('set')} />
      </div>
      {sets.data?.length === 0 && (
        <Notice title={NO_VARIABLE_SETS} actions={<CommandLink id="variable-set.new" args={{}} />}>
          A download needs one: it says which columns the file has.
        </Notice>
      )}
      {cohort && <CollectionAccess collections={cohort.collections} />}
      {cohort && set ? <Chosen cohort={cohort} set={set} /> : <Notice title="Choose a cohort and a variable set." />}
    </div>
  )
}

function Chosen({ cohort, set }: { cohort: Cohort; set: VariableSet }) {
  const { open } = useAtomValue(accessAtom)(cohort.collections)
  if (open.length === 0) return null
  return (
    <PreparedDownload
      key={`${cohort.cohortid} ${set.varsetid}`}
      cohortId={cohort.cohortid}
      variableSetId={set.varsetid}
      fileName={downloadFileName(cohort.name, set.name)}
    />
  )
}

function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
