import { Command } from 'cmdk'
import { useId, useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { useCommandKit } from '#command-kit/hooks.ts'
import { PaletteCrumbs } from '#command-kit/palette/palette-crumbs.tsx'
import { PaletteField } from '#command-kit/palette/palette-field.tsx'
import { moveCursor } from '#command-kit/palette/palette-keys.ts'
import { PaletteList, PAGE_ROWS } from '#command-kit/palette/palette-list.tsx'
import type { QuestionPage } from '#command-kit/palette/palette-page.ts'
import { PalettePreview } from '#command-kit/palette/palette-preview.tsx'
import { PalettePrefixes } from '#command-kit/palette/palette-prefixes.tsx'
import { PaletteStatus } from '#command-kit/palette/palette-status.tsx'
import styles from '#command-kit/palette/palette.module.css'
import { usePaletteActions } from '#command-kit/palette/use-palette-actions.ts'
import { usePaletteRows } from '#command-kit/palette/use-palette-rows.ts'
import { usePaletteText } from '#command-kit/palette/use-palette-text.ts'

interface PalettePanelProps {
  /** Null on the root page. */
  page: QuestionPage | null
  input: RefObject<HTMLInputElement | null>
}

/** One page of the palette: a field, the rows that it finds, and what the row under the cursor is. */
export function PalettePanel({ page, input }: PalettePanelProps) {
  const { sources } = useCommandKit()
  const field = usePaletteText(sources, page === null)
  const { rows, only } = usePaletteRows(page, field.mode, field.query)
  const { choose, goBack } = usePaletteActions(page)
  const listId = useId()
  // The cursor belongs to the list that it was moved in; a list that was found anew starts at its first row.
  const [cursor, setCursor] = useState({ rows, index: 0, isByKey: true })
  const active = cursor.rows === rows ? cursor.index : 0
  const activeRow = rows.at(active)
  const rowId = (key: string) => `${listId}-${encodeURIComponent(key)}`

  // At once, not when the dialog sees to it: whoever knows the palette types on without looking.
  useLayoutEffect(() => input.current?.focus(), [input])

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD) return
    // The library beneath has its own meaning for these keys.
    event.stopPropagation()
    const moved = moveCursor(event, active, rows.length, PAGE_ROWS)
    if (moved !== undefined) {
      event.preventDefault()
      setCursor({ rows, index: moved, isByKey: true })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (activeRow) choose(activeRow, event.shiftKey ? 'beside' : 'here')
    } else if (event.key === 'Backspace' && field.text === '') {
      // Or it would take a letter of the text that it brings back.
      event.preventDefault()
      if (field.mode !== 'all') field.dropPrefix()
      else goBack()
    }
  }

  return (
    <Command shouldFilter={false} vimBindings={false} label="Command palette" className={styles['panel']}>
      {page && <PaletteCrumbs page={page} onBack={goBack} />}
      <PaletteField
        input={input}
        field={field}
        placeholder={page?.question.prompt ?? 'Search commands, variables, cohorts…'}
        listId={rows.length > 0 ? listId : undefined}
        activeId={activeRow && rowId(activeRow.key)}
        onKeyDown={handleKeyDown}
      />
      {page === null && <PalettePrefixes field={field} onChosen={() => input.current?.focus()} />}
      <div className={styles['columns']}>
        {rows.length > 0 ? (
          <PaletteList
            id={listId}
            rows={rows}
            active={active}
            isFollowing={cursor.isByKey || cursor.rows !== rows}
            rowId={rowId}
            showsHelp={field.mode === 'help'}
            showsKind={only === undefined}
            onPoint={(index) => setCursor({ rows, index, isByKey: false })}
            onChoose={choose}
          />
        ) : (
          <PaletteStatus state={only?.state} label={only?.source.label} />
        )}
        <PalettePreview row={activeRow} />
      </div>
    </Command>
  )
}

// What browsers report for keys that an input method takes.
const TAKEN_BY_INPUT_METHOD = 229
