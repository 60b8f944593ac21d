import { constructPreview } from '#contract/construct-preview.ts'
import type { WireCall } from '#api/result.ts'
import {
  answerPart,
  notTheTarget,
  partOf,
  record,
  REST,
  variablesOf,
  type Definition,
} from '#tests/support/attacks/counts.ts'
import { accountAt, type Attack, type Attacker, type KnownAnswer, type Target } from '#tests/support/attacks/target.ts'

type Part = Definition['constraints'][number]
type Window = Target['numbers'][number]

/** Numbers are from 0 to 99. */
const VALUES = 100
const MOST_PARTS = 33
/** Parts and the noise are that many times the minimum, so that both answers have enough individuals. */
const SIZE_FACTOR = 4

/**
 * One known number divides all individuals into k parts. Each of k groups lacks one part and the target, one of them also
 * the “noise”, a small group that hides the rest from the ledger. Their sum is k − 1 times the count of all, less k − 1
 * times the target's answer, less the answers of the noise. The sum depends on enough individuals, but mostly on one.
 */
export const weightedSums: Attack = async (attacker, target) => {
  const [divided, noisy] = target.numbers
  if (!divided || !noisy) return null
  const call = accountAt(attacker, 0)
  const count = (parts: readonly Part[]) => countOf(attacker, call, parts)
  const secret = answerPart(target.secret, target.secret.yes)
  const noise = noiseOf(target, noisy)
  const lacking = notTheTarget(target)
  const without = (group: readonly KnownAnswer[]): Part => ({
    relationship: 'OR',
    constraints: group.flatMap((known) => simpleParts(partOf(known, false))),
  })
  const parts = partsOf(divided, target)
  // Counts that differ from a published one by few missing answers are suppressed.
  const all =
    (await count([secret, { variable_name: divided.variable, constraint_type: 'VALID' }])) ?? (await count([secret]))
  const noisySize = await count(noise.map((known) => partOf(known)))
  if (all === null || noisySize === null) return null
  let sum = 0
  for (const [place, part] of parts.entries()) {
    const own = place === 0 ? [without(noise)] : []
    const counted = await count([secret, partOf(part, false), lacking, ...own])
    if (counted === null) return null
    sum += all - counted
  }
  // Every part once, the target k times, the noise once.
  const weight = parts.length - 1
  const noisyYes = (noisySize * (1 - 1 / parts.length)) / 2
  return sum - all - noisyYes > weight / 2
}

function simpleParts(part: Part): Exclude<Part, { constraints: unknown }>[] {
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

/** A small group without the target, by two answers: published counts have one. */
function noiseOf({ records, minimum, codes: [code] }: Target, noisy: Window): KnownAnswer[] {
  const width = Math.ceil((SIZE_FACTOR * minimum * VALUES) / (records * (code?.share ?? 1)))
  const low = noisy.low >= VALUES / 2 ? 0 : VALUES - width
  return [{ ...noisy, low, high: low + width - 1, share: width / VALUES }, ...(code ? [code] : [])]
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
