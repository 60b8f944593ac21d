import type * as v from 'valibot'
import type { WireCall } from '#api/result.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import type { Attacker, KnownAnswer, Secret, Target, Usage } from '#tests/support/attacks/target.ts'

type Draft = v.InferInput<typeof constructPreview.input>
export type Definition = Draft['values'][number]['definition']
type Part = Definition['constraints'][number]

/** The value of all other individuals. */
export const REST = { name: 'rest', definition: { relationship: 'AND' as const, constraints: [] } }

/** A condition of a definition, or of its opposite. */
export function partOf(known: KnownAnswer, isMet = true): Part {
  const { variable: variable_name } = known
  if (known.kind === 'code') {
    return { variable_name, constraint_type: isMet ? 'EQ' : 'NEQ', constraint_value: known.code }
  }
  const { low, high } = known
  if (isMet) return { variable_name, constraint_type: 'BETWEEN', constraint_values: [String(low), String(high)] }
  const outside = [
    { variable_name, constraint_type: 'LT', constraint_value: String(low) },
    { variable_name, constraint_type: 'GT', constraint_value: String(high) },
  ]
  return { relationship: 'OR', constraints: outside }
}

const IDENTIFYING = { codes: 4, numbers: 3 }

/** Known answers that no other individual shares. */
export function identityOf({ codes, numbers }: Target): KnownAnswer[] {
  return [...codes.slice(0, IDENTIFYING.codes), ...numbers.slice(0, IDENTIFYING.numbers)]
}

/** A group without the target. */
export function notTheTarget(target: Target): Part {
  const differs = identityOf(target).flatMap((known) => {
    const part = partOf(known, false)
    return 'constraints' in part ? part.constraints : [part]
  })
  return { relationship: 'OR', constraints: differs }
}

export function answerPart({ variable }: Secret, codes: readonly string[]): Part {
  return { variable_name: variable, constraint_type: 'ANYOF', constraint_values: [...codes] }
}

export interface YesNo {
  readonly yes: number | null
  readonly no: number | null
}

/** The individuals of a group by their answer to the secret variable, from one draft of a custom variable. */
export async function countAnswersIn(
  attacker: Attacker,
  call: WireCall,
  { secret }: Target,
  group: readonly Part[],
): Promise<YesNo> {
  const value = (name: string, codes: readonly string[]) => ({
    name,
    definition: { relationship: 'AND' as const, constraints: [answerPart(secret, codes), ...group] },
  })
  const draft: Draft = {
    name: 'DRAFT',
    construct_type: 'multiple',
    variables: variablesOf([answerPart(secret, secret.yes), ...group]),
    defaultValue: REST.name,
    values: [value('yes', secret.yes), value('no', secret.no), REST],
  }
  let result = await call(constructPreview, draft)
  // The search of an attack blocks this process for seconds, in which the server closes idle connections.
  if (!result.ok && result.status === 0) result = await call(constructPreview, draft)
  // Suppression changes a result, and refuses no preview.
  if (!result.ok) throw new Error(result.message)
  const isCounted = (result.value.left_out ?? []).length === 0
  const [yes = null, no = null] = isCounted ? result.value.values.map(({ count }) => count) : []
  record(attacker.used, yes !== null || no !== null)
  return { yes, no }
}

export function record(used: Usage, isCounted: boolean): void {
  used.queries++
  if (!isCounted) used.refused++
}

/** The variables of conditions, at any depth. */
export function variablesOf(parts: readonly Part[]): string[] {
  return [
    ...new Set(parts.flatMap((part) => ('constraints' in part ? variablesOf(part.constraints) : [part.variable_name]))),
  ]
}
