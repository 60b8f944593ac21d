import { Combobox as Ark, createListCollection, useCombobox } from '@ark-ui/react/combobox'
import { Portal } from '@ark-ui/react/portal'
import { useId, useMemo, useRef, useState, useEffect, type KeyboardEvent, type RefObject, useEffectEvent } from 'react'
import { ComboboxRows, type ComboboxRow } from '#ui/forms/combobox-rows.tsx'
import { FieldMessage, messageId } from '#ui/forms/field.tsx'
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
  /** Called with the typed text, and "" at the end. */
  onType?: ((text: string) => void) | undefined
  emptyText: string
  /** More rows will follow. */
  isLoading?: boolean | undefined
  placeholder?: string | undefined
  problem?: string | null | undefined
  /** Several choices in sequence: the list stays open, and typing replaces the text. */
  isRepeating?: boolean | undefined
}

/** Autocomplete. */
export function Combobox(props: ComboboxProps) {
  const { label, chosen, rowsFor, onChoose, onType, isRepeating = false } = props
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTypedText] = useState<string | null>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const setTyped = (text: string | null) => {
    clearTimeout(closing.current)
    setTypedText(text)
    onType?.(text ?? '')
  }
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const [added, setAdded] = useState<readonly string[]>([])
  const rows = useMemo(() => rowsFor(typed ?? ''), [rowsFor, typed])
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
  const marked = movedTo ?? (isTyping ? (rows.find((row) => row.because === undefined)?.value ?? null) : null)
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
      if (details.open) setAdded([])
      // The list closes before the click chooses; the clicked row must still be found among the filtered rows.
      else closing.current = setTimeout(() => setTyped(null))
    },
    // Ark UI highlights its first row a frame late or never, and Enter would be lost.
    highlightedValue: marked,
    onHighlightChange: (details) => setMovedTo(details.highlightedValue),
    selectionBehavior: 'preserve',
    closeOnSelect: !isRepeating,
    openOnClick: true,
    invalid: props.problem !== null && props.problem !== undefined,
  })
  const replaceChosen = useChosenReplaced(input, typed === null ? `${String(combobox.open)} ${chosen}` : null)
  const choose = (value: string) => {
    const row = rows.find((one) => one.value === value)
    // Ark UI also handles Enter on a row that was just added.
    if (row === undefined || row.because !== undefined) return
    onChoose(value)
    if (!isRepeating) return setTyped(null)
    setAdded([...added, row.title])
    // The next row of the same list is one arrow key away.
    setMovedTo(value)
    input.current?.select()
  }
  const chooseAndClose = (value: string) => {
    choose(value)
    if (!isRepeating) combobox.setOpen(false)
  }
  const rememberEnter = useEnteredChoice({ typed, marked, isLoading: props.isLoading === true }, chooseAndClose)

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
          onBlur={() => setAdded([])}
          onChange={(event) => {
            // Ark UI's callback comes after the event; a key in between would see the old text.
            setTyped(event.target.value)
            setMovedTo(null)
          }}
          onKeyDownCapture={(event) => {
            replaceChosen(event)
            rememberEnter(event)
            // Ark UI listens for it some frames after the list opens.
            if (event.key === 'Escape' && combobox.open) combobox.setOpen(false)
          }}
        />
      </Ark.Control>
      <FieldMessage controlId={inputId} problem={props.problem} hint={undefined} />
      <Portal>
        <Ark.Positioner className={styles['positioner'] ?? ''}>
          <Ark.Content className={styles['content']}>
            <ComboboxRows rows={rows} />
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

interface Offer {
  /** The typed text; null without one. */
  readonly typed: string | null
  /** The row that Enter chooses; null without one. */
  readonly marked: string | null
  readonly isLoading: boolean
}

/**
 * Remembers an Enter that preceded the rows: their highlighted row is chosen, unless the user types on. Without a match
 * Enter does nothing. Returns the keydown handler.
 */
function useEnteredChoice({ typed, marked, isLoading }: Offer, choose: (value: string) => void) {
  const awaited = useRef<string | null>(null)
  const chooseEntered = useEffectEvent(choose)
  useEffect(() => {
    if (awaited.current === null || (isLoading && awaited.current === typed)) return
    const isStillMeant = awaited.current === typed
    awaited.current = null
    if (isStillMeant && marked !== null) chooseEntered(marked)
  }, [typed, isLoading, marked])
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || marked !== null || typed === null || typed.trim() === '') return
    event.preventDefault()
    if (isLoading) awaited.current = typed
  }
}
