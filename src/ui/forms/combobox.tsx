import { Combobox as Ark, createListCollection, useCombobox } from '@ark-ui/react/combobox'
import { Portal } from '@ark-ui/react/portal'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { classNames } from '#ui/class-names.ts'
import { ComboboxRows, type ComboboxRow } from '#ui/forms/combobox-rows.tsx'
import { FieldMessage, messageId } from '#ui/forms/field.tsx'
import { KEEPS_KEYS } from '#ui/forms/keeps-keys.ts'
import styles from '#ui/forms/combobox.module.css'
import fieldStyles from '#ui/forms/field.module.css'

interface ComboboxProps {
  label: string
  /** Text of the chosen row, shown while the user does not type. */
  chosen: string
  /** Whether a row is chosen, even if its text is still loading. */
  isChosen?: boolean
  /** The best rows for a text; for "" the initial rows. */
  rowsFor: (text: string) => readonly ComboboxRow[]
  onChoose: (value: string) => void
  /** Chooses all versions of a row at once. */
  onTogether?: ((values: readonly string[]) => void) | undefined
  /** Called with the typed text, and "" at the end. */
  onType?: ((text: string) => void) | undefined
  emptyText: string
  /** More rows will follow. */
  isLoading?: boolean | undefined
  /** The rows stand in for those of the typed text, which will follow: dimmed, and keys wait. */
  isStale?: boolean | undefined
  /** Stands above the rows: how the text was read. */
  reading?: string | undefined
  placeholder?: string | undefined
  problem?: string | null | undefined
  /** Several choices in sequence: counts them, and keeps texts that are typed while rows load. */
  isRepeating?: boolean | undefined
}

/** Autocomplete. */
export function Combobox(props: ComboboxProps) {
  const { label, chosen, rowsFor, onChoose, onTogether, onType, isRepeating = false } = props
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTypedText] = useState<string | null>(null)
  /** Whether Escape closes the list, which keeps the typed text. */
  const isEscaped = useRef(false)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const setTyped = (text: string | null) => {
    clearTimeout(closing.current)
    setTypedText(text)
    onType?.(text ?? '')
  }
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const [added, setAdded] = useState<readonly string[]>([])
  const [versions, setVersions] = useState<ReadonlyMap<string, number>>(NO_VERSIONS)
  const rows = useMemo(
    () =>
      rowsFor(typed ?? '').map((row) => {
        const version = versions.get(row.versions?.[0]?.value ?? '')
        return version === undefined ? row : (row.versions?.[version] ?? row)
      }),
    [rowsFor, typed, versions],
  )
  const collection = useMemo(
    () =>
      createListCollection<ComboboxRow>({
        items: [...rows],
        itemToString: (row) => row.title,
        itemToValue: (row) => row.value,
        isItemDisabled: (row) => row.because !== undefined,
      }),
    [rows],
  )

  const isTyping = typed !== null && typed.trim() !== ''
  const isStale = isTyping && props.isStale === true
  const marked = isStale
    ? null
    : (movedTo ?? (isTyping ? (rows.find((row) => row.because === undefined)?.value ?? null) : null))
  const combobox = useCombobox({
    positioning: { placement: 'bottom-start', sameWidth: true },
    ids: { input: inputId },
    collection,
    value: [],
    inputValue: typed ?? chosen,
    onValueChange: (details) => {
      const [value] = details.value
      if (value !== undefined) choose(value)
    },
    onOpenChange: (details) => {
      clearTimeout(closing.current)
      // The list closes before the click chooses; the clicked row must still be found among the filtered rows.
      if (!details.open && !isEscaped.current && details.reason !== 'escape-key')
        closing.current = setTimeout(() => setTyped(null))
      if (details.open) isEscaped.current = false
    },
    // Ark UI highlights its first row a frame late or never, and Enter would be lost.
    highlightedValue: marked,
    onHighlightChange: (details) => setMovedTo(details.highlightedValue),
    selectionBehavior: 'preserve',
    openOnClick: true,
    invalid: props.problem !== null && props.problem !== undefined,
  })
  const replaceChosen = useChosenReplaced(input, typed === null ? `${String(combobox.open)} ${chosen}` : null)
  const choose = (value: string) => {
    const row = rows.find((one) => one.value === value)
    // Ark UI also handles Enter on a row that was just added.
    if (row === undefined || row.because !== undefined) return
    onChoose(value)
    setAdded([...added, row.title])
    settle()
  }
  const settle = () => {
    setTyped(null)
    setMovedTo(null)
  }
  const setText = (text: string) => {
    setTyped(text)
    setMovedTo(null)
    setVersions(NO_VERSIONS)
  }
  const typeKept = (text: string) => {
    setText(text)
    combobox.setOpen(true)
  }
  const chooseAndClose = (value: string) => {
    choose(value)
    combobox.setOpen(false)
  }
  const chooseTogether = (row: ComboboxRow) => {
    if (onTogether === undefined || row.together === undefined) return chooseAndClose(row.value)
    onTogether(row.together)
    setAdded([...added, ...row.together])
    settle()
    combobox.setOpen(false)
  }
  const nextVersion = (row: ComboboxRow) => {
    const all = row.versions ?? []
    const [first] = all
    const next = all[(all.findIndex(({ value }) => value === row.value) + 1) % all.length]
    if (first === undefined || next === undefined) return
    setVersions(new Map(versions).set(first.value, all.indexOf(next)))
    setMovedTo(next.value)
  }
  const isWaiting = isStale || (props.isLoading === true && marked === null)
  const keepKey = useKeysAfterAnswer(
    input,
    { typed, rows, marked, isWaiting, isRepeating },
    { choose: chooseAndClose, chooseTogether, move: setMovedTo, type: typeKept },
  )

  return (
    <Ark.RootProvider className={styles['root']} value={combobox} lazyMount unmountOnExit>
      <div className={styles['head']}>
        <Ark.Label className={fieldStyles['label']}>{label}</Ark.Label>
        {isRepeating && (
          <span className={styles['added']} role="status">
            {added.length > 0 && `${added.at(-1)} added, ${added.length} so far`}
          </span>
        )}
      </div>
      <Ark.Control>
        <Ark.Input
          ref={input}
          className={fieldStyles['control']}
          data-chosen={props.isChosen}
          placeholder={props.placeholder}
          aria-describedby={props.problem ? messageId(inputId) : undefined}
          onFocus={(event) => event.target.select()}
          onBlur={() => {
            setAdded([])
            // Text that Escape kept is no choice.
            if (!combobox.open) setTyped(null)
          }}
          onChange={(event) => {
            // Ark UI's callback comes after the event; a key in between would see the old text.
            setText(event.target.value)
          }}
          onKeyDownCapture={(event) => {
            replaceChosen(event)
            if (keepKey(event)) return
            const row = rows.find(({ value }) => value === marked)
            if (event.key === 'ArrowRight' && row?.versions && isAtEnd(event.currentTarget)) {
              event.preventDefault()
              nextVersion(row)
            } else if (keyOf(event) === TOGETHER && onTogether && row?.together) {
              event.preventDefault()
              event.stopPropagation()
              chooseTogether(row)
            } else if (event.key === 'Escape' && combobox.open) {
              // Ark UI listens for it some frames after the list opens.
              isEscaped.current = true
              combobox.setOpen(false)
            } else if (event.key === 'Escape' && typed !== null) {
              event.stopPropagation()
              setTyped(null)
            }
          }}
        />
      </Ark.Control>
      <FieldMessage controlId={inputId} problem={props.problem} hint={undefined} />
      <Portal>
        <Ark.Positioner className={styles['positioner'] ?? ''} role="region" aria-label={`${label}: choices`}>
          <Ark.Content className={classNames(styles['content'], isStale && styles['stale'])} aria-busy={isStale}>
            {props.reading !== undefined && props.reading !== '' && (
              <p className={styles['reading']} role="status">
                {props.reading}
              </p>
            )}
            <ComboboxRows rows={rows} onVersion={nextVersion} onTogether={onTogether && chooseTogether} />
            {rows.length === 0 && (
              <p className={styles['nothing']} role="status">
                {props.emptyText}
              </p>
            )}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.RootProvider>
  )
}

/**
 * Selects the chosen text whenever `settled` changes, so that typing replaces it; null while the user types. Returns
 * the keydown handler.
 */
function useChosenReplaced(input: RefObject<HTMLInputElement | null>, settled: string | null) {
  const before = useRef(settled)
  useEffect(() => {
    if (before.current === settled) return undefined
    before.current = settled
    if (settled === null || document.activeElement !== input.current) return undefined
    // Ark UI moves the caret to the end in its next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => input.current?.select())
    })
    return () => cancelAnimationFrame(frame)
  }, [input, settled])
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (settled !== null && isText) event.currentTarget.select()
  }
}

const NO_VERSIONS: ReadonlyMap<string, number> = new Map()

function isAtEnd({ selectionStart, value }: HTMLInputElement): boolean {
  return selectionStart === value.length
}

interface Offer {
  /** The typed text; null without one. */
  readonly typed: string | null
  readonly rows: readonly ComboboxRow[]
  /** The row that Enter chooses; null without one. */
  readonly marked: string | null
  /** Whether the rows of the text will follow. */
  readonly isWaiting: boolean
  /** Whether the field takes several choices, one after another. */
  readonly isRepeating: boolean
}

interface Acts {
  readonly choose: (value: string) => void
  readonly chooseTogether: (row: ComboboxRow) => void
  readonly move: (value: string) => void
  /** Puts a text into the field in place of another. */
  readonly type: (text: string) => void
}

/** A text, and the keys that were pressed before its rows were there. */
interface Kept {
  readonly text: string
  readonly keys: readonly string[]
}

/** The key that chooses all versions of a row. */
const TOGETHER = 'Shift+Enter'

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['Enter', 0],
  [TOGETHER, 0],
])

function keyOf({ key, shiftKey }: KeyboardEvent): string {
  return shiftKey && key === 'Enter' ? TOGETHER : key
}

/**
 * Keys that precede the rows of the text act on these rows, unless the user types on. Without a match Enter does nothing.
 * A field for several choices keeps further texts that are typed after such an Enter. Returns the keydown handler,
 * which returns whether it took the key.
 */
function useKeysAfterAnswer(
  input: RefObject<HTMLInputElement | null>,
  { typed, rows, marked, isWaiting, isRepeating }: Offer,
  acts: Acts,
) {
  // Further texts follow the one that stands in the field.
  const kept = useRef<readonly Kept[]>([])
  const keep = useCallback(
    (queue: readonly Kept[]) => {
      kept.current = queue
      input.current?.toggleAttribute(KEEPS_KEYS, queue.length > 0)
    },
    [input],
  )
  const replay = useEffectEvent((keys: readonly string[]) => {
    const free = rows.filter((row) => row.because === undefined)
    let active = Math.max(
      0,
      free.findIndex(({ value }) => value === marked),
    )
    for (const key of keys) {
      const row = free[active]
      if (row === undefined) return
      if (key === 'Enter') return acts.choose(row.value)
      if (key === TOGETHER) return acts.chooseTogether(row)
      active = Math.min(Math.max(active + (STEPS.get(key) ?? 0), 0), free.length - 1)
    }
    const row = free[active]
    if (row) acts.move(row.value)
  })
  const typeNext = useEffectEvent((text: string) => acts.type(text))
  useEffect(() => {
    const [first, ...others] = kept.current
    if (first === undefined || (isWaiting && first.text === typed)) return
    keep([])
    if (first.text !== typed) return
    replay(first.keys)
    const [next] = others
    if (next === undefined) return
    keep(others)
    typeNext(next.text)
  }, [typed, isWaiting, keep])
  return (event: KeyboardEvent): boolean => {
    if (typed === null || typed.trim() === '') return false
    const queue = kept.current[0]?.text === typed ? kept.current : []
    const last = queue.at(-1)
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (isRepeating && isWaiting && isText && last && (queue.length > 1 || last.keys.at(-1) === 'Enter')) {
      event.preventDefault()
      const isNew = last.keys.at(-1) === 'Enter'
      const next = { text: isNew ? event.key : last.text + event.key, keys: [] }
      keep([...(isNew ? queue : queue.slice(0, -1)), next])
      return true
    }
    if (event.key === 'Escape') keep([])
    const key = keyOf(event)
    if (!STEPS.has(key)) return false
    if (!isWaiting && (event.key !== 'Enter' || marked !== null)) return false
    event.preventDefault()
    event.stopPropagation()
    if (isWaiting) {
      const now = last ?? { text: typed, keys: [] }
      keep([...queue.slice(0, -1), { ...now, keys: [...now.keys, key] }])
    }
    return true
  }
}
