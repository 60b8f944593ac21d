import { atom, useAtomValue } from 'jotai'
import { memo, useMemo, type RefObject } from 'react'
import type { ChoiceState } from '#command-kit/argument-source.ts'
import type { ArgumentValue } from '#command-kit/declaration.ts'
import { useCommandKit, useCommandView } from '#command-kit/hooks.ts'
import { answersOf, type QuestionPage } from '#command-kit/palette/palette-page.ts'
import type { Mode, PaletteRow } from '#command-kit/palette/palette-rows.ts'
import type { PaletteThing } from '#command-kit/palette/palette-state.ts'
import type { Prefix } from '#command-kit/palette/palette-text.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { Button } from '#ui/button.tsx'
import { KeyHint } from '#ui/key-hint.tsx'
import styles from '#command-kit/palette/palette.module.css'

interface PaletteCrumbsProps {
  page: QuestionPage
  onBack: () => void
}

/** The pending command with the arguments given so far. */
export function PaletteCrumbs({ page: { invocation }, onBack }: PaletteCrumbsProps) {
  const kit = useCommandKit()
  const { title } = useCommandView(invocation.id, {})
  const answersAtom = useMemo(
    () => atom((get) => answersOf(kit, invocation).map(({ source, value }) => titleOfValue(get(source.rows), value))),
    [kit, invocation],
  )
  const answers = useAtomValue(answersAtom)
  return <Trail texts={[title, ...answers]} onBack={onBack} />
}

/** The thing whose actions are listed. */
export function ThingCrumb({ thing, onBack }: { thing: PaletteThing | null; onBack: () => void }) {
  return <Trail texts={thing ? [thing.title] : []} onBack={onBack} />
}

function Trail({ texts, onBack }: { texts: readonly string[]; onBack: () => void }) {
  return (
    <>
      <button type="button" className={styles['back']} aria-label="Back" onClick={onBack}>
        ←
      </button>
      <ol className={styles['trail']} aria-label="So far">
        {texts.map((text) => (
          <li key={text} className={styles['crumb']}>
            {text}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The title of a chosen value. */
function titleOfValue(state: ChoiceState, value: ArgumentValue): string {
  const row = state.status === 'ready' ? state.rows.find((candidate) => candidate.value === value) : undefined
  return row?.title ?? String(value)
}

const TAB_WORDS = { completion: 'complete', command: 'choose the argument', choice: 'actions' } as const

function tabWords(row: PaletteRow | undefined): string {
  return row?.kind === 'meaning' ? row.tab.words : TAB_WORDS[row?.kind ?? 'command']
}

function enterWords(row: PaletteRow): string {
  if (row.kind === 'meaning') return row.run.words
  return row.kind === 'command' ? 'run' : 'open'
}

interface PaletteFooterProps {
  row: PaletteRow | undefined
  /** Whether Tab completes the row's term, asks for its argument or lists its actions. */
  isAsking: boolean
  /** Whether Backspace in an empty field goes back. */
  hasPages: boolean
}

/** The keys that act on the active row. */
export function PaletteFooter({ row, isAsking, hasPages }: PaletteFooterProps) {
  const isCompletion = row?.kind === 'completion'
  const isRunnable = row !== undefined && row.because === undefined && !isCompletion
  const keys: readonly (readonly [seq: string, what: string])[] = [
    ...(isRunnable ? ([['Enter', enterWords(row)]] as const) : []),
    ...(isRunnable ? ([['Shift+Enter', 'open beside']] as const) : []),
    ...(isCompletion ? ([['Enter', 'complete']] as const) : []),
    ...(isAsking ? ([['Tab', tabWords(row)]] as const) : []),
    ...(hasPages ? ([['Backspace', 'back']] as const) : []),
    ['Escape', 'close'],
  ]
  return (
    <>
      {keys.map(([seq, what]) => (
        <span key={seq} className={styles['footerKey']}>
          <KeyHint seq={seq} /> {what}
        </span>
      ))}
    </>
  )
}

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
    <div className={styles['prefixRow']} role="group" aria-label="Narrow to">
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
