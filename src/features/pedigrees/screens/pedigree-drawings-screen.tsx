import { useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { cohortFam, cohortPhenopackets } from '#contract/pedigrees.ts'
import type { Cohort, PedigreeDrawing as Pedigree } from '#contract/shapes/entities.ts'
import { AFFECTED_TYPES } from '#domain/cohorts/pedigrees.ts'
import { isFlag } from '#domain/data-types.ts'
import { PEDIGREES_ON_SHEET } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { UnknownCohort } from '#entities/cohorts/unknown-cohort.tsx'
import { Loaded, QueryResult } from '#entities/server-state/loaded.tsx'
import { isOfferedAtom } from '#entities/session/session.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { FamilySpreads, PedigreeFacts } from '#features/pedigrees/drawing/pedigree-sheet-details.tsx'
import { PedigreeSheet } from '#features/pedigrees/drawing/pedigree-sheet.tsx'
import { PedigreeView } from '#features/pedigrees/drawing/pedigree-view.tsx'
import { useDrawnPedigrees, type PedigreeOrder } from '#features/pedigrees/drawing/use-drawn-pedigrees.ts'
import { saveFam } from '#features/pedigrees/save-fam.ts'
import { savePhenopackets } from '#features/pedigrees/save-phenopackets.ts'
import { ChoiceBar } from '#ui/forms/choice-bar.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/pedigrees/drawing/pedigree.module.css'
import stack from '#ui/stack.module.css'

// The drawings come first.
const VariablePicker = lazy(async () => ({
  default: (await import('#entities/variables/variable-picker.tsx')).VariablePicker,
}))

const ORDERS: readonly { value: PedigreeOrder; label: string }[] = [
  { value: 'family', label: 'By family' },
  { value: 'affected', label: 'Most affected first' },
]
const NONE_READABLE = { because: 'You may not read any pedigree completely.' }
const ZOOM_STEP = 1.25
const SMALLEST = 0.3
const LARGEST = 4

interface Drawn {
  readonly cohortId: number
  /** The position of the drawn pedigree, from 1. */
  readonly pedigree?: number
}

/** The families of a cohort: some small ones on a contact sheet, or one large with a list of its members. */
export default function PedigreeDrawingsScreen({ args: { cohortId, pedigree = 1 } }: ScreenProps<Drawn>) {
  const cohort = useAtomValue(cohortAtom(cohortId))
  return (
    <Loaded resource={cohort} skeleton={<Skeleton shape="page" />}>
      {(found) =>
        found === null ? <UnknownCohort id={String(cohortId)} /> : <PedigreeDrawings cohort={found} place={pedigree} />
      }
    </Loaded>
  )
}

function PedigreeDrawings({ cohort, place }: { cohort: Cohort; place: number }) {
  const drawn = useDrawnPedigrees(cohort, place)
  const isOffered = useAtomValue(isOfferedAtom)
  const canSave = isOffered(cohortFam)
  const [zoom, setZoom] = useState<number | null>(null)
  const { total, excluded, pedigree } = drawn
  const { isLarge } = drawn
  const large = isLarge ? pedigree : undefined
  const step = isLarge ? 1 : PEDIGREES_ON_SHEET
  const zoomBy = (factor: number) => setZoom(Math.min(LARGEST, Math.max(SMALLEST, (zoom ?? 1) * factor)))
  usePaneActions({
    'list.next-page': {
      available: drawn.start + step <= total || { because: 'These are the last pedigrees.' },
      run: () => drawn.goTo(drawn.start + step),
    },
    'list.previous-page': {
      available: drawn.start > 1 || { because: 'These are the first pedigrees.' },
      run: () => drawn.goTo(Math.max(1, drawn.start - step)),
    },
    'drawing.show-sheet': { available: true, run: drawn.toggleSheet },
    ...(isLarge && {
      'drawing.zoom-in': { available: true, run: () => zoomBy(ZOOM_STEP) },
      'drawing.zoom-out': { available: true, run: () => zoomBy(1 / ZOOM_STEP) },
      'drawing.fit': { available: true, run: () => setZoom(null) },
    }),
    ...(canSave && {
      'pedigrees.download-fam': {
        available: total > 0 || NONE_READABLE,
        run: () => saveFam({ cohortId: cohort.cohortId, filename: `${cohort.name}.fam`, ...drawn.trait }),
      },
    }),
    ...(isOffered(cohortPhenopackets) && {
      'pedigrees.save-phenopackets': {
        available: total > 0 || NONE_READABLE,
        run: () => savePhenopackets({ cohortId: cohort.cohortId, ...drawn.trait }, cohort.name, large),
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
        <CommandButton id="pedigrees.save-phenopackets" args={{ cohortId: cohort.cohortId }}>
          {isLarge ? 'Save this family as Phenopackets' : undefined}
        </CommandButton>
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
            {total === 0 && <Notice title={NONE_READABLE.because} />}
            {total > 0 && <Bar place={place} drawn={drawn} />}
            {total > 0 &&
              pedigree === undefined &&
              (place > total ? <Notice title="The number is higher than the number of pedigrees." /> : <Skeleton />)}
            {pedigree && !isLarge && <Sheet cohort={cohort} place={place} drawn={drawn} pedigree={pedigree} />}
            {pedigree && isLarge && (
              <PedigreeOf key={pedigree.familyId} pedigree={pedigree} hasTrait={drawn.hasTrait} zoom={zoom} />
            )}
          </>
        )}
      </QueryResult>
    </div>
  )
}

type DrawnPedigrees = ReturnType<typeof useDrawnPedigrees>

interface BarProps {
  place: number
  drawn: DrawnPedigrees
}

function Bar({ place, drawn: { isLarge, start, total, pedigrees, pedigree, hasTrait } }: BarProps) {
  return (
    <div className={stack['row']}>
      <CommandButton id="list.previous-page" args={{}} size="small">
        {isLarge ? 'Previous pedigree' : 'Previous page'}
      </CommandButton>
      <CommandButton id="list.next-page" args={{}} size="small">
        {isLarge ? 'Next pedigree' : 'Next page'}
      </CommandButton>
      {isLarge ? (
        <>
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
          <CommandButton id="drawing.show-sheet" args={{}} size="small" />
        </>
      ) : (
        <p aria-live="polite">
          {formatCount(start)} to {formatCount(Math.min(total, start + Math.max(0, pedigrees.length - 1)))} of{' '}
          {countOf(total, 'pedigree')}
        </p>
      )}
    </div>
  )
}

/** The contact sheet, with the details of the focused pedigree and the spreads of family sizes beside it. */
function Sheet({ cohort, place, drawn, pedigree }: BarProps & { cohort: Cohort; pedigree: Pedigree }) {
  const { pedigrees, start, hasTrait, traitName } = drawn
  return (
    <div className={styles['sheetPage']}>
      <PedigreeSheet
        pedigrees={pedigrees}
        first={start}
        place={place}
        onPlace={drawn.goTo}
        addressOf={drawn.addressOf}
        hasTrait={hasTrait}
      />
      <div className={styles['details']}>
        <PedigreeFacts pedigree={pedigree} hasTrait={hasTrait} />
        <FamilySpreads cohort={cohort} pedigrees={pedigrees} hasTrait={hasTrait} isOwnTrait={traitName === null} />
      </div>
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
  drawn: DrawnPedigrees
}

/** The trait of the drawings: the cohort's own criterion, or another variable. */
function PedigreeTrait({ cohort, drawn }: PedigreeTraitProps) {
  const { traitName, traitVariable: variable, traitValue, setTrait } = drawn
  return (
    <div className={styles['trait']}>
      <Suspense fallback={<Skeleton lines={1} />}>
        <VariablePicker
          label="Affection status variable"
          variableName={traitName ?? cohort.variableName}
          dataTypes={AFFECTED_TYPES}
          onChoose={(name) => setTrait(name, null)}
        />
      </Suspense>
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
