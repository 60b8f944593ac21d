import { useQuery } from '@tanstack/react-query'
import type { Variable } from '#contract/shapes/entities.ts'
import { formLabel } from '#domain/form-label.ts'
import { compareNaturally } from '#domain/text/natural-order.ts'
import { valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import { questionOf } from '#entities/variables/question-versions.ts'
import { differentMeanings } from '#entities/variables/value-words.ts'

/** A row of the table: one variable, or the versions of a question, newest first. */
export interface Question {
  readonly names: readonly [string, ...string[]]
  /** The forms of the versions; empty for one variable. */
  readonly forms: readonly string[]
}

export interface Questions {
  readonly questions: readonly Question[]
  /** Why versions of a question have rows of their own. */
  readonly apart: readonly string[]
}

/**
 * Joins the versions of each question, at the place of the first. Versions of different data types, and versions whose
 * codes differ in meaning, are not joined.
 */
export function joinVersions(names: readonly string[], variables: readonly Variable[]): Questions {
  const byName = new Map(variables.map((variable) => [variable.variableName, variable]))
  const folds = new Map<string, [string, ...string[]]>()
  for (const name of names) {
    const variable = byName.get(name)
    const key = variable ? JSON.stringify([questionOf(variable), variable.dataType]) : name
    const fold = folds.get(key)
    if (fold) fold.push(name)
    else folds.set(key, [name])
  }
  const apart: string[] = []
  const questions = [...folds.values()].flatMap((fold): Question[] => {
    const versions = fold.flatMap((name) => byName.get(name) ?? []).toSorted(newestFirst)
    const [newest, ...older] = versions
    if (!newest || older.length === 0) return [alone(fold[0])]
    const conflicts = differentMeanings(versions)
    if (conflicts.length === 0) {
      return [
        { names: [newest.variableName, ...older.map(({ variableName }) => variableName)], forms: versions.map(formOf) },
      ]
    }
    apart.push(...conflicts)
    return fold.map(alone)
  })
  return { questions, apart }
}

function alone(name: string): Question {
  return { names: [name], forms: [] }
}

function formOf({ contributors: [form] }: Variable): string {
  return form ? formLabel(form) : ''
}

function newestFirst(one: Variable, other: Variable): number {
  return compareNaturally(other.contributors[0]?.version ?? '', one.contributors[0]?.version ?? '')
}

/** The rows of the variables; null until they are known. */
export function useQuestions(names: readonly string[]): Questions | null {
  const { call, queryClient } = useServices()
  const variables = useQuery(
    {
      queryKey: ['describe-questions', names],
      queryFn: async ({ signal }) => valueOrThrow(await lookUpVariables(call, names, { signal, silent: 'all' })),
      staleTime: Infinity,
      retry: false,
      select: (found) => joinVersions(names, found),
    },
    queryClient,
  )
  if (variables.isPending) return null
  return variables.data ?? { questions: names.map(alone), apart: [] }
}
