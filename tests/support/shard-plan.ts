import * as v from 'valibot'
import { DISTRIBUTION_COLUMN, PLACES, type Place } from '#server/platform/db/postgres/schema.ts'

/** A step of PostgreSQL's plan. */
export interface PlanStep {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: string | undefined
  readonly 'Subplan Name'?: string | undefined
  readonly 'Relation Name'?: string | undefined
  readonly 'Join Type'?: string | undefined
  readonly 'Hash Cond'?: string | undefined
  readonly 'Merge Cond'?: string | undefined
  readonly 'Join Filter'?: string | undefined
  readonly 'Group Key'?: readonly string[] | undefined
  readonly 'Grouping Sets'?: readonly unknown[] | undefined
  readonly Output?: readonly string[] | undefined
  readonly Plans?: readonly PlanStep[] | undefined
}

export const PlanStep: v.GenericSchema<unknown, PlanStep> = v.object({
  'Node Type': v.string(),
  'Parent Relationship': v.optional(v.string()),
  'Subplan Name': v.optional(v.string()),
  'Relation Name': v.optional(v.string()),
  'Join Type': v.optional(v.string()),
  'Hash Cond': v.optional(v.string()),
  'Merge Cond': v.optional(v.string()),
  'Join Filter': v.optional(v.string()),
  'Group Key': v.optional(v.array(v.string())),
  'Grouping Sets': v.optional(v.array(v.unknown())),
  Output: v.optional(v.array(v.string())),
  Plans: v.optional(v.array(v.lazy(() => PlanStep))),
})

/** Where the rows of a step are: in the shards by participant, or at the coordinator, which can broadcast them. */
type Where = 'shards' | 'coordinator'

export interface ShardReading {
  /** Steps that Citus refuses, or that pull all participants to the coordinator. */
  readonly faults: readonly string[]
  /** Rows at the coordinator that grow with the participants: of the statement, or of a table within it. */
  readonly brings: readonly string[]
}

const COLOCATED = new RegExp(`\\b\\w+\\.${DISTRIBUTION_COLUMN} = \\w+\\.${DISTRIBUTION_COLUMN}\\b`)
const LISTED = new RegExp(`^array_agg\\(.*\\b${DISTRIBUTION_COLUMN}\\b`)
const JOINS = ['Hash Join', 'Merge Join', 'Nested Loop']

/** The parts of a plan that run in Citus' shards. Tables without placement hold answers, which are distributed. */
export function readShardPlan(plan: PlanStep): ShardReading {
  const faults: string[] = []
  const brings: string[] = []
  const places = new Set<Place>()

  function whereIs(step: PlanStep): Where {
    const parts = step.Plans ?? []
    for (const part of parts.filter(isApart)) apart(part)
    const inputs = parts.filter((part) => !isApart(part)).map((part) => ({ part, where: whereIs(part) }))
    const relation = step['Relation Name']
    const place = relation === undefined ? null : (PLACES[relation] ?? 'distributed')
    if (place !== null) places.add(place)
    const kind = step['Node Type']
    if (place !== null && kind !== 'ModifyTable') return place === 'distributed' ? 'shards' : 'coordinator'
    if (!inputs.some(({ where }) => where === 'shards')) return 'coordinator'
    // Inserts into shards of the same participants stay there.
    if (kind === 'ModifyTable' && place === 'distributed') return 'coordinator'
    if (JOINS.includes(kind))
      checkJoin(
        step,
        inputs.map(({ where }) => where),
      )
    if (kind === 'WindowAgg') faults.push('a window over all people')
    if (kind === 'Aggregate' && step['Grouping Sets']) faults.push('grouping sets over people')
    if (kind === 'Aggregate' && step.Output?.some((column) => LISTED.test(column))) brings.push('a list of people')
    if (step['Group Key']?.some((key) => key.includes('family'))) brings.push('a row for each family')
    if (['Aggregate', 'Group', 'Unique'].includes(kind)) return isOfEach(step) ? 'shards' : 'coordinator'
    if (kind === 'Limit') return 'coordinator'
    return 'shards'
  }

  /** A CTE, or a subquery in an expression. */
  function apart(step: PlanStep): void {
    const name = step['Subplan Name'] ?? ''
    const where = whereIs(step)
    if (name.startsWith('CTE ')) {
      if (where === 'shards') brings.push(name)
    } else if (step['Parent Relationship'] === 'SubPlan') faults.push('a query for each person')
    else if (where === 'shards') faults.push(`people in ${name}`)
  }

  function checkJoin(step: PlanStep, [outer, inner]: readonly Where[]): void {
    const condition = [step['Hash Cond'], step['Merge Cond'], step['Join Filter']].join(' ')
    const type = step['Join Type'] ?? 'Inner'
    if (outer === 'shards' && inner === 'shards') {
      if (!COLOCATED.test(condition)) faults.push(`a join of people by other than their number: ${condition.trim()}`)
    } else if (type === 'Full' || (type === 'Right' ? inner : outer) === 'coordinator') {
      // An outer join of replicated rows would report missing ones in every shard.
      if (type !== 'Inner') faults.push(`a ${type.toLowerCase()} join that begins with rows of the coordinator`)
    }
  }

  if (whereIs(plan) === 'shards') brings.push('its rows')
  if (places.has('local') && places.has('distributed')) faults.push('people beside a table of the coordinator alone')
  return { faults, brings }
}

function isApart(step: PlanStep): boolean {
  return ['SubPlan', 'InitPlan'].includes(step['Parent Relationship'] ?? '')
}

/** Whether participants are counted one by one. */
function isOfEach(step: PlanStep): boolean {
  return step['Group Key']?.some((key) => key.split('.').at(-1) === DISTRIBUTION_COLUMN) ?? false
}
