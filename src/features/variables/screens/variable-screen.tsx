import { useAtomValue, useStore } from 'jotai'
import { lazy, Suspense, useEffect, useRef, type RefObject } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { keepKeys } from '#command-kit/keys/kept-keys.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { useCode } from '#entities/code/use-code.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { VariableColumn } from '#features/variables/variable/variable-column.tsx'
import { cohortIdsOf, comparedOf, type ShownVariable } from '#features/variables/variable/variable-view.ts'
import { Button } from '#ui/button.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

// The pickers come after the answers, which need none of them.
const ViewChoices = lazy(async () => ({
  default: (await import('#features/variables/variable/view-choices.tsx')).ViewChoices,
}))

/** A variable's question, codes and distribution; up to four variables and four cohorts in columns. */
export default function VariableScreen({ args }: ScreenProps<ShownVariable>) {
  const { variableName: name } = args
  const { compared, cohortIds, setCompared, setCohortIds } = useVariableView(args)
  const names = [name, ...compared]

  const pickers = useRef<HTMLDivElement>(null)
  const { focusFirst, onReady } = useFirstPicker(pickers)
  useCode({ kind: 'variable', name })
  usePaneActions({ 'list.search': { available: true, run: focusFirst } })

  const isOnly = names.length === 1
  const choices = (
    <>
      <div ref={pickers} className={styles['choices']}>
        <Suspense fallback={null}>
          <ViewChoices
            names={names}
            cohortIds={cohortIds}
            setCompared={setCompared}
            setCohortIds={setCohortIds}
            onReady={onReady}
          />
        </Suspense>
      </div>
      <CohortChips cohortIds={cohortIds} onChange={setCohortIds} />
    </>
  )

  return (
    <div className={stack['screen']}>
      {!isOnly && choices}
      <div className={styles['columns']} style={{ gridTemplateColumns: `repeat(${names.length}, minmax(260px, 1fr))` }}>
        {names.map((one, index) => (
          <VariableColumn
            key={one}
            name={one}
            cohortIds={cohortIds}
            choices={isOnly ? <section className={stack['section']}>{choices}</section> : null}
            onRemove={index === 0 ? null : () => setCompared(compared.filter((other) => other !== one))}
          />
        ))}
      </div>
    </div>
  )
}

interface FirstPicker {
  readonly focusFirst: () => void
  readonly onReady: () => void
}

/** Focuses the first picker; keys that come before it is loaded are pressed in it. */
function useFirstPicker(pickers: RefObject<HTMLDivElement | null>): FirstPicker {
  const store = useStore()
  const waiting = useRef<((hasField?: boolean) => void) | null>(null)
  useEffect(() => () => waiting.current?.(), [])
  const input = () => pickers.current?.querySelector('input')
  return {
    focusFirst: () => {
      const field = input()
      if (field) field.focus()
      else waiting.current ??= keepKeys(store)
    },
    onReady: () => {
      if (waiting.current === null) return
      input()?.focus()
      waiting.current(true)
      waiting.current = null
    },
  }
}

interface CohortChipsProps {
  cohortIds: readonly number[]
  onChange: (ids: readonly number[]) => void
}

/** The compared cohorts, each with a button that removes it, and a button that adds one. */
function CohortChips({ cohortIds, onChange }: CohortChipsProps) {
  const cohorts = useAtomValue(cohortsAtom).data
  const nameOf = (id: number) => cohorts?.find((cohort) => cohort.cohortId === id)?.name ?? `cohort ${id}`
  const isOneOther = cohortIds.length === 1 && cohortIds[0] !== ROOT_COHORT_ID
  const besideAll = { available: true, run: () => onChange([ROOT_COHORT_ID, ...cohortIds]) } as const
  usePaneActions(isOneOther ? { 'form.count-beside-all': besideAll } : {})
  if (cohortIds.length === 1) {
    return !isOneOther ? null : (
      <div className={styles['chips']}>
        <CommandButton id="form.count-beside-all" args={{}} size="small">
          Compare with {nameOf(ROOT_COHORT_ID)}
        </CommandButton>
      </div>
    )
  }
  return (
    <ul className={styles['chips']} aria-label="Cohorts counted">
      {cohortIds.map((id) => (
        <li key={id}>
          <Button
            size="small"
            aria-label={`Remove ${nameOf(id)}`}
            onClick={() => onChange(cohortIds.filter((other) => other !== id))}
          >
            {nameOf(id)} ×
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface VariableView {
  /** The variables compared with the first. */
  readonly compared: readonly string[]
  /** The cohorts to count in; empty for All Individuals. */
  readonly cohortIds: readonly number[]
  readonly setCompared: (names: readonly string[]) => void
  readonly setCohortIds: (ids: readonly number[]) => void
}

/** The state of a variable's page; changes are written to the pane's URL. */
export function useVariableView(args: ShownVariable): VariableView {
  const [, setParams] = useSearchParams()
  const write = (name: string, values: readonly (string | number)[]) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (values.length === 0) next.delete(name)
        else next.set(name, values.join(','))
        return next
      },
      { replace: true },
    )
  return {
    compared: comparedOf(args),
    cohortIds: cohortIdsOf(args),
    setCompared: (names) => write('compare', names),
    setCohortIds: (ids) => write('cohort', ids.length === 1 && ids[0] === ROOT_COHORT_ID ? [] : ids),
  }
}
