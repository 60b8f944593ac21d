import { useAtomValue, type Atom } from 'jotai'
import { useCallback } from 'react'
import type { ArgumentValue } from '#command-kit/declaration.ts'
import type { ChoiceRow, ChoiceState } from '#command-kit/argument-source.ts'
import { rankRows, withMore } from '#command-kit/row-ranking.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { Combobox, type ComboboxRow } from '#ui/forms/combobox.tsx'

/** Recent items fit in this number; the others are found by typing. */
export const ROWS_SHOWN = 50

interface ChoicePickerProps {
  label: string
  rowsAtom: Atom<ChoiceState>
  chosen: ArgumentValue | null
  onChoose: (row: ChoiceRow) => void
  /** Why a row cannot be chosen here, or null. */
  refuse?: ((row: ChoiceRow) => string | null) | undefined
  placeholder?: string | undefined
  /** Badge and figure of a row, besides its label. */
  looksOf?: ((row: ChoiceRow) => Pick<ComboboxRow, 'badge' | 'figure' | 'wasChosen'>) | undefined
  /** Rows listed first while the field is empty. */
  first?: readonly ChoiceRow[] | undefined
  /** Shown for an empty list. */
  noneText?: string | undefined
  /** Further rows from the server's search, and whether that search is running. */
  beyond?: { readonly rows: readonly ChoiceRow[]; readonly isSearching: boolean } | undefined
  onType?: ((text: string) => void) | undefined
  problem?: string | null | undefined
  isRepeating?: boolean | undefined
}

/** Chooses one of the palette's rows by typing a part of it. */
export function ChoicePicker(props: ChoicePickerProps) {
  const { rowsAtom, chosen, onChoose, refuse, looksOf, first = NONE, beyond = NOTHING_BEYOND } = props
  const state = useAtomValue(rowsAtom)
  const rows = state.status === 'ready' ? state.rows : NONE
  const rowsFor = useCallback(
    (text: string) =>
      withMore(rowsToShow(rows, first, text), beyond.rows, ROWS_SHOWN).map((row) => {
        const because = row.because ?? refuse?.(row) ?? undefined
        return {
          value: String(row.value),
          title: row.title,
          ...(row.detail !== undefined && row.detail !== '' && { detail: row.detail }),
          ...(row.note !== undefined && { note: row.note }),
          ...(because !== undefined && { because }),
          ...looksOf?.(row),
        }
      }),
    [rows, first, beyond.rows, refuse, looksOf],
  )
  return (
    <Combobox
      label={props.label}
      chosen={
        rows.find((row) => row.value === chosen)?.title ??
        (chosen === null || state.status === 'loading' ? '' : String(chosen))
      }
      rowsFor={rowsFor}
      onChoose={(value) => {
        const row = [...rows, ...beyond.rows].find((candidate) => String(candidate.value) === value)
        if (row) onChoose(row)
      }}
      emptyText={
        {
          loading: 'Loading…',
          error: state.status === 'error' ? state.message : '',
          ready: beyond.isSearching ? 'Searching…' : rows.length === 0 ? (props.noneText ?? NO_RESULTS) : NO_RESULTS,
        }[state.status]
      }
      isLoading={state.status === 'loading' || beyond.isSearching}
      onType={props.onType}
      placeholder={props.placeholder}
      problem={props.problem}
      isRepeating={props.isRepeating}
    />
  )
}

const NONE: readonly ChoiceRow[] = []
const NOTHING_BEYOND = { rows: NONE, isSearching: false }

function rowsToShow(rows: readonly ChoiceRow[], first: readonly ChoiceRow[], text: string): readonly ChoiceRow[] {
  const ranked = rankRows(rows, text, ROWS_SHOWN)
  return text.trim() === '' && first.length > 0 ? [...first, ...ranked.filter((row) => !first.includes(row))] : ranked
}
