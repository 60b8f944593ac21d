import type { ScreenProps } from '#command-kit/declaration.ts'
import { conditionWords } from '#domain/constraint.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { valueWords } from '#entities/value-words.ts'
import { BuilderResult } from '#features/cohorts/parts/builder-result.tsx'
import { CohortNamingFields } from '#features/cohorts/parts/cohort-naming.tsx'
import { OfParent } from '#features/cohorts/parts/parent-split.tsx'
import { SubsetDefinition } from '#features/cohorts/parts/subset-definition.tsx'
import styles from '#features/cohorts/screens/builder.module.css'
import { suggestedName } from '#features/cohorts/cohort-draft.ts'
import { useSubsetBuilder } from '#features/cohorts/use-subset-builder.ts'

interface Begun {
  readonly parentId?: number
  readonly variableName?: string
  readonly operator?: 'VALID'
}

/** Builds a subset by a condition on one variable: definition at the left, result at the right. */
export default function SubsetBuilderScreen({ args }: ScreenProps<Begun>) {
  const { parentId = ROOT_COHORT_ID } = args
  return (
    <OfParent parentId={parentId}>
      {/** Narrowing further starts a new draft from the saved cohort. */}
      <SubsetBuilderOf key={parentId} {...args} parentId={parentId} />
    </OfParent>
  )
}

function SubsetBuilderOf({ parentId, variableName, operator }: Begun & { parentId: number }) {
  const builder = useSubsetBuilder({
    parentId,
    variableName: variableName ?? null,
    condition: operator === undefined ? null : { operator, values: [] },
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
