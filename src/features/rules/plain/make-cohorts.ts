import type { Call, Failure, Result } from '#api/result.ts'
import { cohortDelete, cohortEdit, cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import { conditionWords } from '#domain/conditions/constraint.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { COHORT_NAME, nameKey } from '#domain/text/names.ts'
import { freeName } from '#domain/text/suggested-names.ts'
import {
  EMPTY_COHORT,
  hasNoIndividuals,
  OPERATION_SENTENCES,
  type CohortNaming,
  type CohortRequest,
} from '#entities/cohorts/building/cohort-draft.ts'
import { stepsOf, type SetNode, type SetStep, type VariableTest } from '#features/rules/plain/set-plan.ts'

/** A cohort made for a step; null for an empty set, which cannot be saved. */
export type MadeCohort = { readonly cohortId: number; readonly name: string } | null

/** The cohorts made so far by the keys of their sets: a later attempt continues with them. */
export type MadeCohorts = ReadonlyMap<string, MadeCohort>

export interface CohortsToMake {
  readonly set: SetNode
  readonly naming: CohortNaming
  readonly projectId: number | undefined
  /** Names of saved cohorts, folded. */
  readonly takenNames: ReadonlySet<string>
  readonly made: MadeCohorts
  /** Called after each step. */
  readonly onMade: (made: MadeCohorts) => void
  readonly cohortName: (cohortId: number) => string
}

/** Makes a set's cohorts in order, with generated names; the last gets the chosen name. Returns its id. */
export async function makeCohorts(call: Call, wanted: CohortsToMake): Promise<Result<number>> {
  const { set, naming, projectId, onMade, cohortName } = wanted
  const made = new Map(wanted.made)
  const taken = new Set([...wanted.takenNames, nameKey(naming.name)])
  const namesMade = new Map([...made.values()].flatMap((one) => (one ? [[one.cohortId, one.name] as const] : [])))
  const nameOf = (cohortId: number) => `“${namesMade.get(cohortId) ?? cohortName(cohortId)}”`
  /** The id of a set's cohort, or null for an empty set. */
  const idOf = (node: SetNode) => {
    if (node.kind === 'cohort') return node.cohortId
    return node.kind === 'empty' ? null : (made.get(node.key)?.cohortId ?? null)
  }

  for (const step of stepsOf(set)) {
    if (made.has(step.key)) continue
    const request = requestOf(step, idOf)
    if (typeof request === 'object' && request !== null) {
      const preview = await call(cohortPreview, request.draft)
      if (!preview.ok) return preview
      if (hasNoIndividuals(preview.value.data)) made.set(step.key, null)
      else {
        const name = step === set ? naming.name.trim() : stepName(naming.name, namesMade.size + 1, taken)
        const description = step === set ? naming.description : stepDescription(naming.name, request.words(nameOf))
        const saved = await call(cohortNew, { ...request.draft, name, description, projectId })
        if (!saved.ok) return saved
        taken.add(nameKey(name))
        namesMade.set(saved.value.newCohortId, name)
        made.set(step.key, { cohortId: saved.value.newCohortId, name })
      }
    } else made.set(step.key, request === null ? null : { cohortId: request, name: namesMade.get(request) ?? '' })
    onMade(new Map(made))
  }
  return withChosenName(call, idOf(set), namesMade, wanted)
}

/** Gives the chosen name to a cohort that was not saved under it: an earlier step, or a cohort that existed before. */
async function withChosenName(
  call: Call,
  cohortId: number | null,
  namesMade: ReadonlyMap<number, string>,
  { naming, projectId }: CohortsToMake,
): Promise<Result<number>> {
  if (cohortId === null) return refused(EMPTY_COHORT)
  const name = naming.name.trim()
  if (namesMade.get(cohortId) === name) return { ok: true, value: cohortId }
  const { description } = naming
  if (namesMade.has(cohortId)) {
    const renamed = await call(cohortEdit, { cohortId, name, description })
    return renamed.ok ? { ok: true, value: cohortId } : renamed
  }
  if (cohortId === ROOT_COHORT_ID) return refused('All individuals match: the cohort All Individuals is the same.')
  const copy = { cohortType: 'compound', constraintType: 'INTERSECT', parentId: ROOT_COHORT_ID } as const
  const saved = await call(cohortNew, { ...copy, secondparentId: cohortId, name, description, projectId })
  return saved.ok ? { ok: true, value: saved.value.newCohortId } : saved
}

/** A cohort that was deleted on another page. */
const NOT_FOUND = 404

/** Deletes the cohorts of an unfinished attempt, the last first, and returns those that remain. */
export async function deleteMade(call: Call, made: MadeCohorts): Promise<MadeCohorts> {
  const left = new Map(made)
  const deleted = new Set<number>()
  for (const [key, cohort] of [...made].toReversed()) {
    if (cohort && !deleted.has(cohort.cohortId)) {
      const answer = await call(cohortDelete, { cohortId: cohort.cohortId }, { silent: [NOT_FOUND] })
      if (!answer.ok && answer.status !== NOT_FOUND) return left
      deleted.add(cohort.cohortId)
    }
    left.delete(key)
  }
  return left
}

function refused(message: string): Failure {
  return { ok: false, status: 422, message, serverMessage: message, context: message, issues: [] }
}

interface StepRequest {
  readonly draft: CohortRequest
  readonly words: (nameOf: (cohortId: number) => string) => string
}

/** The request of a step; the id of an equal cohort, or null, if an empty part decides the set. */
function requestOf(step: SetStep, idOf: (set: SetNode) => number | null): StepRequest | number | null {
  if (step.kind === 'compound') return compoundOf(step.operation, idOf(step.first), idOf(step.second))
  const parentId = idOf(step.source)
  if (parentId === null) return null
  if (step.kind === 'subset') {
    return {
      draft: { parentId, cohortType: 'subset', ...testFields(step.test) },
      words: (nameOf) => `${testWords(step.test)}, in ${nameOf(parentId)}`,
    }
  }
  const { criterion } = step
  const draft = { parentId, cohortType: 'pedigree', minPedsize: 0 } as const
  if (criterion === null) return { draft, words: (nameOf) => `all family members of ${nameOf(parentId)}` }
  const { test, count } = criterion
  return {
    draft: { ...draft, ...testFields(test), pedConstraint: 'min', pedConstraintCount: count },
    words: (nameOf) => `families with at least ${count} members in ${nameOf(parentId)} with ${testWords(test)}`,
  }
}

function compoundOf(
  operation: 'UNION' | 'SUBTRACT' | 'INTERSECT',
  first: number | null,
  second: number | null,
): StepRequest | number | null {
  if (first === null) return operation === 'UNION' ? second : null
  if (second === null) return operation === 'INTERSECT' ? null : first
  if (first === second) return operation === 'SUBTRACT' ? null : first
  return {
    draft: { parentId: first, secondparentId: second, cohortType: 'compound', constraintType: operation },
    words: (nameOf) => OPERATION_SENTENCES[operation](nameOf(first), nameOf(second)),
  }
}

function testFields({ variable, condition }: VariableTest) {
  return { variable, ...fieldsOfCondition(condition) }
}

function testWords({ variable, condition: { operator, values } }: VariableTest): string {
  return conditionWords(variable, operator, values)
}

/** "Name · step 2", unique and within the limit of a name. */
export function stepName(name: string, number: number, taken: ReadonlySet<string>): string {
  const ending = ` · step ${number}`
  const start = name
    .trim()
    .slice(0, COHORT_NAME.maxLength - ending.length)
    .replace(/\p{Cs}$/u, '')
    .trimEnd()
  return freeName(start + ending, COHORT_NAME, (one) => taken.has(nameKey(one)))
}

function stepDescription(name: string, words: string): string {
  return `Step of “${name.trim()}”: ${words}.`
}
