import { countOf, formatCount, formatShare, wordFor } from '#domain/numbers.ts'

interface Completeness {
  readonly individuals: number
  /** Individuals with an answer to every question. */
  readonly complete: number
  readonly variables: readonly {
    readonly variableName: string
    readonly versions: readonly string[] | null
    readonly completeWithout: number
  }[]
}

/** How many individuals have every answer, and the question without which they would be most. */
export function completenessWords({ individuals, complete, variables }: Completeness): string {
  const noun = variables.some(({ versions }) => versions !== null) ? 'question' : 'variable'
  const all = variables.length === 1 ? `the ${noun}` : `all ${countOf(variables.length, noun)}`
  const [costliest] = variables.toSorted((one, other) => other.completeWithout - one.completeWithout)
  const without =
    costliest && variables.length > 1 && costliest.completeWithout > complete
      ? ` Without ${costliest.variableName} it would be ${formatCount(costliest.completeWithout)}.`
      : ''
  return `${formatCount(complete)} of ${countOf(individuals, 'individual')} (${formatShare(complete, individuals)}) ${wordFor(complete, 'has', 'have')} an answer to ${all}.${without}`
}
