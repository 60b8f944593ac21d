import * as v from 'valibot'
import type { CountRow, PedigreeRow, Split } from '#contract/shapes/shapes.ts'
import { type GuardContext, countedTo } from '#server/disclosure/guard/guard-context.ts'
import { outcomeLabel } from '#server/disclosure/guard/labels.ts'
import { tabulate } from '#server/disclosure/guard/tabulate.ts'
import type { CohortParts, OutcomeParts } from '#server/disclosure/ledger/compound-tables.ts'
import type { Table } from '#server/disclosure/ledger/count-table.ts'
import { partKey } from '#server/disclosure/ledger/definition-keys.ts'
import { EMPTY_SET, type IndividualSet, intersectionOf } from '#server/disclosure/ledger/participant-set.ts'
import { compoundParts, partsOfCohort, subsetParts } from '#server/disclosure/members/cohort-parts.ts'
import { pedigreeParts } from '#server/disclosure/members/family-parts.ts'
import { type CohortPlan, columnsOfPlan } from '#server/engine/cohorts/cohort-plan.ts'
import { type Pedigree, affectedMembers, pedigreeMembers } from '#server/engine/pedigrees/pedigrees.ts'
import type { FindMembers } from '#server/engine/sources/members.ts'
import { conditionComparesText } from '#server/model/variable.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Rows of unreadable individuals in a preview or summary: one per collection, with its count or suppressed. */
export interface UnreadableRows {
  readonly rows: readonly (CountRow | PedigreeRow)[]
  /** Null if a part of it is suppressed. */
  readonly split: Split | null
}

const OUTCOMES = ['match', 'no_match', 'unknown', 'no_record'] as const

/** Unreadable individuals counted by a preview. */
export async function rowsOfPlan(context: GuardContext, plan: CohortPlan): Promise<UnreadableRows> {
  const columns = columnsOfPlan(plan)
  const key = context.keys.ofDraft(columns)
  switch (plan.kind) {
    case 'subset': {
      const { parent, variable, condition } = plan.subset
      if (conditionComparesText(variable, condition)) return notCounted(await partsOfCohort(context, parent.cohortId))
      const test = { variable, condition }
      const divided = await tabulate(context, parent, outcomeLabel(test))
      const outcomes = async () => new Map(OUTCOMES.map((outcome) => [outcome, divided.get(outcome) ?? EMPTY_SET]))
      const parts = await subsetParts(context, {
        parentId: parent.cohortId,
        test,
        outcomes,
        key,
        countedTo: countedTo(context, [parent.cohortId]),
      })
      return {
        rows: [...parts].map(([collection, cells]) => countRow(collection, cells?.get('match')?.count ?? null)),
        split: splitOf(parts),
      }
    }
    case 'compound': {
      const { cohortId, combined } = plan.population
      const { operation, cohortId: second } = combined
      return {
        rows: rowsOfParts(await compoundParts(context, { operation, cohortIds: [cohortId, second], key })),
        split: null,
      }
    }
    case 'pedigree':
      return {
        rows: await pedigreeRows(context, key, plan.pedigree),
        split: null,
      }
  }
}

/** Unreadable members of a saved cohort. */
export async function rowsOfCohort(
  context: GuardContext,
  cohortId: number,
  pedigree: Pedigree | null,
): Promise<UnreadableRows> {
  const rows = pedigree
    ? await pedigreeRows(context, context.keys.ofSaved(cohortId), pedigree)
    : rowsOfParts(await partsOfCohort(context, cohortId))
  return { rows, split: null }
}

/** Texts of unreadable individuals are not compared, so none of these individuals is counted. */
function notCounted(parent: CohortParts): UnreadableRows {
  const sizes = [...parent.values()].map((part) => part && part.count)
  const isShown = sizes.every((size) => size !== null)
  return {
    rows: [...parent.keys()].map((collection) => countRow(collection, null)),
    split: isShown
      ? {
          match: 0,
          no_match: 0,
          unknown: 0,
          no_record: 0,
          not_counted: sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
          not_counted_collections: [...parent.keys()],
        }
      : null,
  }
}

function rowsOfParts(parts: CohortParts): CountRow[] {
  return [...parts].map(([collection, part]) => countRow(collection, part && part.count))
}

/** Every count of unreadable individuals suppressed. */
export function suppressedRows({ guard }: GuardContext): CountRow[] {
  return [...guard.regions.keys()].map((collection) => countRow(collection, null))
}

/** One row per collection: consent, study and diagnosis of few individuals would identify them. */
function countRow(collection: string, count: number | null): CountRow {
  return {
    count,
    value: null,
    collection,
    consent: '',
    study_id: '',
    dx_nimh: '',
    hidden: count === null,
  }
}

function splitOf(parts: OutcomeParts): Split | null {
  const split = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
  for (const cells of parts.values()) {
    for (const outcome of OUTCOMES) {
      const part = cells?.get(outcome)
      if (!part) return null
      split[outcome] += part.count
    }
  }
  return split
}

async function pedigreeRows(context: GuardContext, key: string, pedigree: Pedigree): Promise<PedigreeRow[]> {
  const { guard } = context
  const members = await readMembers(context, pedigreeMembers(pedigree))
  const affected = await readMembers(context, affectedMembers(pedigree))
  const parts = await pedigreeParts(context, { key, members })
  const shown = [...parts].flatMap(([collection, part]) => (part ? [{ collection, ...part }] : []))
  const tables = shown.map(({ collection, individuals }): Table => ({
    population: individuals,
    known: [partKey(key, collection)],
    family: null,
    cells: [{ key: partKey(key, `${collection} affected`), individuals: intersectionOf(affected, individuals) }],
  }))
  const decided = pedigree.criterion ? await guard.decide(tables, [], context.changing) : []
  return [...parts].map(([collection, part]) => {
    const place = shown.findIndex((cell) => cell.collection === collection)
    // Without a criterion no member is affected.
    const affectedCount = pedigree.criterion ? decided[place]?.[0] : 0
    return part && affectedCount != null
      ? {
          pedigree_count: part.families ?? 0,
          count: part.count,
          affected_count: affectedCount,
          collection,
          hidden: false,
        }
      : { pedigree_count: 0, count: null, affected_count: null, collection, hidden: true }
  })
}

const SetRow = v.object({ individuals: v.unknown() })

async function readMembers({ connection, guard }: GuardContext, find: FindMembers): Promise<IndividualSet> {
  const { dialect } = connection
  const { tables, from } = find(dialect)
  const { numbers, setOf } = guard.layout
  const [row] = await rowsOf(
    connection,
    SetRow,
    sql`${tables} SELECT ${dialect.setOfNumbers(sql`individual_no`, numbers)} AS individuals FROM ${from}`,
  )
  return intersectionOf(setOf(dialect.numbersOf(row?.individuals)), guard.allUnreadable)
}
