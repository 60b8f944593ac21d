import { atom, useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { offered } from '#command-kit/arguments.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { useCommandContext, useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { variableDistribution } from '#contract/variables.ts'
import { COHORTS_COMPARED_MAX } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { couldNotGetCohort } from '#domain/messages.ts'
import { chosenOnce } from '#entities/cohorts/chosen-once.ts'
import { CohortPicker } from '#entities/cohorts/cohort-picker.tsx'
import { cohortAtom, cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { ColumnMenu } from '#entities/cohorts/column-menu.tsx'
import { UnknownCohort } from '#entities/cohorts/unknown-cohort.tsx'
import {
  comparedSummaries,
  COMPARED_DIMENSIONS,
  ComparedTable,
  type ComparedDimension,
} from '#entities/comparing/compared-table.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { isOfferedAtom } from '#entities/session/session.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import stack from '#ui/stack.module.css'

/** Only for a chosen variable. */
const ComparedAnswers = lazy(async () => ({
  default: (await import('#entities/comparing/compared-answers.tsx')).ComparedAnswers,
}))

interface ComparedVariableProps {
  cohortIds: readonly number[]
  names: readonly string[]
  variableName: string | null
  onChoose: (variableName: string) => void
}

/** A variable's distribution in each of the cohorts. */
export function ComparedVariable({ cohortIds, names, variableName, onChoose }: ComparedVariableProps) {
  const isSupported = useAtomValue(isOfferedAtom)(variableDistribution)
  const variable = useAtomValue(variableAtom({ name: variableName ?? '' }))
  if (!isSupported) return null
  return (
    <section className={stack['section']} aria-label="Explore a variable">
      <h2>Explore a variable</h2>
      <div className={stack['narrow']}>
        <VariablePicker label="Variable" variableName={variableName} onChoose={onChoose} />
      </div>
      {variableName !== null && (
        <Loaded resource={variable}>
          {(found) =>
            found && (
              <Suspense fallback={<Skeleton />}>
                <ComparedAnswers variable={found} cohortIds={cohortIds} names={names} Frame={PictureFrame} />
              </Suspense>
            )
          }
        </Loaded>
      )}
    </section>
  )
}

const MembersCompared = lazy(() => import('#features/comparing/members-compared.tsx'))
const MethodsText = lazy(() => import('#features/comparing/methods-text.ts'))
const OverlapBars = lazy(async () => ({
  default: (await import('#features/comparing/overlap-bars.tsx')).OverlapBars,
}))
const WhatDiffers = lazy(() => import('#features/comparing/what-differs.tsx'))

interface Compared {
  readonly cohortId: number
  readonly compareWith?: readonly number[]
}

/** Two to four cohorts: what differs between their members, their overlap, and last their definitions. */
export default function ComparisonScreen({ args: { cohortId, compareWith } }: ScreenProps<Compared>) {
  const cohort = useAtomValue(cohortAtom(cohortId))
  const others = compareWith?.filter((id) => id !== cohortId) ?? []
  const cohortIds = [cohortId, ...others].slice(0, COHORTS_COMPARED_MAX)
  return (
    <Loaded resource={cohort} skeleton={<Skeleton shape="page" />}>
      {(found) =>
        found === null ? <UnknownCohort id={String(cohortId)} /> : <KnownComparison cohortIds={cohortIds} />
      }
    </Loaded>
  )
}

function KnownComparison({ cohortIds }: { cohortIds: readonly number[] }) {
  const key = cohortIds.join()
  const foundAtom = useMemo(
    () => atom((get) => key.split(',').map((id) => ({ id: Number(id), cohort: get(cohortAtom(Number(id))) }))),
    [key],
  )
  const found = useAtomValue(foundAtom)
  const allIndividuals = useAtomValue(cohortAtom(ROOT_COHORT_ID)).data
  const waiting = found.find(({ cohort }) => cohort.data === undefined)
  if (waiting) return <Loaded resource={waiting.cohort}>{() => null}</Loaded>
  const cohorts = found.flatMap(({ cohort }) => cohort.data ?? [])
  const unknown = found.filter(({ cohort }) => cohort.data === null)
  return (
    <>
      {unknown.map(({ id }) => (
        <Notice key={id} tone="error" title={couldNotGetCohort(id)} />
      ))}
      {cohorts.length > 1 && <Comparison cohorts={cohorts} whole={allIndividuals?.rowCount ?? null} />}
    </>
  )
}

function Comparison({ cohorts, whole }: { cohorts: readonly Cohort[]; whole: number | null }) {
  const [params, setParams] = useSearchParams()
  const run = useRunCommand()
  const registry = useRegistry()
  const { workspace } = useCommandContext()
  const names = cohorts.map(({ name }) => name)
  const ids = cohorts.map(({ cohortId }) => cohortId)
  const sideBySide = () =>
    workspace.arrange(ids.map((cohortId) => registry.hrefOf({ id: 'cohort.show', args: { cohortId } })))
  const arranged = { available: true, run: sideBySide } as const
  usePaneActions({
    compare: arranged,
    'compare.side-by-side': arranged,
    'cohorts.describe': offered({ cohortIds: ids }),
    ...(ids.length === 2 && {
      'form.swap-cohorts': { available: true, run: () => compare(ids.toReversed()) } as const,
    }),
  })

  const compare = ([cohortId, ...compareWith]: readonly number[]) => {
    if (cohortId !== undefined) void run({ id: 'cohort.show', args: { cohortId, compareWith } })
  }
  const setVariable = (variableName: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        next.set('variable', variableName)
        return next
      },
      { replace: true },
    )
  return (
    <div className={stack['screen']}>
      <ComparedCohorts cohorts={cohorts} onChange={compare} />
      <Suspense fallback={<Skeleton shape="page" />}>
        <MembersCompared cohorts={cohorts} whole={whole} />
      </Suspense>
      <Suspense fallback={<Skeleton shape="page" />}>
        <OverlapBars cohortIds={ids} names={names} />
      </Suspense>
      <Summaries cohortIds={ids} names={names} />
      <ComparedVariable cohortIds={ids} names={names} variableName={params.get('variable')} onChoose={setVariable} />
      <Suspense fallback={<Skeleton shape="page" />}>
        <WhatDiffers cohorts={cohorts} />
      </Suspense>
      <Suspense>
        <MethodsText cohorts={cohorts} />
      </Suspense>
    </div>
  )
}

const DIMENSION_NAMES: Record<ComparedDimension, string> = {
  collection: 'Collection',
  studyId: 'Study',
  consent: 'Consent',
  dxNimh: 'Diagnosis',
}

function Summaries({ cohortIds, names }: { cohortIds: readonly number[]; names: readonly string[] }) {
  const [dimension, setDimension] = useState<ComparedDimension>('collection')
  const key = cohortIds.join()
  const summariesAtom = useMemo(
    () => atom((get) => key.split(',').map((id) => get(cohortSummaryAtom(Number(id))))),
    [key],
  )
  const summaries = useAtomValue(summariesAtom)
  const waiting = summaries.find(({ data }) => data === undefined)
  return (
    <section className={stack['section']} aria-label="Summaries">
      <h2>Summaries</h2>
      <ChoiceBar<ComparedDimension>
        label="Count by"
        value={dimension}
        options={COMPARED_DIMENSIONS.map((value) => ({ value, label: DIMENSION_NAMES[value] }))}
        onChange={setDimension}
      />
      {waiting ? (
        <Loaded resource={waiting}>{() => null}</Loaded>
      ) : (
        <ComparedTable
          label={`Individuals by ${DIMENSION_NAMES[dimension]}`}
          header={DIMENSION_NAMES[dimension]}
          names={names}
          rows={comparedSummaries(
            summaries.map(({ data }) => data?.data ?? []),
            dimension,
          )}
        />
      )}
      <p className={stack['muted']}>
        Count, percent of the cohort, and difference in percentage points from {names[0]}.
      </p>
    </section>
  )
}

interface ComparedCohortsProps {
  cohorts: readonly Cohort[]
  onChange: (cohortIds: readonly number[]) => void
}

/** The compared cohorts: remove one, add one, or open all in panes. */
function ComparedCohorts({ cohorts, onChange }: ComparedCohortsProps) {
  const ids = cohorts.map(({ cohortId }) => cohortId)
  const [movedId, setMovedId] = useState<number | null>(null)
  const move = (order: readonly number[], cohortId: number) => {
    setMovedId(cohortId)
    onChange(order)
  }
  return (
    <div className={stack['section']}>
      <ul className={stack['row']} aria-label="Cohorts compared">
        {cohorts.map(({ cohortId, name }) => (
          <li key={cohortId}>
            <CommandLink id="cohort.show" args={{ cohortId }}>
              {name}
            </CommandLink>{' '}
            <ColumnMenu
              key={ids.indexOf(cohortId)}
              {...{ name, cohortId }}
              cohortIds={ids}
              onMove={move}
              isMoved={cohortId === movedId}
            />
            {cohorts.length > 2 && (
              <Button
                size="small"
                variant="quiet"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(ids.filter((id) => id !== cohortId))}
              >
                ×
              </Button>
            )}
          </li>
        ))}
        <li>
          <CommandButton id="compare.side-by-side" args={{}} size="small" />
        </li>
        <li>
          <CommandButton id="cohorts.describe" args={{ cohortIds: ids }} size="small" />
        </li>
        <li>
          <CommandButton id="methods.copy" args={{}} size="small" variant="quiet" />
        </li>
      </ul>
      {cohorts.length < COHORTS_COMPARED_MAX && (
        <div className={stack['narrow']}>
          <CohortPicker
            label="Add a cohort"
            cohortId={null}
            refuse={chosenOnce(ids)}
            onChoose={(id) => onChange([...ids, id])}
          />
        </div>
      )}
    </div>
  )
}
