import type { ReactNode } from 'react'
import { countOf } from '#domain/numbers.ts'
import { Button } from '#ui/button.tsx'
import styles from '#workspace/list-grid.module.css'

interface SelectionBarProps {
  count: number
  /** "row" by default. */
  noun?: string | undefined
  onClear: () => void
  children: ReactNode
}

/** Number of selected rows, and their actions. */
export function SelectionBar({ count, noun = 'row', onClear, children }: SelectionBarProps) {
  return (
    <div className={styles['selection']} role="group" aria-label="Selected rows">
      <span role="status">{countOf(count, noun)} selected</span>
      {children}
      <Button size="small" variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  )
}
