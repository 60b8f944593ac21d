import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { PedigreeDrawing as Pedigree } from '#contract/pedigrees.ts'
import type { Cohort } from '#contract/shapes.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { capabilitiesAtom } from '#entities/session.ts'
import { PedigreeTrait } from '#features/cohorts/parts/pedigree-trait.tsx'
import { PedigreeView } from '#features/cohorts/parts/pedigree-view.tsx'
import { saveFam } from '#features/cohorts/save-fam.ts'
import { useDrawnPedigrees, type PedigreeOrder } from '#features/cohorts/use-drawn-pedigrees.ts'
import { ChoiceBar } from '#ui/choice-bar.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import stack from '#ui/stack.module.css'
import { usePaneActions } from '#workspace/pane-actions.ts'

const ORDERS: readonly { value: PedigreeOrder; label: string }[] = [
  { value: 'family', label: 'By family' },
  { value: 'affected', label: 'Most affected first' },
]
const ZOOM_STEP = 1.25
const SMALLEST = 0.3
const LARGEST = 4

/** The families of a cohort one after the other, drawn and as a list. */
export default function PedigreeDrawings({ cohort, place }: { cohort: Cohort; place: number }) {
  const drawn = useDrawnPedigrees(cohort, place)
  const canSave = useAtomValue(capabilitiesAtom).includes('fam')
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
        available: total > 0 || { because: 'There is no pedigree that you may read as a whole.' },
        run: () => saveFam({ cohortid: cohort.cohortid, filename: `${cohort.name}.fam`, ...drawn.trait }),
      },
    }),
  })

  if (!drawn.canTell) return <Notice title="This back end does not tell who is related to whom." />
  return (
    <div className={stack['screen']}>
      <div className={stack['row']}>
        <CommandLink id="cohort.show" args={{ cohortId: cohort.cohortid }}>
          {cohort.name}
        </CommandLink>
        <ChoiceBar label="Order" value={drawn.order} options={ORDERS} onChange={drawn.setOrder} />
        {canSave && <CommandButton id="pedigrees.download-fam" args={{ cohortId: cohort.cohortid }} />}
      </div>
      <PedigreeTrait cohort={cohort} drawn={drawn} />
      <QueryResult query={drawn.query}>
        {() => (
          <>
            {excluded !== 0 && (
              <Notice
                tone="warning"
                title={`${excluded === null ? 'A few pedigrees' : countOf(excluded, 'pedigree')} left out: you may not read the collections of all of their members.`}
              />
            )}
            {total === 0 && <Notice title="There is no pedigree that you may read as a whole." />}
            {total > 0 && <Bar place={place} total={total} pedigree={pedigree} hasTrait={drawn.hasTrait} />}
            {total > 0 &&
              pedigree === undefined &&
              (place > total ? <Notice title="There are not so many pedigrees." /> : <Skeleton />)}
            {pedigree && (
              <PedigreeOf key={pedigree.family_id} pedigree={pedigree} hasTrait={drawn.hasTrait} zoom={zoom} />
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
        <strong>{pedigree?.family_id ?? '…'}</strong>{' '}
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
  const active = activeId ?? first?.individual_id
  if (active === undefined) return null
  return <PedigreeView pedigree={pedigree} activeId={active} onActive={setActiveId} hasTrait={hasTrait} zoom={zoom} />
}
