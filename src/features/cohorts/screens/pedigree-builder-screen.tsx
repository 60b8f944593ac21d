import { useSearchParams } from 'react-router-dom'
import { valueWords } from '#entities/value-words.ts'
import { BuilderResult } from '#features/cohorts/parts/builder-result.tsx'
import { CohortNamingFields } from '#features/cohorts/parts/cohort-naming.tsx'
import { OfParent } from '#features/cohorts/parts/of-parent.tsx'
import { PedigreeDefinition } from '#features/cohorts/parts/pedigree-definition.tsx'
import { emptyPedigreeDraft, pedigreeDraftWords, suggestedPedigreeName } from '#features/cohorts/pedigree-draft.ts'
import styles from '#features/cohorts/screens/builder.module.css'
import { usePedigreeBuilder } from '#features/cohorts/use-pedigree-builder.ts'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** Take in whole pedigrees: all relatives of a cohort, or the families with so many affected members. */
export default function PedigreeBuilderScreen() {
  return <OfParent>{(parentId) => <PedigreeBuilderOf parentId={parentId} />}</OfParent>
}

function PedigreeBuilderOf({ parentId }: { parentId: number }) {
  usePaneTitle('Ascertain Pedigrees')
  const [params] = useSearchParams()
  const variableName = params.get('variable')
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
