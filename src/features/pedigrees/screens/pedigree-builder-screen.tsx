import type { ScreenProps } from '#command-kit/declaration.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { BuilderResult } from '#entities/cohorts/building/builder-result.tsx'
import { CohortBuilderFrame } from '#entities/cohorts/building/cohort-builder-frame.tsx'
import { OfParent } from '#entities/cohorts/of-parent.tsx'
import { valueWords } from '#entities/variables/value-words.ts'
import { PedigreeDefinition, usePedigreeBuilder } from '#features/pedigrees/pedigree-definition.tsx'
import { emptyPedigreeDraft, pedigreeDraftWords } from '#features/pedigrees/pedigree-draft.ts'

interface Begun {
  readonly parentId?: number
  readonly variableName?: string
}

/** Adds whole pedigrees: all relatives of a cohort, or families by number of affected members. */
export default function PedigreeBuilderScreen({ args }: ScreenProps<Begun>) {
  const { parentId = ROOT_COHORT_ID, variableName = null } = args
  return (
    <OfParent parentId={parentId}>
      <PedigreeBuilderOf parentId={parentId} variableName={variableName} />
    </OfParent>
  )
}

function PedigreeBuilderOf({ parentId, variableName }: { parentId: number; variableName: string | null }) {
  const builder = usePedigreeBuilder(emptyPedigreeDraft(parentId, variableName))
  const { draft, variable } = builder
  const meaning = (value: string) => (variable ? valueWords(variable, value) : value)

  return (
    <CohortBuilderFrame
      builder={builder}
      definition={<PedigreeDefinition builder={builder} />}
      result={
        <BuilderResult
          builder={builder}
          words={pedigreeDraftWords(draft, meaning)}
          variableName={null}
          hasAffected={draft.hasCriterion}
          valueWords={meaning}
        />
      }
    />
  )
}
