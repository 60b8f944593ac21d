import styles from '#command-kit/palette/palette.module.css'
import type { ChoiceState } from '#command-kit/argument-source.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { Button } from '#ui/button.tsx'
import { memo, type RefObject } from 'react'
import type { Mode } from '#command-kit/palette/palette-rows.ts'
import type { Prefix } from '#command-kit/palette/palette-text.ts'

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

interface PalettePrefixesProps {
  prefixes: readonly Prefix[]
  mode: Mode
  setMode: (mode: Mode) => void
  /** Focused after a choice. */
  input: RefObject<HTMLInputElement | null>
}

/** Buttons for the prefixes. */
export const PalettePrefixes = memo(function PalettePrefixes(props: PalettePrefixesProps) {
  const { prefixes, mode: chosen, setMode, input } = props
  return (
    <div className={styles['prefixes']} role="group" aria-label="Narrow to">
      {prefixes.map(({ mode, text, label }) => (
        <button
          key={mode}
          type="button"
          className={styles['prefix']}
          aria-pressed={chosen === mode}
          onClick={() => {
            setMode(chosen === mode ? 'all' : mode)
            input.current?.focus()
          }}
        >
          <kbd aria-hidden="true">{text.trim()}</kbd> {label}
        </button>
      ))}
    </div>
  )
})
