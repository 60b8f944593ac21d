import type { KeyboardEvent, RefObject } from 'react'
import styles from '#command-kit/palette/palette.module.css'
import type { PaletteText } from '#command-kit/palette/use-palette-text.ts'

interface PaletteFieldProps {
  input: RefObject<HTMLInputElement | null>
  field: PaletteText
  placeholder: string
  /** The listbox, while there is one. */
  listId: string | undefined
  /** The row that Enter runs. */
  activeId: string | undefined
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The palette's one field. What an input method is still composing is shown, but not yet searched. */
export function PaletteField({ input, field, placeholder, listId, activeId, onKeyDown }: PaletteFieldProps) {
  return (
    <div className={styles['field']}>
      {field.prefix && (
        <button type="button" className={styles['chip']} onClick={field.dropPrefix}>
          {field.prefix.label} <span aria-hidden="true">✕</span>
        </button>
      )}
      <input
        ref={input}
        className={styles['input']}
        type="text"
        role="combobox"
        aria-label={placeholder}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={listId !== undefined}
        aria-controls={listId}
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={placeholder}
        value={field.text}
        onChange={(event) => field.type(event.target.value, isComposing(event.nativeEvent))}
        onCompositionEnd={(event) => field.compose(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}
