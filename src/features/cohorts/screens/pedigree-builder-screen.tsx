import type { ScreenProps } from '#command-kit/declaration.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { valueWords } from '#entities/value-words.ts'
import { BuilderResult } from '#features/cohorts/parts/builder-result.tsx'
import { CohortNamingFields } from '#features/cohorts/parts/cohort-naming.tsx'
import { OfParent } from '#features/cohorts/parts/parent-split.tsx'
import { PedigreeDefinition } from '#features/cohorts/parts/pedigree-definition.tsx'
import { emptyPedigreeDraft, pedigreeDraftWords, suggestedPedigreeName } from '#features/cohorts/pedigree-draft.ts'
import styles from '#features/cohorts/screens/builder.module.css'
import { usePedigreeBuilder } from '#features/cohorts/use-pedigree-builder.ts'

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
    <div className={styles['builder']}>
      <div className={styles['definition']}>
        <PedigreeDefinition builder={builder} />
        <CohortNamingFields builder={builder} suggestion={builder.isComplete ? suggestedPedigreeName(draft) : ''} />
      </div>
      <BuilderResult
        builder={builder}
        words={pedigreeDraftWords(draft, meaning)}
        valueHeader="Value"
        hasAffected={draft.hasCriterion}
        valueWords={meaning}
      />
    </div>
  )
}
