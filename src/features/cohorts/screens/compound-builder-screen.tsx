import { useAtomValue } from 'jotai'
import { useId, lazy, Suspense, useRef, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { useRunCommand } from '#command-kit/hooks.ts'
import { cohortOverlap, cohortPreview } from '#contract/cohorts.ts'
import { SET_OPERATIONS, type SetOperation } from '#domain/cohorts/cohorts.ts'
import { formatSize } from '#domain/numbers.ts'
import { BuilderResult } from '#entities/cohorts/building/builder-result.tsx'
import { CohortBuilderFrame } from '#entities/cohorts/building/cohort-builder-frame.tsx'
import {
  totalOf,
  compoundRequest,
  OPERATION_SENTENCES,
  suggestedCompoundName,
  type CompoundDraft,
  StoredCompoundDraft,
} from '#entities/cohorts/building/cohort-draft.ts'
import { useCohortBuilder } from '#entities/cohorts/building/use-cohort-builder.ts'
import { CohortPicker } from '#entities/cohorts/cohort-picker.tsx'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { LeaveOut } from '#entities/cohorts/counts/parent-split.tsx'
import { OfParent } from '#entities/cohorts/of-parent.tsx'
import { sizeOfOperation, sizesOfOverlap, type SetSizes } from '#entities/cohorts/pictures/set-sizes.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useFirstField } from '#workspace/use-first-field.ts'
import styles from '#entities/cohorts/building/builder.module.css'
import stack from '#ui/stack.module.css'

const SetDiagram = lazy(async () => ({
  default: (await import('#entities/cohorts/pictures/set-diagram.tsx')).SetDiagram,
}))

/** Joins, subtracts or intersects two cohorts; each operation shows its size before it is chosen. */
export default function CompoundBuilderScreen({ args: { cohortId } }: ScreenProps<{ readonly cohortId?: number }>) {
  if (cohortId === undefined) return <FirstCohort />
  return (
    <OfParent parentId={cohortId}>
      <CompoundBuilderOf parentId={cohortId} />
    </OfParent>
  )
}

/** The address has no cohort yet. */
function FirstCohort() {
  const run = useRunCommand()
  const fields = useRef<HTMLDivElement>(null)
  useFirstField(() => fields.current?.querySelector('input') ?? undefined)
  return (
    <div className={stack['screen']}>
      <div ref={fields} className={stack['narrow']}>
        <CohortPicker
          label="Start from which cohort?"
          cohortId={null}
          onChoose={(cohortId) => void run({ id: 'cohort.new-compound', args: { cohortId } })}
        />
      </div>
      <Notice
        title="Choose the first cohort."
        actions={
          <>
            <CommandLink id="cohort.new-subset" args={{}} />
            <CommandLink id="cohorts.show" args={{}} />
          </>
        }
      >
        A compound set joins, subtracts or intersects two cohorts. Then choose the second cohort: each operation shows
        its size.
      </Notice>
    </div>
  )
}

function CompoundBuilderOf({ parentId }: { parentId: number }) {
  const empty = { parentId, secondId: null, operation: null, name: null, description: '' }
  const kept = useDraft<CompoundDraft>(StoredCompoundDraft, empty)
  const { draft, setDraft } = kept
  const change = (part: Partial<CompoundDraft>) => setDraft({ ...draft, ...part })
  const first = useAtomValue(cohortAtom(draft.parentId)).data?.name ?? `cohort ${draft.parentId}`
  const secondCohort = useAtomValue(cohortAtom(draft.secondId ?? 0)).data
  const second = secondCohort?.name ?? 'the second cohort'
  const { sizes, sizeOf } = useSetSizes(draft)
  const { operation, secondId } = draft
  const isPair = secondId !== null && secondId !== draft.parentId

  const request = compoundRequest(draft, operation)

  const builder = useCohortBuilder({
    request,
    incomplete: isPair ? 'Choose an operation.' : 'Choose a second cohort.',
    naming: draft,
    suggestion: request && operation ? suggestedCompoundName(operation, first, second) : '',
    onNaming: change,
    draft: kept,
    appliesItself: true,
  })

  return (
    <CohortBuilderFrame
      builder={builder}
      definition={
        <>
          <CompoundParents draft={draft} change={change} />
          {isPair && (
            <OperationChoice
              chosen={operation}
              onChoose={(chosen) => change({ operation: chosen })}
              sizeOf={sizeOf}
              first={first}
              second={second}
            />
          )}
        </>
      }
      result={
        <BuilderResult
          builder={builder}
          words={null}
          variableName={null}
          valueWords={(value) => value}
          leaveOut={secondCohort && <LeaveOut parentId={draft.parentId} second={secondCohort} />}
          picture={
            sizes && (
              <Suspense fallback={<Skeleton shape="rows" />}>
                <SetDiagram
                  {...{ sizes, first, second, operation }}
                  ids={[draft.parentId, secondId ?? 0]}
                  split={builder.live.isOlder ? null : (builder.live.data?.split ?? null)}
                />
              </Suspense>
            )
          }
        />
      }
    />
  )
}

interface OperationChoiceProps {
  chosen: SetOperation | null
  onChoose: (operation: SetOperation) => void
  sizeOf: (operation: SetOperation) => Size
  first: string
  second: string
}

/** The three operations, each with its meaning and resulting size. */
function OperationChoice({ chosen, onChoose, sizeOf, first, second }: OperationChoiceProps) {
  const group = useId()
  return (
    <fieldset className={styles['choices']}>
      <legend>Operation</legend>
      {SET_OPERATIONS.map((operation) => (
        <label key={operation} className={styles['choice']}>
          <input type="radio" name={group} checked={chosen === operation} onChange={() => onChoose(operation)} />
          <span>
            <strong>{operation}</strong> {OPERATION_SENTENCES[operation](first, second)}
          </span>
          <strong>{sizeWords(sizeOf(operation))}</strong>
        </label>
      ))}
    </fieldset>
  )
}

function sizeWords(size: Size): string {
  if (size === PENDING) return '…'
  return formatSize(size)
}

const PENDING = 'pending'

type Size = number | null | typeof PENDING

/**
 * The sizes of all three operations: from one overlap request if the back end has it, otherwise from a preview each.
 */
function useSetSizes(draft: CompoundDraft): {
  /** Null if not reported, or while loading. */
  sizes: SetSizes | null
  sizeOf: (operation: SetOperation) => Size
} {
  const isSupported = useAtomValue(isOfferedAtom)(cohortOverlap)
  const { parentId, secondId } = draft
  const isPair = secondId !== null && secondId !== parentId
  const overlap = useCall({
    endpoint: cohortOverlap,
    request: isSupported && isPair ? { cohortIds: [parentId, secondId] } : null,
    key: 'overlap',
  })
  const asked = isSupported || !isPair ? null : draft
  const previews: Record<SetOperation, Size> = {
    UNION: usePreviewedSize(asked, 'UNION'),
    SUBTRACT: usePreviewedSize(asked, 'SUBTRACT'),
    INTERSECT: usePreviewedSize(asked, 'INTERSECT'),
  }
  const sizes =
    isPair && overlap.data && !overlap.isPlaceholderData && !overlap.isError
      ? sizesOfOverlap(overlap.data.data, parentId, secondId)
      : null
  return {
    sizes,
    sizeOf: (operation) => {
      if (!isSupported) return previews[operation]
      return sizes === null ? PENDING : sizeOfOperation(sizes, operation)
    },
  }
}

function usePreviewedSize(draft: CompoundDraft | null, operation: SetOperation): Size {
  const request = draft && compoundRequest(draft, operation)
  const preview = useCall({ endpoint: cohortPreview, request, key: 'cohort-preview' })
  if (preview.isError) return null
  return preview.data === undefined || preview.isPlaceholderData ? PENDING : totalOf(preview.data.data)
}

const CohortTreeDialog = lazy(async () => ({
  default: (await import('#features/cohorts/lineage/cohort-tree-dialog.tsx')).CohortTreeDialog,
}))

interface CompoundParentsProps {
  draft: CompoundDraft
  change: (part: Partial<CompoundDraft>) => void
}

/** The two cohorts of a compound set, chosen by name or in the tree. */
function CompoundParents({ draft, change }: CompoundParentsProps) {
  const [isTreeOpen, setIsTreeOpen] = useState(false)
  const { parentId, secondId } = draft
  usePaneActions({
    'form.choose-in-tree': { available: true, run: () => setIsTreeOpen(true) },
    ...(secondId !== null && {
      'form.swap-cohorts': { available: true, run: () => change({ parentId: secondId, secondId: parentId }) },
    }),
  })
  return (
    <>
      <CohortPicker label="First cohort" cohortId={parentId} onChoose={(id) => change({ parentId: id })} />
      <CohortPicker
        label="Second cohort"
        cohortId={secondId}
        onChoose={(id) => change({ secondId: id })}
        problem={secondId === parentId ? 'Choose a cohort other than the first.' : null}
      />
      <div className={stack['row']}>
        <CommandButton id="form.choose-in-tree" args={{}} size="small">
          Choose second in tree
        </CommandButton>
        {secondId !== null && (
          <CommandButton id="form.swap-cohorts" args={{}} size="small">
            Swap
          </CommandButton>
        )}
      </div>
      <Suspense>
        {isTreeOpen && (
          <CohortTreeDialog
            title="Second cohort"
            onClose={() => setIsTreeOpen(false)}
            onChoose={(id) => {
              change({ secondId: id })
              setIsTreeOpen(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
