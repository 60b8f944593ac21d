import styles from '#command-kit/palette/palette.module.css'
import { memo, type RefObject } from 'react'
import type { Mode } from '#command-kit/palette/palette-rows.ts'
import type { Prefix } from '#command-kit/palette/palette-text.ts'

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
