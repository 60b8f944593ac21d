import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'

/** A set of individuals: a saved cohort, or the result of one request of the specification. */
export type SetNode = SavedSet | EmptySet | SubsetStep | CompoundStep | FamiliesStep

/** A set that needs a request. */
export type SetStep = Exclude<SetNode, SavedSet | EmptySet>

interface Keyed {
  /** Equal sets have equal keys within one planner. */
  readonly key: string
}
export interface SavedSet extends Keyed {
  readonly kind: 'cohort'
  readonly cohortId: number
}
export interface EmptySet extends Keyed {
  readonly kind: 'empty'
}
export interface SubsetStep extends Keyed {
  readonly kind: 'subset'
  readonly source: SetNode
  readonly test: VariableTest
}
export interface CompoundStep extends Keyed {
  readonly kind: 'compound'
  readonly operation: SetOperation
  readonly first: SetNode
  readonly second: SetNode
}
/** All members of the families with a member in `source`, or with at least `count` members in `source` who meet the criterion. */
export interface FamiliesStep extends Keyed {
  readonly kind: 'families'
  readonly source: SetNode
  readonly criterion: { readonly test: VariableTest; readonly count: number } | null
}

/** A condition on a variable of the catalog. */
export interface VariableTest {
  readonly variable: string
  readonly dataType: string
  readonly condition: Condition
}

export type SetPlanner = ReturnType<typeof createSetPlanner>

/**
 * Makes sets, each once, and simplifies them to save requests. In all operations `within` contains the operands, so that
 * a condition on a set can be one subset of the set.
 */
export function createSetPlanner() {
  const known = new Map<string, SetNode>()

  function once(identity: string, make: (key: string) => SetNode): SetNode {
    const found = known.get(identity)
    if (found) return found
    const node = make(`set ${known.size}`)
    known.set(identity, node)
    return node
  }

  const cohort = (cohortId: number) => once(`cohort ${cohortId}`, (key) => ({ kind: 'cohort', key, cohortId }))
  const empty = once('empty', (key) => ({ kind: 'empty', key }))
  const everyone = cohort(ROOT_COHORT_ID)

  function subset(source: SetNode, test: VariableTest): SetNode {
    if (source === empty) return empty
    const identity = JSON.stringify([source.key, test.variable, test.condition.operator, test.condition.values])
    return once(identity, (key) => ({ kind: 'subset', key, source, test }))
  }

  function compound(operation: SetOperation, first: SetNode, second: SetNode): SetNode {
    if (first === second) return operation === 'SUBTRACT' ? empty : first
    return once(`${operation} ${first.key} ${second.key}`, (key) => ({
      kind: 'compound',
      key,
      operation,
      first,
      second,
    }))
  }

  function intersect(within: SetNode, first: SetNode, second: SetNode): SetNode {
    if (first === empty || second === empty) return empty
    if (first === second || second === within || second === everyone) return first
    if (first === within || first === everyone) return inside(within, second)
    return rebase(within, first, second) ?? rebase(within, second, first) ?? compound('INTERSECT', first, second)
  }

  /** A set that may have members outside `within`. */
  function inside(within: SetNode, set: SetNode): SetNode {
    if (within === everyone || set === within || set === empty || isInside(within, set)) return set
    return set === everyone ? within : compound('INTERSECT', within, set)
  }

  /** The operations of `set` applied to `base` instead of `within`; null if they do not start from it. */
  function rebase(within: SetNode, base: SetNode, set: SetNode): SetNode | null {
    if (set === within) return base
    if (set.kind === 'subset') {
      const source = rebase(within, base, set.source)
      return source && subset(source, set.test)
    }
    if (set.kind !== 'compound' || set.first !== within || set.operation === 'UNION') return null
    return set.operation === 'INTERSECT' ? compound('INTERSECT', base, set.second) : subtract(within, base, set.second)
  }

  function subtract(within: SetNode, first: SetNode, second: SetNode): SetNode {
    if (second === empty) return first
    if (first === empty || first === second || second === within || second === everyone) return empty
    if (second.kind === 'compound' && second.first === within) {
      if (second.operation === 'SUBTRACT') return intersect(within, first, inside(within, second.second))
      if (second.operation === 'INTERSECT') return subtract(within, first, second.second)
    }
    return compound('SUBTRACT', first, second)
  }

  function unite(within: SetNode, first: SetNode, second: SetNode): SetNode {
    if (first === empty || first === second) return second
    if (second === empty) return first
    if (first === within || second === within) return within
    return compound('UNION', first, second)
  }

  function families(source: SetNode, criterion: FamiliesStep['criterion']): SetNode {
    if (source === empty) return empty
    if (source === everyone && criterion === null) return everyone
    const identity = JSON.stringify(['families', source.key, criterion?.test.variable, criterion])
    return once(identity, (key) => ({ kind: 'families', key, source, criterion }))
  }

  return { everyone, empty, cohort, subset, intersect, inside, subtract, unite, families }
}

/** Whether a set is made from `within` so that it has no other members. */
function isInside(within: SetNode, set: SetNode): boolean {
  if (set === within) return true
  if (set.kind === 'subset') return isInside(within, set.source)
  if (set.kind !== 'compound') return false
  const [first, second] = [isInside(within, set.first), isInside(within, set.second)]
  return set.operation === 'UNION' ? first && second : first || (set.operation === 'INTERSECT' && second)
}

/** The requests that make a set, each after those that it needs. */
export function stepsOf(set: SetNode): readonly SetStep[] {
  const steps = new Set<SetStep>()
  const visit = (node: SetNode) => {
    if (node.kind === 'cohort' || node.kind === 'empty' || steps.has(node)) return
    for (const part of partsOf(node)) visit(part)
    steps.add(node)
  }
  visit(set)
  return [...steps]
}

function partsOf(step: SetStep): readonly SetNode[] {
  return step.kind === 'compound' ? [step.first, step.second] : [step.source]
}
