import type * as v from 'valibot'
import { cohortDescribe, cohortGroups } from '#contract/describing.ts'
import { isCategory } from '#domain/data-types.ts'
import { DESCRIBED_GROUPS_MAX } from '#domain/limits.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { type ReaderCounts, countsFor } from '#server/disclosure/reader-counts.ts'
import type { Tests } from '#server/disclosure/suppressed/descriptions.ts'
import {
  listedValues,
  questionOf,
  type DescribedQuestion,
  type DescriptionGroups,
} from '#server/engine/counts/describe-answers.ts'
import type { User } from '#server/model/user.ts'
import type { AnyVariable, UserVariables } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { meaningless, notFound } from '#server/platform/http/refusal.ts'
import { type Api, type Incoming, inFairQueue, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { requireCohorts } from '#server/store/cohorts/cohorts.ts'

/** Descriptions of cohorts, “Table 1” (capability "describe"). */
export function cohortDescribeRoutes(api: Api<HttpServices & GuardServices>): void {
  const { variables } = api.services

  async function readAsked<Input extends GroupsAsked>({
    authenticate,
    validate,
    connection,
    services,
  }: Incoming<Input, HttpServices & GuardServices>) {
    const user = await authenticate()
    const asked = await validate()
    const known = await variables.ofAccount(connection, user.accountId)
    const counts = countsFor(connection, services, user)
    const groups = await readGroups(connection, { user, known, counts }, asked)
    return { asked, known, description: await counts.ofGroups(groups) }
  }

  routeFor(
    api,
    cohortGroups,
    inFairQueue(async (incoming) => (await readAsked(incoming)).description.groups()),
  )

  routeFor(
    api,
    cohortDescribe,
    inFairQueue(async (incoming) => {
      const { asked, known, description } = await readAsked(incoming)
      const single = found(known, asked.variable_names).map((variable) => questionOf([variable]))
      const joined = (asked.questions ?? []).flatMap((names) => joinedOf(found(known, names)))
      return { data: await description.answersTo([...single, ...joined], testsOf(asked)) }
    }),
  )
}

function found({ find }: UserVariables, names: readonly string[]): AnyVariable[] {
  return [...new Set(names.map(find))].filter((one) => one !== undefined)
}

function joinedOf([newest, ...older]: readonly AnyVariable[]): DescribedQuestion[] {
  if (!newest) return []
  if (older.some(({ dataType }) => dataType !== newest.dataType)) {
    throw meaningless('Choose versions of one data type.', 'questions')
  }
  return [questionOf([newest, ...older])]
}

function testsOf({ tests, family_seed }: v.InferOutput<typeof cohortDescribe.input>): Tests | null {
  return tests == null ? null : { kind: tests, familySeed: family_seed ?? null }
}

interface GroupsAsked {
  readonly cohortids: readonly number[]
  readonly by?: string | null | undefined
}

interface Asker {
  readonly user: User
  readonly known: UserVariables
  readonly counts: ReaderCounts
}

async function readGroups(
  connection: Connection,
  { user, known, counts }: Asker,
  { cohortids, by: name }: GroupsAsked,
): Promise<DescriptionGroups> {
  await requireCohorts(connection, user, cohortids)
  const [first, ...others] = cohortids
  if (first === undefined) throw meaningless('Choose a cohort.', 'cohortids')
  if (new Set(cohortids).size < cohortids.length) throw meaningless('Choose different cohorts.', 'cohortids')
  const cohortIds = [first, ...others] as const
  if (name == null || name === '') return { cohortIds: [...cohortIds], by: null, reader: user }
  if (others.length > 0) throw meaningless('Choose one cohort to describe it by a variable.', 'cohortids')
  const variable = known.find(name)
  if (!variable) throw notFound('variable')
  const values = listedValues(variable.possibleValues)
  if (!isCategory(variable.dataType) || values.length < 2 || values.length > DESCRIBED_GROUPS_MAX) {
    throw meaningless(`Choose a category variable with 2 to ${DESCRIBED_GROUPS_MAX} values.`, 'by')
  }
  const part = await counts.partOf([variable])
  return { cohortIds: [first], by: { variable, values }, reader: user, ...(part && { part }) }
}
