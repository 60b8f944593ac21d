import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { Cohort } from '#contract/shapes/entities.ts'
import { COHORTS_NOT_LOADED, NO_RESULTS } from '#domain/messages.ts'
import { type CohortTreeRow, useCohortTree } from '#entities/cohorts/cohort-tree.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { cohortTreeColumns } from '#features/cohorts/lineage/cohort-tree-columns.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TreeGrid } from '#ui/tables/tree-grid.tsx'
import { useKeysAfterRows } from '#workspace/lists/keys-after-rows.ts'
import styles from '#features/cohorts/lineage/cohort-tree.module.css'
import stack from '#ui/stack.module.css'

interface CohortTreeDialogProps {
  title: string
  onChoose: (cohortId: number) => void
  onClose: () => void
}

/** Chooses a cohort in the tree of all cohorts. */
export function CohortTreeDialog({ title, onChoose, onClose }: CohortTreeDialogProps) {
  const cohorts = useAtomValue(cohortsAtom)
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Loaded resource={cohorts} failure={COHORTS_NOT_LOADED}>
        {(all) => <Tree cohorts={all} onChoose={onChoose} />}
      </Loaded>
    </Dialog>
  )
}

interface TreeProps {
  cohorts: readonly Cohort[]
  onChoose: (cohortId: number) => void
}

function Tree({ cohorts, onChoose }: TreeProps) {
  const [text, setText] = useState('')
  const { rows, search, toggle } = useCohortTree(cohorts, 'lineage', text)
  const columns = useMemo(() => cohortTreeColumns({ cohorts, search, hasLinks: false }), [cohorts, search])
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [focusRequest, setFocusRequest] = useState(0)
  const goTo = (key: string | undefined) => {
    if (key === undefined) return
    setActiveKey(key)
    setFocusRequest((request) => request + 1)
  }
  const leaveField = useKeysAfterRows({ text, isAnswered: search === text }, (key, isFirst) => {
    const place = rows.findIndex((row) => row.key === activeKey)
    const cohort = rows[place]?.cohort
    if (isFirst) goTo(rows[0]?.key)
    else if (key === 'ArrowDown') goTo(rows[place + 1]?.key)
    else if (cohort) onChoose(cohort.cohortId)
  })
  return (
    <div className={classNames(stack['section'], styles['dialog'])}>
      <TextField label="Search cohorts" type="search" value={text} onChange={setText} isOptional onLeave={leaveField} />
      {rows.length === 0 ? (
        <Notice title={NO_RESULTS} />
      ) : (
        <TreeGrid<CohortTreeRow>
          label="Cohorts to choose from"
          columns={columns}
          rows={rows}
          activeKey={activeKey}
          onActive={(key, takesFocus) => (takesFocus ? goTo(key) : setActiveKey(key))}
          onToggle={toggle}
          onOpen={({ cohort }) => cohort && onChoose(cohort.cohortId)}
          focusRequest={focusRequest}
        />
      )}
    </div>
  )
}
