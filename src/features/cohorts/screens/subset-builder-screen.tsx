import { useAtomValue } from 'jotai'
import { useParams, useSearchParams } from 'react-router-dom'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { variableAtom } from '#entities/variables.ts'
import { SubsetDefinition } from '#features/cohorts/parts/subset-definition.tsx'
import { SubsetNaming } from '#features/cohorts/parts/subset-naming.tsx'
import { SubsetResult } from '#features/cohorts/parts/subset-result.tsx'
import styles from '#features/cohorts/screens/subset-builder.module.css'
import { useSubsetBuilder } from '#features/cohorts/use-subset-builder.ts'
import { usePaneId } from '#workspace/pane-id.ts'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** Build a cohort of those whose answer to a variable meets a condition: the definition left, its result right. */
export default function SubsetBuilderScreen() {
  usePaneTitle('New Subset')
  const [params] = useSearchParams()
  const parentId = Number(useParams()['id'] ?? ROOT_COHORT_ID)
  const variableName = params.get('variable')
  const builder = useSubsetBuilder(`${usePaneId()}/${parentId}/${variableName ?? ''}`, {
    parentId: Number.isSafeInteger(parentId) && parentId > 0 ? parentId : ROOT_COHORT_ID,
    variableName,
    condition: null,
    name: '',
    description: '',
  })
  const variable = useAtomValue(variableAtom({ name: builder.draft.variableName ?? '' }))

  return (
    <div className={styles['builder']}>
      <div className={styles['definition']}>
        <SubsetDefinition builder={builder} variable={variable} />
        <SubsetNaming builder={builder} />
      </div>
      <SubsetResult builder={builder} />
    </div>
  )
}
