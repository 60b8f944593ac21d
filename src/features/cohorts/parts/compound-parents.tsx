import { lazy, Suspense, useState } from 'react'
import { CohortPicker } from '#entities/cohort-picker.tsx'
import type { CompoundDraft } from '#features/cohorts/compound-draft.ts'
import { Button } from '#ui/button.tsx'
import stack from '#ui/stack.module.css'

const CohortTreeDialog = lazy(async () => ({
  default: (await import('#features/cohorts/parts/cohort-tree-dialog.tsx')).CohortTreeDialog,
}))

interface CompoundParentsProps {
  draft: CompoundDraft
  change: (part: Partial<CompoundDraft>) => void
}

/** The two cohorts of a compound set, found by name or in the tree. */
export function CompoundParents({ draft, change }: CompoundParentsProps) {
  const [isTreeOpen, setIsTreeOpen] = useState(false)
  const { parentId, secondId } = draft
  return (
    <>
      <CohortPicker label="First cohort" cohortId={parentId} onChoose={(id) => change({ parentId: id })} />
      <CohortPicker
        label="Second cohort"
        cohortId={secondId}
        onChoose={(id) => change({ secondId: id })}
        problem={secondId === parentId ? 'Choose another cohort than the first.' : null}
      />
      <div className={stack['row']}>
        <Button size="small" onClick={() => setIsTreeOpen(true)}>
          Choose the second in the tree
        </Button>
        {secondId !== null && (
          <Button size="small" onClick={() => change({ parentId: secondId, secondId: parentId })}>
            Swap them
          </Button>
        )}
      </div>
      <Suspense>
        {isTreeOpen && (
          <CohortTreeDialog
            title="Second cohort"
            onClose={() => setIsTreeOpen(false)}
            onChoose={(id) => {
              change({ secondId: id })
              setIsTreeOpen(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
