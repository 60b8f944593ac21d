import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Cohort } from '#contract/shapes/entities.ts'
import { deleteCohort, editCohort, readNaming } from '#entities/cohorts/building/save-cohorts.ts'
import { takenNamesAtom } from '#entities/cohorts/building/use-cohort-saving.ts'
import { NamingDialog, DeleteDialog } from '#entities/dialogs/naming-dialog.tsx'
import { useServices } from '#entities/server-state/services.ts'
import { renamingOf } from '#features/cohorts/renaming.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useRename } from '#workspace/panes/rename.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'

/** Handles the commands Edit and Delete of one of the user's cohorts. */
export function OwnCohortDialogs({ cohort }: { cohort: Cohort }) {
  const { name, description, cohortId, version } = cohort
  const services = useServices()
  const showNext = useNextScreen()
  const taken = useAtomValue(takenNamesAtom)
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  usePaneActions({
    'form.edit': { available: true, run: () => setOpen('edit') },
    'form.delete': { available: true, run: () => setOpen('delete') },
  })
  const renaming = renamingOf(services, cohort, taken)
  useRename(renaming)
  return (
    <>
      <NamingDialog
        isOpen={open === 'edit'}
        onClose={close}
        title="Edit Cohort"
        naming={{ name, description, version }}
        rule={renaming.rule}
        nameHint="Empty: the name is kept."
        onSave={(naming, read) => editCohort(services, cohortId, { ...naming, name: naming.name || name }, read)}
        readNow={() => readNaming(services, cohortId)}
      />
      <DeleteDialog
        isOpen={open === 'delete'}
        onClose={close}
        entity="Cohort"
        name={name}
        usageOf={{ cohortId }}
        onDelete={() => deleteCohort(services, cohortId)}
        onDeleted={(outcome) => void showNext({ id: 'cohorts.show', args: {} }, outcome)}
      />
    </>
  )
}
