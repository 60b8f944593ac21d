import { useSetAtom } from 'jotai'
import { useRef } from 'react'
import { historyInfo } from '#contract/history.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { historyOfAtom, type ObjectWithHistory } from '#features/history/use-cases.ts'
import { VersionBrowser } from '#features/history/version-browser.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import styles from '#features/history/history.module.css'

/** The versions of a saved object. */
export function HistoryDialog({ object }: { object: ObjectWithHistory }) {
  const setObject = useSetAtom(historyOfAtom)
  const query = useCall({ endpoint: historyInfo, key: 'history', request: { ...object }, staleTime: 0 })
  // Other data are those of another object, or older than a restoration.
  const data = query.isPlaceholderData ? undefined : query.data
  const body = useRef<HTMLDivElement>(null)
  const name = data?.data[0]?.definition.name
  return (
    <Dialog
      isOpen
      onClose={() => setObject(null)}
      title={name === undefined ? 'History' : `History of “${name}”`}
      className={styles['dialog'] ?? ''}
      initialFocus={() => body.current?.querySelector<HTMLElement>('input:checked') ?? null}
    >
      <div ref={body} className={styles['body']}>
        <QueryResult query={{ ...query, data }}>
          {({ data: versions, cohorts }) => (
            <VersionBrowser key={versions[0]?.versionNo} object={object} versions={versions} cohorts={cohorts} />
          )}
        </QueryResult>
      </div>
    </Dialog>
  )
}
