import type { TreeRow } from '#ui/tree-grid.tsx'
import styles from '#ui/tree-grid.module.css'

interface TreeToggleProps {
  row: Pick<TreeRow, 'level' | 'isExpanded'>
  onToggle: (isExpanded: boolean) => void
}

/** Indentation, and a toggle for the pointer; keyboard and screen readers use the row. */
export function TreeToggle({ row, onToggle }: TreeToggleProps) {
  return (
    <span className={styles['indent']} style={{ paddingInlineStart: `calc(var(--tree-step) * ${row.level - 1})` }}>
      {row.isExpanded !== null && (
        <button
          type="button"
          className={styles['toggle']}
          tabIndex={-1}
          aria-hidden="true"
          aria-label={row.isExpanded ? 'Fold' : 'Unfold'}
          data-open={row.isExpanded}
          onClick={() => onToggle(!row.isExpanded)}
        >
          <span>›</span>
        </button>
      )}
    </span>
  )
}
