import { Command } from 'cmdk'
import { useAtomValue, useSetAtom } from 'jotai'
import {
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useCommandKit } from '#command-kit/hooks.ts'
import { languageAtom } from '#command-kit/language.ts'
import { PaletteList } from '#command-kit/palette/palette-list.tsx'
import type { QuestionPage } from '#command-kit/palette/palette-page.ts'
import { pinsAtom } from '#command-kit/palette/palette-pins.ts'
import { paletteRowAtom, paletteFieldAtom, type PaletteThing } from '#command-kit/palette/palette-state.ts'
import { usePaletteText, type PaletteText } from '#command-kit/palette/palette-text.ts'
import { useDeferredSearch } from '#command-kit/palette/use-deferred-search.ts'
import { PAGE_ROWS, usePaletteCursor } from '#command-kit/palette/use-list-scroll.ts'
import {
  usePaletteActions,
  moveCursor,
  useAwaitedChoice,
  useAwaitedRow,
} from '#command-kit/palette/use-palette-actions.ts'
import { usePaletteRows } from '#command-kit/palette/use-palette-rows.ts'
import { optionalPart } from '#ui/optional-part.ts'
import styles from '#command-kit/palette/palette.module.css'

/** Loaded after the list, which alone takes keys. The list works without them. */
const PalettePreview = optionalPart(
  async () => (await import('#command-kit/palette/palette-preview.tsx')).PalettePreview,
)
const loadFrame = () => import('#command-kit/palette/palette-frame.tsx')
const PaletteFooter = optionalPart(async () => (await loadFrame()).PaletteFooter)
const PaletteCrumbs = optionalPart(async () => (await loadFrame()).PaletteCrumbs)
const ThingCrumb = optionalPart(async () => (await loadFrame()).ThingCrumb)
const PaletteStatus = optionalPart(async () => (await loadFrame()).PaletteStatus)
const PalettePrefixes = optionalPart(async () => (await loadFrame()).PalettePrefixes)

interface PalettePanelProps {
  /** Null on the root page. */
  page: QuestionPage | null
  /** The thing whose actions the root page lists. */
  thing: PaletteThing | null
  input: RefObject<HTMLInputElement | null>
  /** Receives the previously focused element, to restore the focus. */
  onTakeFocus: (before: HTMLElement) => void
}

/** A page of the palette: field, rows and preview of the active row. */
export function PalettePanel({ page, thing, input, onTakeFocus }: PalettePanelProps) {
  const { sources, username } = useCommandKit()
  const language = useAtomValue(languageAtom)
  const pins = useAtomValue(pinsAtom(username))
  const setRow = useSetAtom(paletteRowAtom)
  const isRoot = page === null && thing === null
  const field = usePaletteText(sources, language, isRoot)
  const { rows, only, isLoading, isSearching, isFirstOpen, problem } = usePaletteRows(
    { page, thing, mode: field.mode },
    field.query,
  )
  const { choose, asking, goBack } = usePaletteActions(page, field.query, (text) => field.type(text, false))
  const listId = useId()
  const search = `${field.mode} ${field.query}`
  const { active, move, isFollowing } = usePaletteCursor(rows, search)
  const { isAwaited, awaitFirst } = useAwaitedChoice(
    { text: search, rows, isOpen: rows.length === 0 ? isLoading : isFirstOpen, isEntered: field.isEntered },
    choose,
  )
  const activeRow = rows.at(active)
  const { awaitRow, cancel } = useAwaitedRow(activeRow, choose)
  const [refused, setRefused] = useState<string | null>(null)
  const isRefused = activeRow !== undefined && refused === `${activeRow.key} ${search}`
  const ask = asking(activeRow)
  const rowId = (key: string) => `${listId}-${encodeURIComponent(key)}`

  const setHasField = useSetAtom(paletteFieldAtom)
  useLayoutEffect(() => {
    const before = document.activeElement
    const isOutside = before !== document.body && before?.closest('[aria-modal="true"]') === null
    if (before instanceof HTMLElement && isOutside) onTakeFocus(before)
    // Synchronously, before the dialog does: users type on at once.
    input.current?.focus()
    setHasField(true)
    return () => setHasField(false)
  }, [input, onTakeFocus, setHasField])

  const activeKey = activeRow?.key ?? null
  useEffect(() => {
    // These rows depend on the typed text, so they cannot be pinned.
    setRow(activeKey?.startsWith('typed:') === true ? null : activeKey)
    return () => setRow(null)
  }, [setRow, activeKey])

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === IME_KEY_CODE) return
    // cmdk has its own handlers for these keys.
    event.stopPropagation()
    cancel()
    const moved = moveCursor(event, active, rows.length, PAGE_ROWS)
    if (moved !== undefined) {
      event.preventDefault()
      move(moved, 'key')
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const where = event.shiftKey ? 'beside' : 'here'
      if (activeRow && !(isFirstOpen && active === 0)) {
        if (activeRow.because === undefined) choose(activeRow, where)
        else {
          setRefused(`${activeRow.key} ${search}`)
          awaitRow(where)
        }
      } else if ((isLoading || isFirstOpen) && field.query.trim() !== '') awaitFirst(where)
    } else if (event.key === 'Tab' && !event.shiftKey && ask) {
      event.preventDefault()
      ask()
    } else if (event.key === 'Backspace' && field.text === '') {
      // Otherwise Backspace also deletes a letter of the restored text.
      event.preventDefault()
      if (field.mode !== 'all') field.dropPrefix()
      else goBack()
    }
  }

  return (
    <Command
      shouldFilter={false}
      vimBindings={false}
      disablePointerSelection
      label="Command palette"
      className={styles['panel']}
    >
      {!isRoot && (
        <div className={styles['crumbs']}>
          <Suspense>
            {page ? <PaletteCrumbs page={page} onBack={goBack} /> : <ThingCrumb thing={thing} onBack={goBack} />}
          </Suspense>
        </div>
      )}
      <PaletteField
        input={input}
        field={field}
        placeholder={
          page?.question.prompt ?? (thing ? `What to do with ${thing.title}?` : 'Search commands, variables, cohorts…')
        }
        listId={rows.length > 0 ? listId : undefined}
        activeId={activeRow && rowId(activeRow.key)}
        problem={problem ?? (isRefused ? (activeRow.because ?? null) : null)}
        onKeyDown={handleKeyDown}
      />
      {isRoot && (
        <div className={styles['prefixes']}>
          <Suspense>
            <PalettePrefixes prefixes={field.prefixes} mode={field.mode} setMode={field.setMode} input={input} />
          </Suspense>
        </div>
      )}
      <div className={styles['columns']}>
        {rows.length > 0 ? (
          <PaletteList
            id={listId}
            rows={rows}
            active={active}
            isFollowing={isFollowing}
            isAwaited={isAwaited}
            pins={pins}
            rowId={rowId}
            showsHelp={field.mode === 'help'}
            showsKind={only === undefined}
            onPoint={(index) => move(index, 'pointer')}
            onChoose={choose}
          />
        ) : (
          <Suspense>
            <PaletteStatus
              state={only?.state}
              label={only?.source.label}
              isSearching={isSearching || isLoading}
              isAwaited={isAwaited}
            />
          </Suspense>
        )}
        <Suspense>
          <PalettePreview row={activeRow} />
        </Suspense>
      </div>
      <div className={styles['footer']}>
        <Suspense>
          <PaletteFooter row={activeRow} isAsking={ask !== undefined} hasPages={!isRoot} />
        </Suspense>
      </div>
    </Command>
  )
}

// The keyCode of keys that an IME handles.
const IME_KEY_CODE = 229

interface PaletteFieldProps {
  input: RefObject<HTMLInputElement | null>
  field: PaletteText
  placeholder: string
  /** The id of the listbox, if rendered. */
  listId: string | undefined
  /** The active row, which Enter runs. */
  activeId: string | undefined
  problem: string | null
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The palette's field with its error message. IME compositions are shown but not searched. */
function PaletteField({ input, field, placeholder, listId, activeId, problem, onKeyDown }: PaletteFieldProps) {
  const problemId = useId()
  const { defaultValue, searchSoon, searchNow } = useDeferredSearch(input, field)
  const handleKey = useRef(onKeyDown)
  useLayoutEffect(() => {
    handleKey.current = onKeyDown
  })
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
        aria-invalid={problem !== null}
        aria-describedby={problemId}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={placeholder}
        defaultValue={defaultValue}
        onChange={(event) => searchSoon(event.target.value, isComposing(event.nativeEvent))}
        onCompositionEnd={(event) => searchSoon(event.currentTarget.value, false)}
        onKeyDown={(event) => {
          if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) searchNow()
          // The handler of the last render knows the rows of that search.
          handleKey.current(event)
        }}
      />
      <p id={problemId} className={styles['problem']} aria-live="polite">
        {problem}
      </p>
    </div>
  )
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}
