import { lazy, Suspense, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CohortPicker } from '#entities/pickers/cohort-picker.tsx'
import type { CompoundDraft } from '#features/cohorts/cohort-draft.ts'
import stack from '#ui/stack.module.css'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

const CohortTreeDialog = lazy(async () => ({
  default: (await import('#features/cohorts/parts/cohort-tree-dialog.tsx')).CohortTreeDialog,
}))

interface CompoundParentsProps {
  draft: CompoundDraft
  change: (part: Partial<CompoundDraft>) => void
}

/** The two cohorts of a compound set, chosen by name or in the tree. */
export function CompoundParents({ draft, change }: CompoundParentsProps) {
  const [isTreeOpen, setIsTreeOpen] = useState(false)
  const { parentId, secondId } = draft
  usePaneActions({
    'form.choose-in-tree': { available: true, run: () => setIsTreeOpen(true) },
    ...(secondId !== null && {
      'form.swap-cohorts': { available: true, run: () => change({ parentId: secondId, secondId: parentId }) },
    }),
  })
  return (
    <>
      <CohortPicker label="First cohort" cohortId={parentId} onChoose={(id) => change({ parentId: id })} />
      <CohortPicker
        label="Second cohort"
        cohortId={secondId}
        onChoose={(id) => change({ secondId: id })}
        problem={secondId === parentId ? 'Choose a cohort other than the first.' : null}
      />
      <div className={stack['row']}>
        <CommandButton id="form.choose-in-tree" args={{}} size="small">
          Choose second in tree
        </CommandButton>
        {secondId !== null && (
          <CommandButton id="form.swap-cohorts" args={{}} size="small">
            Swap
          </CommandButton>
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
