import type { ChoiceState } from '#command-kit/argument-source.ts'
import styles from '#command-kit/palette/palette.module.css'
import { NO_RESULTS } from '#domain/messages.ts'
import { Button } from '#ui/button.tsx'

interface PaletteStatusProps {
  state: ChoiceState | undefined
  label: string | undefined
  isSearching: boolean
  /** Whether Enter was pressed before the first row existed. */
  isAwaited: boolean
}

/** Shown instead of an empty list. */
export function PaletteStatus({ state, label, isSearching, isAwaited }: PaletteStatusProps) {
  return (
    <div className={styles['status']} role="status">
      {state?.status === 'loading' && `Loading ${label ?? ''}…`}
      {state?.status === 'error' && (
        <>
          <p>{state.message}</p>
          {state.retry && <Button onClick={state.retry}>Try again</Button>}
        </>
      )}
      {(state === undefined || state.status === 'ready') && (isSearching ? 'Searching…' : NO_RESULTS)}
      {isAwaited && <p>The first result will be chosen.</p>}
    </div>
  )
}
