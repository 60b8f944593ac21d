import { countAnswersIn, partOf } from '#tests/support/attacks/counts.ts'
import { solved } from '#tests/support/attacks/linear-systems.ts'
import { accountAt, type Attack, type KnownAnswer, type Target } from '#tests/support/attacks/target.ts'

const ATTRIBUTES = { codes: 6, numbers: 2 }
const QUERIES = 12
const WORLDS = 120
const STEPS = 400

/** For each attribute: not part of the conjunction, equal to the target's answer, or different. */
type Query = readonly ('unused' | 'equal' | 'different')[]
/** Most choices are “equal”: conjunctions of few answers match thousands of individuals. */
const CHOICES = ['unused', 'unused', 'equal', 'equal', 'equal', 'different'] as const

/** The individuals with “yes” by the attributes that they share with the target, one bit each. */
type World = Float64Array

/**
 * Searched query sets (QueryCheetah: Stevanoski, Cretu and de Montjoye, arXiv 2409.01992; QuerySnout, CCS 2022). A local
 * search over multisets of conjunctions looks for the one whose simulated results separate worlds with the target's
 * “yes” from worlds without it. A linear discriminant trained on these worlds then reads the results of the server.
 */
export const searchedQueries: Attack = async (attacker, target) => {
  const { random } = attacker
  const attributes = [
    ...target.codes.slice(0, ATTRIBUTES.codes),
    ...target.numbers.slice(0, ATTRIBUTES.numbers).map(nearby),
  ]
  const worlds = Array.from({ length: WORLDS }, (_, place) => simulated(target, attributes, place % 2 === 0, random))
  const results = (query: Query) => worlds.map((world) => simulatedCount(world, query, target.minimum))
  const newQuery = (): Query => attributes.map(() => CHOICES[Math.floor(random() * CHOICES.length)] ?? 'unused')
  let queries = Array.from({ length: QUERIES }, newQuery)
  let columns = queries.map(results)
  let best = discriminantOf(columns)
  for (let step = 0; step < STEPS; step++) {
    const place = step % QUERIES
    const query = mutated(queries[place] ?? newQuery(), random)
    const changed = columns.with(place, results(query))
    const discriminant = discriminantOf(changed)
    if (discriminant.separation <= best.separation) continue
    queries = queries.with(place, query)
    columns = changed
    best = discriminant
  }
  return classify(attacker, target, { attributes, queries, best })
}

interface Searched {
  readonly attributes: readonly KnownAnswer[]
  readonly queries: readonly Query[]
  readonly best: Discriminant
}

async function classify(
  attacker: Parameters<Attack>[0],
  target: Target,
  { attributes, queries, best }: Searched,
): Promise<boolean | null> {
  let evidence = 0
  let isAnyCounted = false
  for (const [place, query] of queries.entries()) {
    const group = attributes.flatMap((known, index) =>
      query[index] === 'unused' ? [] : [partOf(known, query[index] === 'equal')],
    )
    const { yes } = await countAnswersIn(attacker, accountAt(attacker, place), target, group)
    if (yes !== null) isAnyCounted = true
    const middle = best.middles[place] ?? 0
    evidence += (best.weights[place] ?? 0) * ((yes ?? middle) - middle)
  }
  return isAnyCounted && evidence !== 0 ? evidence > 0 : null
}

/** A range in which enough others are. */
function nearby(number: Target['numbers'][number]): KnownAnswer {
  const low = Math.max(0, number.low - 10)
  const high = number.high + 10
  return { ...number, low, high, share: number.share * (high - low + 1) }
}

function simulated(
  { records }: Target,
  attributes: readonly KnownAnswer[],
  isYes: boolean,
  random: () => number,
): World {
  const world = new Float64Array(1 << attributes.length)
  for (let signature = 0; signature < world.length; signature++) {
    const share = attributes.reduce(
      (all, known, index) => all * (((signature >>> index) & 1) === 1 ? known.share : 1 - known.share),
      1,
    )
    world[signature] = poisson((records * share) / 2, random)
  }
  if (isYes) world[world.length - 1] = (world.at(-1) ?? 0) + 1
  return world
}

function poisson(mean: number, random: () => number): number {
  if (mean > 30) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  let count = 0
  for (let left = random(); left > Math.exp(-mean); left *= random()) count++
  return count
}

/** A suppressed count is 0. */
function simulatedCount(world: World, query: Query, minimum: number): number {
  let [mask, wanted] = [0, 0]
  for (const [index, choice] of query.entries()) {
    if (choice !== 'unused') mask |= 1 << index
    if (choice === 'equal') wanted |= 1 << index
  }
  let count = 0
  for (let signature = 0; signature < world.length; signature++) {
    if ((signature & mask) === wanted) count += world[signature] ?? 0
  }
  return count < minimum ? 0 : count
}

function mutated(query: Query, random: () => number): Query {
  const index = Math.floor(random() * query.length)
  return query.with(index, CHOICES[Math.floor(random() * CHOICES.length)] ?? 'unused')
}

interface Discriminant {
  readonly weights: readonly number[]
  readonly middles: readonly number[]
  readonly separation: number
}

/** Fisher's linear discriminant between the worlds of even and of odd place. */
function discriminantOf(columns: readonly (readonly number[])[]): Discriminant {
  const means = columns.map((column) =>
    [0, 1].map((parity) => meanOf(column.filter((_, world) => world % 2 === parity))),
  )
  const centred = columns.map((column, place) => column.map((value, world) => value - (means[place]?.[world % 2] ?? 0)))
  const covariances = centred.map((one, place) =>
    centred.map(
      (other, index) => meanOf(one.map((value, world) => value * (other[world] ?? 0))) + (place === index ? 0.5 : 0),
    ),
  )
  const differences = means.map(([yes = 0, no = 0]) => yes - no)
  const weights = solved(covariances, differences)
  return {
    weights,
    middles: means.map((both) => meanOf(both)),
    separation: weights.reduce((sum, weight, place) => sum + weight * (differences[place] ?? 0), 0),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
