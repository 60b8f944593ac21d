import { useAtomValue } from 'jotai'
import type { ScreenProps } from '#command-kit/declaration.ts'
import { cohortAtom } from '#entities/cohorts.ts'
import {
  compoundRequest,
  OPERATION_SENTENCES,
  suggestedCompoundName,
  type CompoundDraft,
} from '#features/cohorts/compound-draft.ts'
import { StoredCompoundDraft } from '#features/cohorts/draft-schemas.ts'
import { BuilderResult } from '#features/cohorts/parts/builder-result.tsx'
import { CohortNamingFields } from '#features/cohorts/parts/cohort-naming.tsx'
import { CompoundParents } from '#features/cohorts/parts/compound-parents.tsx'
import { LeaveOut } from '#features/cohorts/parts/leave-out.tsx'
import { OfParent } from '#features/cohorts/parts/of-parent.tsx'
import { OperationChoice } from '#features/cohorts/parts/operation-choice.tsx'
import { SetDiagram } from '#features/cohorts/parts/set-diagram.tsx'
import styles from '#features/cohorts/screens/builder.module.css'
import { useCohortBuilder } from '#features/cohorts/use-cohort-builder.ts'
import { useSetSizes } from '#features/cohorts/use-set-sizes.ts'
import { useDraft } from '#workspace/drafts/use-draft.ts'

/** Join, subtract or intersect two cohorts; each operation tells its size before it is chosen. */
export default function CompoundBuilderScreen({ args: { cohortId } }: ScreenProps<{ readonly cohortId: number }>) {
  return (
    <OfParent parentId={cohortId}>
      <CompoundBuilderOf parentId={cohortId} />
    </OfParent>
  )
}

function CompoundBuilderOf({ parentId }: { parentId: number }) {
  const empty = { parentId, secondId: null, operation: null, name: '', description: '' }
  const kept = useDraft<CompoundDraft>(StoredCompoundDraft, empty)
  const { draft, setDraft } = kept
  const change = (part: Partial<CompoundDraft>) => setDraft({ ...draft, ...part })
  const first = useAtomValue(cohortAtom(draft.parentId)).data?.name ?? `cohort ${draft.parentId}`
  const secondCohort = useAtomValue(cohortAtom(draft.secondId ?? 0)).data
  const second = secondCohort?.name ?? 'the second'
  const { sizes, sizeOf } = useSetSizes(draft)
  const { operation, secondId } = draft
  const isPair = secondId !== null && secondId !== draft.parentId

  const builder = useCohortBuilder({
    request: compoundRequest(draft, operation),
    incomplete: isPair ? 'Choose an operation.' : 'Choose a second cohort.',
    naming: draft,
    onNaming: change,
    draft: kept,
    appliesItself: true,
  })

  return (
    <div className={styles['builder']}>
      <div className={styles['definition']}>
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
        <CohortNamingFields
          builder={builder}
          suggestion={builder.isComplete && operation ? suggestedCompoundName(operation, first, second) : ''}
        />
      </div>
      <BuilderResult
        builder={builder}
        words={operation && `Those ${OPERATION_SENTENCES[operation](first, second)}`}
        valueHeader="Value"
        valueWords={(value) => value}
        leaveOut={secondCohort && <LeaveOut parentId={draft.parentId} second={secondCohort} />}
        picture={sizes && <SetDiagram sizes={sizes} first={first} second={second} operation={operation} />}
      />
    </div>
  )
}
