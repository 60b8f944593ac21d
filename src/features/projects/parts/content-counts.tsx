import { useAtomValue } from 'jotai'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { projectCohortsAtom } from '#entities/cohorts.ts'
import { customVariablesAtom } from '#entities/custom-variables.ts'
import styles from '#features/projects/screens/projects.module.css'
import { projectVariableSetsAtom } from '#entities/variable-sets.ts'

/** How much is in a project. */
export function ContentCounts({ projectId }: { projectId: number }) {
  const cohorts = useAtomValue(projectCohortsAtom(projectId)).data
  const sets = useAtomValue(projectVariableSetsAtom(projectId)).data
  const variables = useAtomValue(customVariablesAtom(projectId)).data
  const words = [
    ...(cohorts ? [countOf(cohorts.filter(({ cohortid }) => cohortid !== ROOT_COHORT_ID).length, 'cohort')] : []),
    ...(sets ? [countOf(sets.length, 'set')] : []),
    ...(variables ? [countOf(variables.length, 'custom variable')] : []),
  ]
  return <span className={styles['contents']}>{words.join(', ')}</span>
}
