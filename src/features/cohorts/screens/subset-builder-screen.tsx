import { useSearchParams } from 'react-router-dom'
import { conditionWords } from '#domain/constraint.ts'
import { valueWords } from '#entities/value-words.ts'
import { BuilderResult } from '#features/cohorts/parts/builder-result.tsx'
import { CohortNamingFields } from '#features/cohorts/parts/cohort-naming.tsx'
import { OfParent } from '#features/cohorts/parts/of-parent.tsx'
import { SubsetDefinition } from '#features/cohorts/parts/subset-definition.tsx'
import styles from '#features/cohorts/screens/builder.module.css'
import { suggestedName } from '#features/cohorts/subset-draft.ts'
import { useSubsetBuilder } from '#features/cohorts/use-subset-builder.ts'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** Build a cohort of those whose answer to a variable meets a condition: the definition left, its result right. */
export default function SubsetBuilderScreen() {
  // Narrowing further begins anew on the cohort just saved.
  return <OfParent>{(parentId) => <SubsetBuilderOf key={parentId} parentId={parentId} />}</OfParent>
}

function SubsetBuilderOf({ parentId }: { parentId: number }) {
  usePaneTitle('New Subset')
  const [params] = useSearchParams()
  const variableName = params.get('variable')
  const builder = useSubsetBuilder({
    parentId,
    variableName,
    condition: params.get('operator') === 'VALID' ? { operator: 'VALID', values: [] } : null,
    name: '',
    description: '',
  })
  const { draft, variable } = builder
  const name = draft.variableName ?? ''
  const meaning = (value: string) => (variable ? valueWords(variable, value) : value)

  return (
    <div className={styles['builder']}>
      <div className={styles['definition']}>
        <SubsetDefinition builder={builder} />
        <CohortNamingFields
          builder={builder}
          suggestion={builder.isComplete && draft.condition ? suggestedName(name, draft.condition, meaning) : ''}
        />
      </div>
      <BuilderResult
        builder={builder}
        words={draft.condition && conditionWords(name, draft.condition.operator, draft.condition.values, meaning)}
        valueHeader={draft.variableName ?? 'Value'}
        valueWords={meaning}
      />
    </div>
  )
}
