import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { CommandButton } from '#command-kit/command-button.tsx'
import { SET_OPERATIONS, type SetOperation } from '#domain/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { cohortPreview } from '#contract/cohorts.ts'
import { CohortPicker } from '#entities/cohort-picker.tsx'
import { cohortAtom } from '#entities/cohorts.ts'
import { useCall } from '#entities/use-call.ts'
import { totalOf } from '#features/cohorts/cohort-draft.ts'
import {
  compoundRequest,
  OPERATION_SENTENCES,
  suggestedCompoundName,
  type CompoundDraft,
} from '#features/cohorts/compound-draft.ts'
import { StoredCompoundDraft } from '#features/cohorts/draft-schemas.ts'
import { BuilderResult } from '#features/cohorts/parts/builder-result.tsx'
import { CohortNamingFields } from '#features/cohorts/parts/cohort-naming.tsx'
import styles from '#features/cohorts/screens/builder.module.css'
import { useCohortBuilder } from '#features/cohorts/use-cohort-builder.ts'
import stack from '#ui/stack.module.css'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** Join, subtract or intersect two cohorts; each operation tells its size before it is chosen. */
export default function CompoundBuilderScreen() {
  usePaneTitle('New Compound Set')
  const parsed = Number(useParams()['id'])
  const parentId = Number.isSafeInteger(parsed) && parsed > 0 ? parsed : ROOT_COHORT_ID
  const empty = { parentId, secondId: null, operation: null, name: '', description: '' }
  const { draft, setDraft, discard } = useDraft<CompoundDraft>(StoredCompoundDraft, empty)
  const change = (part: Partial<CompoundDraft>) => setDraft({ ...draft, ...part })
  const first = useAtomValue(cohortAtom(draft.parentId)).data?.name ?? `cohort ${draft.parentId}`
  const second = useAtomValue(cohortAtom(draft.secondId ?? 0)).data?.name ?? 'the second'
  const { operation } = draft

  const builder = useCohortBuilder({
    request: compoundRequest(draft, operation),
    incomplete: draft.secondId === null ? 'Choose a second cohort.' : 'Choose an operation.',
    naming: draft,
    onNaming: change,
    onSaved: discard,
  })

  return (
    <div className={styles['builder']}>
      <div className={styles['definition']}>
        <CohortPicker label="First cohort" cohortId={draft.parentId} onChoose={(id) => change({ parentId: id })} />
        <CohortPicker label="Second cohort" cohortId={draft.secondId} onChoose={(id) => change({ secondId: id })} />
        {draft.secondId !== null && (
          <fieldset className={styles['choices']}>
            <legend>Operation</legend>
            {SET_OPERATIONS.map((choice) => (
              <OperationChoice
                key={choice}
                draft={draft}
                operation={choice}
                words={OPERATION_SENTENCES[choice](first, second)}
                onChoose={() => change({ operation: choice })}
              />
            ))}
          </fieldset>
        )}
        <div className={stack['row']}>
          <CommandButton id="form.apply" args={{}} />
        </div>
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
      />
    </div>
  )
}

interface OperationChoiceProps {
  draft: CompoundDraft
  operation: SetOperation
  words: string
  onChoose: () => void
}

function OperationChoice({ draft, operation, words, onChoose }: OperationChoiceProps) {
  const size = useCall({ endpoint: cohortPreview, request: compoundRequest(draft, operation), key: 'cohort-preview' })
  const count = size.data && !size.isPlaceholderData ? formatCount(totalOf(size.data.data)) : '…'
  return (
    <label className={styles['choice']}>
      <input type="radio" name="operation" checked={draft.operation === operation} onChange={onChoose} />
      <span>
        <strong>{operation}</strong> <span className={stack['muted']}>{words}</span>
      </span>
      <strong>{count}</strong>
    </label>
  )
}
