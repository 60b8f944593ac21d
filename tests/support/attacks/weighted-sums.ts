import { constructPreview } from '#contract/construct-preview.ts'
import type { WireCall } from '#api/result.ts'
import { answerPart, partOf, record, REST, variablesOf, type Definition } from '#tests/support/attacks/counts.ts'
import { accountAt, type Attack, type Attacker, type Target } from '#tests/support/attacks/target.ts'

type Part = Definition['constraints'][number]
type Simple = Exclude<Part, { constraints: unknown }>
type Window = Target['numbers'][number]

/** Numbers are from 0 to 99. */
const VALUES = 100
const MOST_PARTS = 33
/** A part has that many times the minimum at least, so that both answers of its half have enough. */
const SIZE_FACTOR = 8
/** Codes of the categories. */
const HALF = ['0', '1']

/**
 * One known number divides all individuals into k parts. Each of k groups lacks one part and the target; one of them has
 * half of its part again, the “noise”. The sum of the groups is k − 1 times the count of all, less k − 1 times the
 * target's answer, and the answers of the noise. It depends on enough individuals, but mostly on one.
 */
export const weightedSums: Attack = async (attacker, target) => {
  const [divided] = target.numbers
  if (!divided) return null
  const call = accountAt(attacker, 0)
  const count = (parts: readonly Part[]) => countOf(attacker, call, parts)
  const secret = answerPart(target.secret, target.secret.yes)
  const parts = partsOf(divided, target)
  const noisy = parts.findIndex(({ low, high }) => divided.low < low || divided.low > high)
  const noise = noiseOf(target, parts[noisy])
  // Counts that differ from a published one by few missing answers are suppressed.
  const all =
    (await count([secret, { variable_name: divided.variable, constraint_type: 'VALID' }])) ?? (await count([secret]))
  const noisySize = await count([...noise, answerPart(target.secret, [...target.secret.yes, ...target.secret.no])])
  if (all === null || noisySize === null) return null
  const lacking = lackingOf(target)
  let sum = 0
  for (const [place, part] of parts.entries()) {
    const outside = simpleParts(partOf(part, false))
    const again = place === noisy ? noise.slice(-1) : []
    const counted = await count([secret, { relationship: 'OR', constraints: [...outside, ...again] }, lacking])
    if (counted === null) return null
    sum += all - counted
  }
  // Every part once, the target k times, less the noise.
  return sum - all + noisySize / 2 > (parts.length - 1) / 2
}

/** All individuals who are known to differ from the target. */
function lackingOf({ codes, numbers }: Target): Part {
  const differ = [...codes, ...numbers].flatMap((known) => simpleParts(partOf(known, false)))
  return { relationship: 'OR', constraints: differ }
}

function simpleParts(part: Part): Simple[] {
  return 'constraints' in part ? part.constraints.flatMap(simpleParts) : [part]
}

function partsOf(divided: Window, { records, minimum }: Target): Window[] {
  const width = Math.ceil(VALUES / Math.min(MOST_PARTS, records / (SIZE_FACTOR * minimum)))
  const count = Math.floor(VALUES / width)
  return Array.from({ length: count }, (_, place) => ({
    ...divided,
    low: place * width,
    high: place === count - 1 ? VALUES - 1 : (place + 1) * width - 1,
  }))
}

/** Half of a part, by the answers to a category. */
function noiseOf({ codes: [code] }: Target, part: Window | undefined): Simple[] {
  const half = code && { variable_name: code.variable, constraint_type: 'ANYOF' as const, constraint_values: HALF }
  return [...(part ? simpleParts(partOf(part)) : []), ...(half ? [half] : [])]
}

/** The number of individuals in a group, from one draft of a custom variable; null if it is suppressed. */
async function countOf({ used }: Attacker, call: WireCall, constraints: readonly Part[]): Promise<number | null> {
  const preview = await call(constructPreview, {
    name: 'DRAFT',
    construct_type: 'multiple',
    variables: variablesOf(constraints),
    defaultValue: REST.name,
    values: [{ name: 'in', definition: { relationship: 'AND', constraints: [...constraints] } }, REST],
  })
  if (!preview.ok) throw new Error(preview.message)
  const isCounted = (preview.value.left_out ?? []).length === 0
  const counted = isCounted ? (preview.value.values[0]?.count ?? null) : null
  record(used, counted !== null)
  return counted
}
