import type { ReactNode } from 'react'
import { countOf } from '#domain/numbers.ts'
import { Button } from '#ui/button.tsx'
import styles from '#workspace/list-grid.module.css'

interface SelectionBarProps {
  count: number
  /** What a selected row is: "row" unless the list says more. */
  noun?: string | undefined
  onClear: () => void
  children: ReactNode
}

/** How many rows of a list are selected, and what can be done with them. */
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
