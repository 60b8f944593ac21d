import type { WireCall } from '#api/result.ts'
import { variableAgainst } from '#contract/against.ts'
import { cohortNew, cohortOverlap, cohortPreview } from '#contract/cohorts.ts'
import { cohortDescribe } from '#contract/describing.ts'
import { downloadCompleteness } from '#contract/downloads.ts'
import { rulesPreview } from '#contract/rules.ts'
import { variableSummary } from '#contract/summaries.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableDistribution, variableLookup } from '#contract/variables.ts'
import type { SavedGroup } from '#tests/support/attacks/saved-groups.ts'
import type { Secret, Target } from '#tests/support/attacks/target.ts'

/** An endpoint that counts “yes” in a saved group; null if it does not. */
export type Road = (call: WireCall, group: SavedGroup, target: Target) => Promise<number | null>

type Categories = readonly (readonly [string | null, number | null])[]

/** Null if a count is suppressed, or none of the codes is listed. */
function countYes(categories: Categories, { yes }: Secret): number | null {
  const counts = categories.flatMap(([code, count]) => (code !== null && yes.includes(code) ? [count] : []))
  return counts.length === 0 || counts.includes(null)
    ? null
    : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

const distribution: Road = async (call, { cohortId }, { secret }) => {
  const result = await call(variableDistribution, { variable_name: secret.variable, cohortids: [cohortId] })
  const [spread] = result.ok ? result.value.data : []
  return spread && (spread.left_out ?? []).length === 0 ? countYes(spread.categories ?? [], secret) : null
}

const topAnswers: Road = async (call, { cohortId }, { secret }) => {
  const result = await call(variableLookup, { variable_names: [secret.variable], limit_cohortid: cohortId })
  const [found] = result.ok ? result.value.data : []
  return found ? countYes(found.top_answers, secret) : null
}

const tableOne: Road = async (call, { cohortId }, { secret }) => {
  const result = await call(cohortDescribe, { cohortids: [cohortId], variable_names: [secret.variable] })
  const group = result.ok ? result.value.data[0]?.groups[0] : undefined
  return group && (group.left_out ?? []).length === 0 ? countYes(group.categories ?? [], secret) : null
}

const tableOneByAnswer: Road = async (call, { cohortId }, { secret, codes }) => {
  const result = await call(cohortDescribe, {
    cohortids: [cohortId],
    by: secret.variable,
    variable_names: [codes[0]?.variable ?? secret.variable],
  })
  const groups = result.ok ? (result.value.data[0]?.groups ?? []) : []
  return groups.length < 4 ? null : sumOf(groups.slice(2, 4).map(({ answered }) => answered))
}

const overlap: Road = async (call, { cohortId, saveYes }) => {
  const yesId = (await saveYes())?.cohortId
  if (yesId === undefined) return null
  const result = await call(cohortOverlap, { cohortids: [cohortId, yesId] })
  const both = result.ok ? result.value.data.find(({ members }) => members.length === 2) : undefined
  return both && (both.left_out ?? []).length === 0 ? both.count : null
}

const compoundSet: Road = async (call, { cohortId, saveYes }) => {
  const yesId = (await saveYes())?.cohortId
  if (yesId === undefined) return null
  const result = await call(cohortPreview, {
    parent_id: cohortId,
    secondparent_id: yesId,
    cohort_type: 'compound',
    constraint_type: 'INTERSECT',
  })
  return result.ok ? sumOf(result.value.data.map(({ count }) => count)) : null
}

const subset: Road = async (call, { cohortId }, { secret }) => {
  const result = await call(cohortPreview, {
    parent_id: cohortId,
    cohort_type: 'subset',
    variable: secret.variable,
    constraint_type: 'ANYOF',
    constraint_values: [...secret.yes],
  })
  return result.ok ? sumOf(result.value.data.map(({ count }) => count)) : null
}

/** A criterion of a pedigree set compares with one code. */
const pedigrees: Road = async (call, { cohortId }, { secret }) => {
  const counts: (number | null)[] = []
  for (const constraint_value of secret.yes) {
    const result = await call(cohortPreview, {
      parent_id: cohortId,
      cohort_type: 'pedigree',
      variable: secret.variable,
      constraint_type: 'EQ',
      constraint_value,
      ped_constraint: 'min',
      ped_constraint_count: 1,
      min_pedsize: 1,
    })
    if (!result.ok) return null
    counts.push(...result.value.data.map((row) => ('affected_count' in row ? row.affected_count : null)))
  }
  return sumOf(counts)
}

const rules: Road = async (call, { cohortId, saveYes }) => {
  const yesId = (await saveYes())?.cohortId
  if (yesId === undefined) return null
  const result = await call(rulesPreview, {
    parent_id: cohortId,
    rules: { version: 1, match: 'all', rules: [{ cohortid: yesId }] },
  })
  return result.ok ? sumOf(result.value.data.map(({ count }) => count)) : null
}

const plotAgainst: Road = async (call, { cohortId }, { secret, codes }) => {
  const result = await call(variableAgainst, {
    variable_name: secret.variable,
    other_variable_name: codes[0]?.variable ?? '',
    cohortid: cohortId,
  })
  if (!result.ok) return null
  const values = result.value.axes[0].values ?? []
  return sumOf(
    result.value.cells.filter(([place]) => secret.yes.includes(values[place] ?? '')).map(([, , count]) => count),
  )
}

/** The size of the group's members with “yes”, by an endpoint that counts readable records. */
function ofBoth(count: (call: WireCall, cohortId: number, target: Target) => Promise<number | null>): Road {
  return async (call, { cohortId, saveYes }, target) => {
    const yesId = (await saveYes())?.cohortId
    if (yesId === undefined) return null
    const made = await call(cohortNew, {
      name: `Both ${cohortId}`,
      parent_id: cohortId,
      secondparent_id: yesId,
      cohort_type: 'compound',
      constraint_type: 'INTERSECT',
    })
    return made.ok ? count(call, made.value.new_cohort_id, target) : null
  }
}

const summary = ofBoth(async (call, cohortId, { numbers }) => {
  const result = await call(variableSummary, { variable_name: numbers[0]?.variable ?? '', cohortids: [cohortId] })
  return result.ok ? (result.value.data[0]?.numbers?.n ?? null) : null
})

const completeness = ofBoth(async (call, cohortId, { codes, secret }) => {
  const variables = [codes[0]?.variable ?? secret.variable]
  const set = await call(variableSetNew, { name: `Set ${cohortId}`, variables })
  const result = set.ok ? await call(downloadCompleteness, { cohortid: cohortId, varsetid: set.value.id }) : null
  return result?.ok ? result.value.complete : null
})

function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0)
}

export const ROADS: Readonly<Record<string, Road>> = {
  distributions: distribution,
  'most frequent answers': topAnswers,
  'Table 1': tableOne,
  'Table 1 by an answer': tableOneByAnswer,
  overlap: overlap,
  'compound sets': compoundSet,
  subsets: subset,
  pedigrees: pedigrees,
  'rules and what differs': rules,
  'pictures of two variables': plotAgainst,
  summaries: summary,
  completeness: completeness,
}
