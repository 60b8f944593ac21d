import type { ScreenProps } from '#command-kit/declaration.ts'
import { conditionWords } from '#domain/constraint.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { BuilderResult } from '#features/cohorts/parts/builder-result.tsx'
import { CohortBuilderFrame } from '#features/cohorts/parts/cohort-builder-frame.tsx'
import { OfParent } from '#features/cohorts/parts/parent-split.tsx'
import { SubsetDefinition } from '#features/cohorts/parts/subset-definition.tsx'
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
    name: null,
    description: '',
  })
  const { draft, meaning } = builder
  const { condition } = draft
  const name = draft.variableName ?? ''

  return (
    <CohortBuilderFrame
      builder={builder}
      definition={<SubsetDefinition builder={builder} />}
      result={
        <BuilderResult
          builder={builder}
          words={condition && conditionWords(name, condition.operator, condition.values, meaning)}
          valueHeader={name || 'Value'}
          valueWords={meaning}
        />
      }
    />
  )
}
