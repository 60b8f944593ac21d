import styles from '#command-kit/palette/palette.module.css'
import type { PaletteText } from '#command-kit/palette/use-palette-text.ts'

interface PalettePrefixesProps {
  field: PaletteText
  onChosen: () => void
}

/** The ways to narrow a search, for those who do not know the letters. */
export function PalettePrefixes({ field, onChosen }: PalettePrefixesProps) {
  return (
    <div className={styles['prefixes']} role="group" aria-label="Narrow to">
      {field.prefixes.map(({ mode, text, label }) => (
        <button
          key={mode}
          type="button"
          className={styles['prefix']}
          aria-pressed={field.mode === mode}
          onClick={() => {
            field.setMode(field.mode === mode ? 'all' : mode)
            onChosen()
          }}
        >
          <kbd aria-hidden="true">{text.trim()}</kbd> {label}
        </button>
      ))}
    </div>
  )
}
