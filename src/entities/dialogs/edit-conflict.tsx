import { differencesOf, type Difference, type Edited } from '#domain/merge-edits.ts'
import { CHANGED_MEANWHILE } from '#domain/messages.ts'
import type { Conflict } from '#entities/server-state/saves.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'

interface ChangedMeanwhileProps<Thing extends Edited> {
  conflict: Conflict<Thing> | null
  mine: Thing
  isSaving: boolean
  onKeepTheirs: () => void
  onSave: (thing: Thing) => void
}

const COLUMNS: readonly Column<Difference>[] = [
  { key: 'field', header: 'Field', cell: ({ field }) => field },
  { key: 'theirs', header: 'Saved version', cell: ({ theirs }) => theirs },
  { key: 'mine', header: 'Your version', cell: ({ mine }) => mine },
]

/** Shows the differences between two edits and lets the user choose. */
export function ChangedMeanwhile<Thing extends Edited>(props: ChangedMeanwhileProps<Thing>) {
  const { conflict, mine, isSaving, onKeepTheirs, onSave } = props
  if (conflict === null) return null
  const { theirs } = conflict
  const both = conflict.bothWith(mine)
  const hasBoth = differencesOf(both, mine).length > 0 && differencesOf(both, theirs).length > 0
  return (
    <Notice
      tone="error"
      title={CHANGED_MEANWHILE}
      actions={
        <>
          <Button onClick={onKeepTheirs}>Keep saved version</Button>
          <Button isBusy={isSaving} onClick={() => onSave(mine)}>
            Save my version
          </Button>
          {hasBoth && (
            <Button isBusy={isSaving} onClick={() => onSave(both)}>
              Save both
            </Button>
          )}
        </>
      }
    >
      <DataTable
        label="Differences"
        columns={COLUMNS}
        rows={differencesOf(theirs, mine)}
        rowKey={({ field }) => field}
      />
    </Notice>
  )
}
