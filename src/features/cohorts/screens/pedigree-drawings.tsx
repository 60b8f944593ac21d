import type { Cohort, PedigreeDrawing as Pedigree } from '#contract/shapes/entities.ts'
import stack from '#ui/stack.module.css'
import styles from '#features/cohorts/parts/pedigree.module.css'
import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { cohortPedigrees, cohortFam } from '#contract/pedigrees.ts'
import { isFlag } from '#domain/data-types.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { AFFECTED_TYPES } from '#domain/pedigrees.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { isOfferedAtom } from '#entities/session.ts'
import { PedigreeView } from '#features/cohorts/parts/pedigree-view.tsx'
import { saveFam } from '#features/cohorts/save-fam.ts'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { VariablePicker } from '#entities/pickers/variable-picker.tsx'
import { valueWords } from '#entities/value-words.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { useSearchParams } from 'react-router-dom'
import { PEDIGREES_AT_ONCE } from '#domain/limits.ts'
import { useCall } from '#entities/call-atoms.ts'
import { variableAtom } from '#entities/variables/variables.ts'

const ORDERS: readonly { value: PedigreeOrder; label: string }[] = [
  { value: 'family', label: 'By family' },
  { value: 'affected', label: 'Most affected first' },
]
const ZOOM_STEP = 1.25
const SMALLEST = 0.3
const LARGEST = 4

/** The families of a cohort one at a time, as a drawing and as a list. */
export default function PedigreeDrawings({ cohort, place }: { cohort: Cohort; place: number }) {
  const drawn = useDrawnPedigrees(cohort, place)
  const canSave = useAtomValue(isOfferedAtom)(cohortFam)
  const [zoom, setZoom] = useState<number | null>(null)
  const { total, excluded, pedigree } = drawn
  const zoomBy = (factor: number) => setZoom(Math.min(LARGEST, Math.max(SMALLEST, (zoom ?? 1) * factor)))
  usePaneActions({
    'list.next-page': {
      available: place < total || { because: 'This is the last pedigree.' },
      run: () => drawn.goTo(place + 1),
    },
    'list.previous-page': {
      available: place > 1 || { because: 'This is the first pedigree.' },
      run: () => drawn.goTo(place - 1),
    },
    'drawing.zoom-in': { available: true, run: () => zoomBy(ZOOM_STEP) },
    'drawing.zoom-out': { available: true, run: () => zoomBy(1 / ZOOM_STEP) },
    'drawing.fit': { available: true, run: () => setZoom(null) },
    ...(canSave && {
      'pedigrees.download-fam': {
        available: total > 0 || { because: 'You may not read any pedigree completely.' },
        run: () => saveFam({ cohortId: cohort.cohortId, filename: `${cohort.name}.fam`, ...drawn.trait }),
      },
    }),
  })

  if (!drawn.isSupported) return <Notice title="This back end has no family relations." />
  return (
    <div className={stack['screen']}>
      <div className={stack['row']}>
        <CommandLink id="cohort.show" args={{ cohortId: cohort.cohortId }}>
          {cohort.name}
        </CommandLink>
        <ChoiceBar label="Order" value={drawn.order} options={ORDERS} onChange={drawn.setOrder} />
        {canSave && <CommandButton id="pedigrees.download-fam" args={{ cohortId: cohort.cohortId }} />}
      </div>
      <PedigreeTrait cohort={cohort} drawn={drawn} />
      <QueryResult query={drawn.query}>
        {() => (
          <>
            {excluded !== 0 && (
              <Notice
                tone="warning"
                title={`${excluded === null ? 'Some pedigrees' : countOf(excluded, 'pedigree')} left out: you may not read the collections of all members.`}
              />
            )}
            {total === 0 && <Notice title="You may not read any pedigree completely." />}
            {total > 0 && <Bar place={place} total={total} pedigree={pedigree} hasTrait={drawn.hasTrait} />}
            {total > 0 &&
              pedigree === undefined &&
              (place > total ? <Notice title="The number is higher than the number of pedigrees." /> : <Skeleton />)}
            {pedigree && (
              <PedigreeOf key={pedigree.familyId} pedigree={pedigree} hasTrait={drawn.hasTrait} zoom={zoom} />
            )}
          </>
        )}
      </QueryResult>
    </div>
  )
}

interface BarProps {
  place: number
  total: number
  pedigree: Pedigree | undefined
  hasTrait: boolean
}

function Bar({ place, total, pedigree, hasTrait }: BarProps) {
  return (
    <div className={stack['row']}>
      <CommandButton id="list.previous-page" args={{}} size="small">
        Previous pedigree
      </CommandButton>
      <CommandButton id="list.next-page" args={{}} size="small">
        Next pedigree
      </CommandButton>
      <p aria-live="polite">
        <strong>{pedigree?.familyId ?? '…'}</strong>{' '}
        <span className={stack['muted']}>
          {formatCount(place)} of {countOf(total, 'pedigree')}
          {pedigree && ` · ${countOf(pedigree.members.length, 'member')}`}
          {pedigree && hasTrait && ` · ${formatCount(pedigree.affected)} affected`}
        </span>
      </p>
      <CommandButton id="drawing.zoom-out" args={{}} size="small" label="Zoom out">
        −
      </CommandButton>
      <CommandButton id="drawing.zoom-in" args={{}} size="small" label="Zoom in">
        +
      </CommandButton>
      <CommandButton id="drawing.fit" args={{}} size="small">
        Fit
      </CommandButton>
    </div>
  )
}

function PedigreeOf({ pedigree, hasTrait, zoom }: { pedigree: Pedigree; hasTrait: boolean; zoom: number | null }) {
  const [activeId, setActiveId] = useState<string | null>(null)
  const first = useMemo(() => pedigree.members.find(({ proband }) => proband) ?? pedigree.members[0], [pedigree])
  const active = activeId ?? first?.individualId
  if (active === undefined) return null
  return <PedigreeView pedigree={pedigree} activeId={active} onActive={setActiveId} hasTrait={hasTrait} zoom={zoom} />
}

interface PedigreeTraitProps {
  cohort: Cohort
  drawn: ReturnType<typeof useDrawnPedigrees>
}

/** The trait of the drawings: the cohort's own criterion, or another variable. */
function PedigreeTrait({ cohort, drawn }: PedigreeTraitProps) {
  const { traitName, traitVariable: variable, traitValue, setTrait } = drawn
  return (
    <div className={styles['trait']}>
      <VariablePicker
        label="Affection status variable"
        variableName={traitName ?? cohort.variableName}
        dataTypes={AFFECTED_TYPES}
        onChoose={(name) => setTrait(name, null)}
      />
      {variable && !isFlag(variable.dataType) && (
        <SelectField
          label="Value for affected"
          value={traitValue ?? ''}
          options={variable.possibleValues.map((value) => ({ value, label: valueWords(variable, value) }))}
          placeholder="Choose a value…"
          onChange={(value) => setTrait(variable.variableName, value)}
        />
      )}
    </div>
  )
}

type PedigreeOrder = 'family' | 'affected'

/** A cohort's pedigree by position, from 1, in the order and with the trait of the pane's URL. */
function useDrawnPedigrees(cohort: Cohort, place: number) {
  const [params, setParams] = useSearchParams()
  const isSupported = useAtomValue(isOfferedAtom)(cohortPedigrees)
  const order: PedigreeOrder = params.get('order') === 'affected' ? 'affected' : 'family'
  const chosen = params.get('trait')
  const value = params.get('value')
  const variable = useAtomValue(variableAtom({ name: chosen ?? '' })).data ?? null
  const needsValue = chosen !== null && !isFlag(variable?.dataType ?? '') && value === null
  const trait = chosen === null || needsValue ? {} : { variable: chosen, ...(value !== null && { value }) }

  const first = Math.floor((place - 1) / PEDIGREES_AT_ONCE) * PEDIGREES_AT_ONCE
  const query = useCall({
    endpoint: cohortPedigrees,
    request: isSupported
      ? { cohortId: cohort.cohortId, offset: first, limit: PEDIGREES_AT_ONCE, order, ...trait }
      : null,
    key: 'pedigrees',
  })
  const change = (part: Readonly<Record<string, string | null>>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, text] of Object.entries(part)) {
          if (text === null) next.delete(name)
          else next.set(name, text)
        }
        return next
      },
      { replace: true },
    )
  return {
    isSupported: isSupported,
    query,
    pedigree: query.isPlaceholderData ? undefined : query.data?.data[place - 1 - first],
    total: query.data?.total ?? 0,
    /** Null if suppressed. */
    excluded: query.data ? query.data.excluded : 0,
    order,
    trait,
    traitName: chosen,
    traitVariable: variable,
    traitValue: value,
    hasTrait: chosen === null ? cohort.variableName !== null : !needsValue,
    goTo: (next: number) => change({ pedigree: String(next) }),
    setOrder: (next: PedigreeOrder) => change({ order: next === 'family' ? null : next, pedigree: '1' }),
    setTrait: (name: string, next: string | null) => change({ trait: name, value: next, pedigree: '1' }),
  }
}
