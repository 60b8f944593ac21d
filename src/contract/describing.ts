import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { DescribedVariable, Group, GroupOverlap, Overall } from '#contract/shapes/shapes-of-descriptions.ts'
import { count, id, nameSent, namesSent } from '#contract/shapes/values.ts'
import { COHORTS_COMPARED_MAX } from '#domain/cohorts/cohorts.ts'
import { DESCRIBED_AT_ONCE_MAX, DESCRIBED_VARIABLES_MAX } from '#domain/limits.ts'
import { UNABLE_TO_DESCRIBE_COHORTS } from '#domain/messages.ts'

/** The columns: cohorts, or the categories of a variable within one cohort. */
const groups = {
  cohortids: v.pipe(v.array(id), v.minLength(1), v.maxLength(COHORTS_COMPARED_MAX)),
  by: v.nullish(nameSent),
}

export const cohortGroups = endpoint({
  method: 'POST',
  path: '/cohort/describe/groups',
  summary: 'The groups of a description, and how many individuals two of them share.',
  capability: 'describe',
  input: v.object(groups),
  answer: v.object({ data: v.array(Group), overlaps: v.array(GroupOverlap), overall: v.nullish(Overall, null) }),
  failure: () => UNABLE_TO_DESCRIBE_COHORTS,
})

export const cohortDescribe = endpoint({
  method: 'POST',
  path: '/cohort/describe',
  summary: 'Statistics of several variables, or questions with several versions, in each of several groups.',
  capability: 'describe',
  input: v.object({
    ...groups,
    variable_names: namesSent(DESCRIBED_AT_ONCE_MAX),
    /**
     * Versions of a question, newest first, described as one: an individual counts with the first that has an answer, and
     * a flag with the first that has a record. Versions have one data type. They follow the variables in the response.
     */
    questions: v.nullish(
      v.pipe(
        v.array(v.pipe(v.array(nameSent), v.minLength(2))),
        v.check(
          (questions) => questions.flat().length <= DESCRIBED_VARIABLES_MAX,
          `Expected at most ${DESCRIBED_VARIABLES_MAX} names`,
        ),
      ),
      [],
    ),
    /** Adds p values, of numbers for their means or their medians. */
    tests: v.nullish(v.picklist(['means', 'medians']), null),
    /** Tests one member of each family, drawn at random by this seed. Without it, relatives have no p value. */
    family_seed: v.nullish(count, null),
  }),
  answer: v.object({ data: v.array(DescribedVariable) }),
  failure: () => UNABLE_TO_DESCRIBE_COHORTS,
})
