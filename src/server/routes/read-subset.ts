import type { CohortDraft } from '#contract/shapes.ts'
import type { User } from '#server/accounts/user.ts'
import { meaningless, notFound, notOffered } from '#server/http/refusal.ts'
import type { Subset } from '#server/queries/subset.ts'
import { requireCohort } from '#server/routes/require-cohort.ts'
import { readCondition } from '#server/routes/read-condition.ts'
import type { Services } from '#server/services.ts'
import type { Connection } from '#server/storage/database.ts'

/** A draft of a subset with its parent, variable and condition found and found meaningful. */
export async function readSubset(
  connection: Connection,
  services: Services,
  user: User,
  draft: CohortDraft,
): Promise<Subset> {
  if (draft.cohort_type !== 'subset') throw notOffered()
  await requireCohort(connection, user, draft.parent_id)
  if (!draft.variable) throw meaningless('A variable is required.', 'variable')
  const catalog = await services.catalog(connection)
  const variable = catalog.find(draft.variable)
  if (!variable) throw notFound('variable')
  const condition = await readCondition(connection, variable.dataType, {
    operator: draft.constraint_type ?? '',
    values: draft.constraint_values ?? (draft.constraint_value == null ? [] : [draft.constraint_value]),
  })
  return { parent: { cohortId: draft.parent_id, reader: user }, variable, condition }
}
