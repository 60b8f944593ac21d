import { useAtomValue } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import type { CountRow } from '#contract/shapes/entities.ts'
import { mayRead } from '#domain/access.ts'
import { readerAtom } from '#entities/session/session.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#entities/cohorts/counts/panels.module.css'
import stack from '#ui/stack.module.css'

/** Whether the pane shows the table of all rows in place of the pictures of members, which a key changes. */
export function useCrossTable(): boolean {
  const [params, setParams] = useSearchParams()
  const isTable = params.get('show') === 'table'
  const toggle = () =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (isTable) next.delete('show')
        else next.set('show', 'table')
        return next
      },
      { replace: true },
    )
  usePaneActions({ 'list.show-cross-table': { available: true, run: toggle } })
  return isTable
}

interface SummaryHeadProps {
  isTable: boolean
  /** The name of the table. */
  table?: string
}

export function SummaryHead({ isTable, table = 'Full cross-table' }: SummaryHeadProps) {
  return (
    <div className={stack['strip']}>
      <h2>Summary</h2>
      <CommandButton id="list.show-cross-table" args={{}} size="small" variant="quiet" isPressed={isTable}>
        {table}
        <span className={styles['keys']} aria-hidden="true">
          <CommandKeys id="list.show-cross-table" />
        </span>
      </CommandButton>
    </div>
  )
}

/**
 * Whether each collection that the user may not read is one row without study, consent and diagnosis: so it is with
 * MIN_CELL.
 */
export function useIsSuppressed(rows: readonly CountRow[]): boolean {
  const reader = useAtomValue(readerAtom)
  const unread = rows.filter(({ collection }) => !mayRead(reader, collection))
  return unread.length > 0 && unread.every((row) => `${row.studyId}${row.consent}${row.dxNimh}` === '')
}
