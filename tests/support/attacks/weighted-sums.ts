import type { WireCall } from '#api/result.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { answerPart, partOf, record, REST, variablesOf, type Definition } from '#tests/support/attacks/counts.ts'
import { accountAt, shuffled, type Attack, type Attacker, type Target } from '#tests/support/attacks/target.ts'

type Part = Definition['constraints'][number]
type Simple = Exclude<Part, { constraints: unknown }>
type Window = Target['numbers'][number]

/** Numbers are from 0 to 99. */
const VALUES = 100
const LEAST_WIDTH = 3
const CODES = ['0', '1', '2', '3']

/**
 * One known number divides all individuals into k parts. Each of k groups lacks one part and the target; one of them has
 * a subset of its part again, the “noise”. The sum of the groups is k − 1 times the count of all, less k − 1 times the
 * target's answer, and the answers of the noise. It depends on enough individuals, but mostly on one. Individuals without
 * the dividing number are in no group.
 */
export const weightedSums: Attack = async (attacker, target) => {
  const [divided] = target.numbers
  if (!divided) return null
  const call = accountAt(attacker, 0)
  const count = (parts: readonly Part[]) => countOf(attacker, call, parts)
  const secret = answerPart(target.secret, target.secret.yes)
  const isDivided = { variable_name: divided.variable, constraint_type: 'VALID' as const }
  // Counts that differ from a published one by few missing answers are suppressed.
  const all = (await count([secret, isDivided])) ?? (await count([secret]))
  if (all === null) return null
  const parts = partsOf(divided, all, target)
  const [noisy] = parts
  if (!noisy) return null
  const noise = noiseOf(target, noisy, all, attacker.random)
  const answered = answerPart(target.secret, [...target.secret.yes, ...target.secret.no])
  const noisySize = await count([partOf(noisy), ...noise, answered])
  if (noisySize === null) return null
  const lacking = lackingOf(target)
  let sum = 0
  for (const part of parts) {
    const outside = simpleParts(partOf(part, false))
    const without = (...again: Simple[]): Part => ({ relationship: 'OR', constraints: [...outside, ...again] })
    // Groups nest to two levels.
    const group = part === noisy ? [isDivided, ...noise.map((again) => without(again))] : [without()]
    const counted = await count([secret, ...group, lacking])
    if (counted === null) return null
    sum += all - counted
  }
  // Every part once, the target k times, less the noise.
  return sum - all + noisySize / 2 > (parts.length - 1) / 2
}

/** The expected size of a group, so that its count is rarely below the minimum. */
function enough(minimum: number): number {
  return minimum + 4 * Math.sqrt(minimum)
}

/** The first part has twice the width, for the noise; it is at the end of the range that is further from the target. */
function partsOf(divided: Window, all: number, { minimum }: Target): Window[] {
  const width = Math.max(LEAST_WIDTH, Math.ceil((enough(minimum) * VALUES) / all))
  const count = Math.floor(VALUES / width) - 1
  return Array.from({ length: count }, (_, place) => {
    const low = place === 0 ? 0 : (place + 1) * width
    const high = place === count - 1 ? VALUES - 1 : (place + 2) * width - 1
    return divided.low < VALUES / 2
      ? { ...divided, low: VALUES - 1 - high, high: VALUES - 1 - low }
      : { ...divided, low, high }
  })
}

/** Random conditions that are met by as few of a part as have enough of “yes”. */
function noiseOf({ codes, minimum }: Target, part: Window, all: number, random: () => number): Simple[] {
  const noise: Simple[] = []
  let yes = (all * (part.high - part.low + 1)) / VALUES
  for (const { variable, share } of shuffled(codes, random)) {
    const number = CODES.findIndex((_, place) => yes * share * (place + 1) >= enough(minimum)) + 1
    if (number === 0 || number === CODES.length) break
    noise.push({
      variable_name: variable,
      constraint_type: 'ANYOF',
      constraint_values: shuffled(CODES, random).slice(0, number),
    })
    yes *= share * number
  }
  return noise
}

/** All individuals who are known to differ from the target. */
function lackingOf({ codes, numbers }: Target): Part {
  const differ = [...codes, ...numbers].flatMap((known) => simpleParts(partOf(known, false)))
  return { relationship: 'OR', constraints: differ }
}

function simpleParts(part: Part): Simple[] {
  return 'constraints' in part ? part.constraints.flatMap(simpleParts) : [part]
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
