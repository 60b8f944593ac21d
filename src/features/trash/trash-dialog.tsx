import { useSetAtom, useStore } from 'jotai'
import { trashInfo } from '#contract/trash.ts'
import { momentInWords } from '#domain/moments.ts'
import { ENTITY_NAMES, restoreDeleted } from '#entities/dialogs/undo-delete.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { trashOpenAtom, type DeletedObject } from '#entities/trash/trash.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { LocalTable } from '#workspace/lists/local-table.tsx'
import styles from '#features/trash/trash.module.css'
import stack from '#ui/stack.module.css'

/** The deleted objects that can be restored. */
export function TrashDialog() {
  const setIsOpen = useSetAtom(trashOpenAtom)
  const query = useCall({ endpoint: trashInfo, key: 'trash', request: {}, staleTime: 0 })
  return (
    <Dialog isOpen onClose={() => setIsOpen(false)} title="Trash" className={styles['dialog'] ?? ''}>
      <div className={styles['body']}>
        <QueryResult query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Notice title="The trash is empty.">Deleted objects come here.</Notice>
            ) : (
              <Deleted rows={data} />
            )
          }
        </QueryResult>
      </div>
    </Dialog>
  )
}

type Row = DeletedObject & { readonly definition: string; readonly deletedAt: string; readonly restorableUntil: string }

function Deleted({ rows }: { rows: readonly Row[] }) {
  const services = useServices()
  const store = useStore()
  const { isSending, failure, send } = useSending((row: DeletedObject) => restoreDeleted({ ...services, store }, row))
  return (
    <>
      {failure && <Notice tone="error" title={failure.message} />}
      <LocalTable
        label="Deleted objects"
        rows={rows}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        columns={[
          { key: 'name', header: 'Name', cell: (row) => <Named {...row} /> },
          { key: 'kind', header: 'Kind', isMinor: true, cell: ({ kind }) => ENTITY_NAMES[kind] },
          { key: 'deleted', header: 'Deleted', cell: ({ deletedAt }) => momentInWords(deletedAt) },
          {
            key: 'until',
            header: 'Can be restored until',
            isMinor: true,
            cell: ({ restorableUntil }) => momentInWords(restorableUntil),
          },
          {
            key: 'restore',
            header: 'Restore',
            align: 'end',
            cell: (row) => (
              <Button
                size="small"
                disabled={isSending}
                onClick={() => void send(row)}
                aria-label={`Restore ${row.name}`}
              >
                Restore
              </Button>
            ),
          },
        ]}
      />
    </>
  )
}

/** The name, and what the object was. */
function Named({ name, definition }: Pick<Row, 'name' | 'definition'>) {
  return (
    <>
      <div>{name}</div>
      {definition !== '' && <div className={stack['muted']}>{definition}</div>}
    </>
  )
}
