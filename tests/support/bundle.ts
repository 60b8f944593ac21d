import type { WireCall } from '#api/result.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { valueOf } from '#tests/support/api-session.ts'

export const BUNDLE_VARIABLES = [
  'AGE',
  'MARITAL',
  'SMOKER',
  'SYMPTOMS',
  'NOTES',
  'BIRTH',
  'HOSPITAL_ID',
  'MOOD_LOW',
  'AGE_GROUP',
]

/** Makes a download of adults and smokers with every kind of variable, and returns its id. */
export async function prepareBundle(call: WireCall): Promise<string> {
  const constraint = (constraint_type: string, constraint_value: string) => ({
    relationship: 'AND' as const,
    constraints: [{ variable_name: 'AGE', constraint_type, constraint_value }],
  })
  await call(constructNew, {
    name: 'AGE_GROUP',
    construct_type: 'downcode',
    defaultValue: 'young',
    description: 'Two ages',
    variables: ['AGE'],
    values: [
      { name: 'young', description: 'Below 44', definition: { relationship: 'AND', constraints: [] } },
      { name: 'old', description: 'From 44 on', definition: constraint('GTE', '44') },
    ],
  })
  const subset = { parent_id: 1, cohort_type: 'subset' as const }
  const adults = valueOf(
    await call(cohortNew, {
      ...subset,
      name: 'Adults',
      variable: 'AGE',
      constraint_type: 'GTE',
      constraint_value: '18',
    }),
  ).new_cohort_id
  const smokers = valueOf(
    await call(cohortNew, { ...subset, name: 'Smokers', variable: 'SMOKER', constraint_type: 'VALID' }),
  ).new_cohort_id
  const cohortid = valueOf(
    await call(cohortNew, {
      parent_id: adults,
      cohort_type: 'compound',
      constraint_type: 'UNION',
      secondparent_id: smokers,
      name: 'Either',
    }),
  ).new_cohort_id
  const varsetid = valueOf(await call(variableSetNew, { name: 'All kinds', variables: BUNDLE_VARIABLES })).id
  return valueOf(await call(downloadNew, { cohortid, varsetid }))[0]?.download_id ?? ''
}
