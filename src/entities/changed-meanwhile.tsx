import { CHANGED_MEANWHILE } from '#domain/messages.ts'
import { differencesOf, type Difference, type Edited } from '#domain/merge-edits.ts'
import { Button } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Notice } from '#ui/notice.tsx'

interface ChangedMeanwhileProps<Thing extends Edited> {
  /** What is saved now. */
  theirs: Thing
  mine: Thing
  /** Both edits in one. */
  both: Thing
  isSaving: boolean
  onKeepTheirs: () => void
  onSave: (thing: Thing) => void
}

const COLUMNS: readonly Column<Difference>[] = [
  { key: 'field', header: 'Field', cell: ({ field }) => field },
  { key: 'theirs', header: 'Saved now', cell: ({ theirs }) => theirs },
  { key: 'mine', header: 'Yours', cell: ({ mine }) => mine },
]

/** Two edits of one thing that met: what differs, and which is to stay. */
export function ChangedMeanwhile<Thing extends Edited>(props: ChangedMeanwhileProps<Thing>) {
  const { theirs, mine, both, isSaving, onKeepTheirs, onSave } = props
  const hasBoth = differencesOf(both, mine).length > 0 && differencesOf(both, theirs).length > 0
  return (
    <Notice
      tone="error"
      title={CHANGED_MEANWHILE}
      actions={
        <>
          <Button onClick={onKeepTheirs}>Keep what is saved</Button>
          <Button isBusy={isSaving} onClick={() => onSave(mine)}>
            Save mine
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
        label="What differs"
        columns={COLUMNS}
        rows={differencesOf(theirs, mine)}
        rowKey={({ field }) => field}
      />
    </Notice>
  )
}
