import { atom, useAtomValue } from 'jotai'
import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { offered } from '#command-kit/arguments.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import type { ArgumentsOf } from '#commands/signatures.ts'
import { cohortGroups } from '#contract/describing.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { COHORTS_COMPARED_MAX } from '#domain/cohorts/cohorts.ts'
import { DESCRIBED_VARIABLES_MAX } from '#domain/limits.ts'
import { couldNotGetCohort } from '#domain/messages.ts'
import { countOf, formatCount, wordFor } from '#domain/numbers.ts'
import { joinsIn, joinsText } from '#domain/question-versions.ts'
import { useCode } from '#entities/code/use-code.ts'
import { chosenOnce } from '#entities/cohorts/chosen-once.ts'
import { CohortPicker, SavedItemPicker } from '#entities/cohorts/cohort-picker.tsx'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { OthersButton } from '#entities/cohorts/others-button.tsx'
import { useDefinedBy } from '#entities/rules/version-groups.ts'
import { Loaded, QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { variableSetRowsAtom } from '#entities/sources/choice-rows.ts'
import { variableSetAtom } from '#entities/variable-sets/variable-sets.ts'
import { useQuestions } from '#entities/variables/use-questions.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { ViewOptions } from '#features/describing/view-options.tsx'
import { viewIn, withView, type View } from '#features/describing/view.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useFirstField } from '#workspace/use-first-field.ts'
import styles from '#features/describing/describe.module.css'
import stack from '#ui/stack.module.css'

// The choices come first.
const DescriptionResult = lazy(async () => ({
  default: (await import('#features/describing/description-result.tsx')).DescriptionResult,
}))

interface DescribeArgs {
  readonly cohortIds?: readonly number[]
  readonly by?: string
  readonly variableSetId?: number
  readonly variableNames?: readonly string[]
}

const NO_SET = atom({
  data: undefined,
  error: null,
  isPending: false,
  isFetching: false,
  refetch: async () => undefined,
})

/** Table 1: the answers of cohorts to the variables of a set. */
export default function DescribeScreen({ args }: ScreenProps<DescribeArgs>) {
  const { cohortIds = [], by, variableSetId, variableNames } = args
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => viewIn(params), [params])
  const cohorts = useAtomValue(cohortsAtom)
  const set = useAtomValue(variableSetId === undefined ? NO_SET : variableSetAtom(variableSetId))
  const change = (changed: Partial<Chosen>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name))
        if (changed.cohortIds) put('cohorts', changed.cohortIds.join(','))
        if (changed.by !== undefined) put('by', changed.by)
        if (changed.cohortIds && changed.cohortIds.length !== 1) put('by', null)
        if (changed.variableSetId !== undefined) {
          put('set', String(changed.variableSetId ?? ''))
          put('variables', null)
        }
        if (changed.variableNames) put('variables', changed.variableNames.join(','))
        return next
      },
      { replace: true },
    )
  const names = variableNames ?? set.data?.variables
  const hasVariables = variableSetId !== undefined || variableNames !== undefined
  // In place of a deleted set another is chosen.
  const isComplete = cohortIds.length > 0 && hasVariables && (names !== undefined || set.isPending)
  const ofNewSet = { ...(cohortIds.length > 0 && { describedIn: cohortIds }), ...(by !== undefined && { by }) }
  const [cohortId] = cohortIds
  const shown = cohortIds.flatMap((id) => cohorts.data?.find((cohort) => cohort.cohortId === id) ?? [])
  const saved = shown.map(({ name, cohortId: id }) => ({ name, id }))
  useCode(saved.length > 0 && by === undefined && names ? { kind: 'table', cohorts: saved, variables: names } : null)
  usePaneActions({
    'download.new': offered({
      ...(cohortId !== undefined && { cohortId }),
      ...(variableSetId !== undefined && { variableSetId }),
    }),
    'variable-set.new': offered(ofNewSet),
    ...(cohortIds.length === 2 && {
      'form.swap-cohorts': { available: true, run: () => change({ cohortIds: cohortIds.toReversed() }) },
    }),
  })
  // The names of the cohorts decide how many lines they take.
  if (cohorts.isPending && cohortIds.length > 0) return <Skeleton shape="rows" />
  return (
    <div className={classNames(stack['screen'], styles['screen'])}>
      <Options isComplete={isComplete}>
        <Choices
          cohortIds={cohortIds}
          by={by ?? null}
          variableSetId={variableSetId ?? null}
          hasVariables={hasVariables}
          cohorts={cohorts.data ?? []}
          onChange={change}
        />
        {isComplete && (
          <ViewOptions
            view={view}
            onChange={(next) => setParams((current) => withView(current, next), { replace: true })}
            areApart={params.get(VERSIONS) === APART}
            onApart={(areApart) => setParams((current) => withVersions(current, areApart), { replace: true })}
            hasSeveral={cohortIds.length > 1 || by !== undefined}
            areCohorts={by === undefined}
          />
        )}
      </Options>
      {variableNames === undefined && variableSetId !== undefined && set.error ? (
        <Loaded resource={set}>{() => null}</Loaded>
      ) : cohortIds.length === 0 || names === undefined ? (
        <Missing
          cohortIds={cohortIds}
          isLoading={set.isPending}
          ofNewSet={ofNewSet}
          onVariables={(variables) => change({ variableNames: variables })}
        />
      ) : (
        <Columns
          cohortIds={cohortIds}
          by={by ?? null}
          names={names}
          view={view}
          onOrder={(order) => change({ cohortIds: order })}
        />
      )}
    </div>
  )
}

/** The parameter of the URL for rows of versions. */
const VERSIONS = 'versions'
const APART = 'apart'

function withVersions(params: URLSearchParams, areApart: boolean): URLSearchParams {
  const next = new URLSearchParams(params)
  if (areApart) next.set(VERSIONS, APART)
  else next.delete(VERSIONS)
  return next
}

/** Choices and options in one line, open until the table has columns and rows. */
function Options({ isComplete, children }: { isComplete: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(!isComplete)
  const [wasComplete, setWasComplete] = useState(isComplete)
  if (isComplete !== wasComplete) {
    setWasComplete(isComplete)
    setIsOpen(!isComplete)
  }
  const frame = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  // A closed frame would leave the focus in a hidden field.
  useLayoutEffect(() => {
    if (isComplete && frame.current?.contains(document.activeElement)) summary.current?.focus()
  }, [isComplete])
  return (
    <details
      ref={frame}
      className={styles['disclosure']}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary ref={summary}>Options</summary>
      {children}
    </details>
  )
}

interface MissingProps {
  cohortIds: readonly number[]
  isLoading: boolean
  ofNewSet: ArgumentsOf<'variable-set.new'>
  onVariables: (variableNames: readonly string[]) => void
}

function Missing({ cohortIds, isLoading, ofNewSet, onVariables }: MissingProps) {
  const hasCohorts = cohortIds.length > 0
  const asked = useDefinedBy(cohortIds) ?? []
  if (hasCohorts && isLoading) return <Skeleton shape="rows" />
  return (
    <Notice
      title={hasCohorts ? 'Choose a variable set.' : 'Choose a cohort and a variable set.'}
      actions={
        <>
          {asked.length > 0 && (
            <Button onClick={() => onVariables(asked.flat())}>
              Use {countOf(asked.length, 'question')} of the {wordFor(cohortIds.length, 'definition')}
            </Button>
          )}
          <CommandButton id="variable-set.new" args={ofNewSet} />
        </>
      }
    >
      Each question of the set becomes a row: numbers with their mean or median, categories with counts and percentages.
      Up to four cohorts are columns, or one cohort by the values of a category.
    </Notice>
  )
}

interface ColumnsProps {
  cohortIds: readonly number[]
  by: string | null
  names: readonly string[]
  view: View
  onOrder: (cohortIds: readonly number[]) => void
}

function Columns({ cohortIds, by, names, view, onOrder }: ColumnsProps) {
  const [movedId, setMovedId] = useState<number | null>(null)
  const cohorts = useAtomValue(cohortsAtom)
  const unknown = cohorts.data ? cohortIds.filter((id) => !cohorts.data?.some((one) => one.cohortId === id)) : []
  const groups = useCall({
    endpoint: cohortGroups,
    request: unknown.length > 0 ? null : { cohortIds: [...cohortIds], by },
    key: 'describe-groups',
  })
  const described = useMemo(() => [...new Set(names)].slice(0, DESCRIBED_VARIABLES_MAX), [names])
  const [params, setParams] = useSearchParams()
  const chosen = params.get('join') ?? ''
  const joins = useMemo(() => joinsIn(chosen), [chosen])
  const questions = useQuestions(described, params.get(VERSIONS) === APART ? null : joins)
  if (unknown.length > 0) {
    return unknown.map((id) => <Notice key={id} tone="error" title={couldNotGetCohort(id)} />)
  }
  return (
    // The columns of an older choice have other names.
    <QueryResult query={{ ...groups, data: groups.isPlaceholderData ? undefined : groups.data }}>
      {({ data, overlaps, overall }) => (
        <>
          {described.length < names.length && (
            <Notice title={`The first ${formatCount(described.length)} of ${countOf(names.length, 'variable')}.`} />
          )}
          {questions === null ? (
            <Skeleton shape="rows" />
          ) : (
            <Suspense fallback={<Skeleton shape="rows" />}>
              <DescriptionResult
                key={`${cohortIds.join()} ${by}`}
                cohortIds={cohortIds}
                by={by}
                {...questions}
                groups={data}
                overlaps={overlaps}
                overall={overall}
                view={view}
                joins={joins}
                movedId={movedId}
                onMove={(order, cohortId) => {
                  setMovedId(cohortId)
                  onOrder(order)
                }}
                onJoin={(next) =>
                  setParams(
                    (current) => {
                      const changed = withVersions(current, false)
                      changed.set('join', joinsText(next))
                      return changed
                    },
                    { replace: true },
                  )
                }
              />
            </Suspense>
          )}
        </>
      )}
    </QueryResult>
  )
}

interface Chosen {
  readonly cohortIds: readonly number[]
  readonly by: string | null
  readonly variableSetId: number | null
  readonly variableNames: readonly string[]
}

interface ChoicesProps extends Omit<Chosen, 'variableNames'> {
  hasVariables: boolean
  cohorts: readonly Cohort[]
  onChange: (change: Partial<Chosen>) => void
}

/** The columns and rows of a description: cohorts, or the values of a variable in one, and a variable set. */
export function Choices({ cohortIds, by, variableSetId, hasVariables, cohorts, onChange }: ChoicesProps) {
  const fields = useRef<HTMLDivElement>(null)
  useFirstField(() => {
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])]
    return cohortIds.length === 0 ? inputs[0] : hasVariables ? undefined : inputs.at(-1)
  })
  const nameOf = (id: number) => cohorts.find(({ cohortId }) => cohortId === id)?.name ?? `Cohort ${id}`
  const [first, ...others] = cohortIds
  return (
    <>
      {cohortIds.length > 0 && (
        <ul className={stack['row']} aria-label="Cohorts described">
          {cohortIds.map((cohortId) => (
            <li key={cohortId}>
              <CommandLink id="cohort.show" args={{ cohortId }}>
                {nameOf(cohortId)}
              </CommandLink>{' '}
              <Button
                size="small"
                variant="quiet"
                aria-label={`Remove ${nameOf(cohortId)}`}
                onClick={() => onChange({ cohortIds: cohortIds.filter((id) => id !== cohortId) })}
              >
                ×
              </Button>
            </li>
          ))}
          {by !== null && (
            <li>
              by {by}{' '}
              <Button size="small" variant="quiet" aria-label={`Remove ${by}`} onClick={() => onChange({ by: null })}>
                ×
              </Button>
            </li>
          )}
        </ul>
      )}
      <div ref={fields} className={styles['choices']}>
        {cohortIds.length < COHORTS_COMPARED_MAX && by === null && (
          <CohortPicker
            label="Add a cohort"
            cohortId={null}
            onChoose={(id) => onChange({ cohortIds: [...cohortIds, id] })}
            refuse={chosenOnce(cohortIds)}
          />
        )}
        {first !== undefined && others.length === 0 && by === null && (
          <div className={styles['others']}>
            <OthersButton cohortId={first} onChoose={(id) => onChange({ cohortIds: [first, id] })} />
          </div>
        )}
        {cohortIds.length === 1 && by === null && (
          <VariablePicker
            label="Or columns by a category"
            variableName={null}
            dataTypes={['categorical']}
            onChoose={(name) => onChange({ by: name })}
          />
        )}
        <SavedItemPicker
          label="Variable set"
          chosen={variableSetId}
          rowsAtom={variableSetRowsAtom}
          placeholder="Choose a variable set…"
          onChoose={(id) => onChange({ variableSetId: id })}
        />
      </div>
    </>
  )
}
