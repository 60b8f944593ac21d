import { useRef, type RefObject } from 'react'
import { TextField, type LeavingKey } from '#ui/forms/text-field.tsx'
import { useKeysAfterRows } from '#workspace/lists/keys-after-rows.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import stack from '#ui/stack.module.css'

/** Longer lists have a search. */
const ROWS_WITHOUT_SEARCH = 10

interface ListSearchProps {
  label: string
  /** The length of the list without a search. */
  rowCount?: number
  text: string
  onChange: (text: string) => void
  /** Whether the rows are those of the text. */
  isAnswered: boolean
  /** A key in the field that acts on the rows, and whether it leaves the field. */
  onLeave: (key: LeavingKey, isFirst: boolean) => void
  className?: string | undefined
  /** Set where others move the focus to the field. */
  field?: RefObject<HTMLInputElement | null>
}

/** The search over a list; its keys wait for the rows of its text. */
export function ListSearch({
  label,
  rowCount = Infinity,
  text,
  onChange,
  isAnswered,
  onLeave,
  className = stack['toolField'],
  field: shared,
}: ListSearchProps) {
  const inner = useRef<HTMLInputElement>(null)
  const field = shared ?? inner
  const leaveField = useKeysAfterRows({ text, isAnswered }, onLeave)
  const isShown = rowCount > ROWS_WITHOUT_SEARCH
  usePaneActions({
    'list.search': {
      available: isShown || { because: 'Search appears when the list is longer.' },
      run: () => field.current?.focus(),
    },
  })
  if (!isShown) return null
  return (
    <div className={className}>
      <TextField
        ref={field}
        label={label}
        type="search"
        value={text}
        onChange={onChange}
        isOptional
        onLeave={leaveField}
      />
    </div>
  )
}
