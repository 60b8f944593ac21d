import { CommandButton } from '#command-kit/command-button.tsx'
import type { ImportProgress } from '#contract/shapes-of-imports.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface UndoImportProps {
  /** Null until it is known whether there is one to undo. */
  progress: ImportProgress | null
  hasFailed: boolean
}

/** Says what undoing the last import does, and asks. */
export function UndoImport({ progress, hasFailed }: UndoImportProps) {
  if (progress === null) return hasFailed ? null : <Skeleton />
  if (progress.undoable === null) {
    return (
      <Notice title="There is no import that can be undone." actions={<CommandButton id="import.open" args={{}} />}>
        Only the last import can be, if it was added to data imported before and the catalog was not changed since.
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      title={`Undo the import of ${momentOf(progress.undoable)}?`}
      actions={
        <>
          <CommandButton id="import.undo-now" args={{}} variant="danger" />
          <CommandButton id="import.open" args={{}} variant="quiet">
            Import data instead
          </CommandButton>
        </>
      }
    >
      Variables, answers and the members of cohorts are then as they were before it. Cohorts and variable sets that were
      made of the new data have to be deleted first.
    </Notice>
  )
}

function momentOf(at: string): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
