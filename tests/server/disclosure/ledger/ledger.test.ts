import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type Table, collectionKey } from '#server/disclosure/ledger/count-table.ts'
import { Ledger } from '#server/disclosure/ledger/ledger.ts'
import { type IndividualSet, setOfPlaces, sizeOf } from '#server/disclosure/ledger/participant-set.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

/** Answers of one participant: to a question whose answers the attacker knows, and to one that is secret. */
interface Participant {
  readonly known: number
  readonly secret: number
}

type World = readonly Participant[]
type Choice = (person: Participant) => boolean

const KNOWN = [0, 1, 2]
const SECRET = [0, 1, 2]

/** Counts of a population by a condition and its complement, or by answer. */
interface Question {
  /** The condition of the saved subset; null for all individuals. */
  readonly within: Condition | null
  readonly by: readonly Condition[]
}

/** A condition on one question, or of a custom variable on both. */
interface Condition {
  readonly known?: readonly number[]
  readonly secret?: readonly number[]
  readonly is: 'both' | 'either'
}

const some = (values: readonly number[]) => fc.subarray([...values], { minLength: 1, maxLength: values.length - 1 })
const onKnown = some(KNOWN).map((known): Condition => ({ known, is: 'both' }))
const onSecret = some(SECRET).map((secret): Condition => ({ secret, is: 'both' }))
const onBoth: fc.Arbitrary<Condition> = fc.record({
  known: some(KNOWN),
  secret: some(SECRET),
  is: fc.constantFrom('both', 'either'),
})
const eachSecret = SECRET.map((value): Condition => ({ secret: [value], is: 'both' }))
const question: fc.Arbitrary<Question> = fc.record({
  within: fc.option(fc.oneof(onKnown, onSecret)),
  by: fc.oneof(
    onKnown.map((one) => [one]),
    onSecret.map((one) => [one]),
    onBoth.map((one) => [one]),
    fc.constant(eachSecret),
  ),
})

function choiceOf({ known, secret, is }: Condition): Choice {
  const tests: Choice[] = [
    ...(known ? [(person: Participant) => known.includes(person.known)] : []),
    ...(secret ? [(person: Participant) => secret.includes(person.secret)] : []),
  ]
  return is === 'both'
    ? (person) => tests.every((holds) => holds(person))
    : (person) => tests.some((holds) => holds(person))
}

/** The variable of a condition; null for a custom variable over both. */
function variableOf({ known, secret }: Condition): string | null {
  return known && secret ? null : known ? 'known' : 'secret'
}

/** Nested tables that the requests for a question count. */
function tablesOf({
  within,
  by,
}: Question): { within: Condition | null; cells: readonly (readonly [Condition, boolean])[] }[] {
  const [first] = by
  const cells =
    by.length > 1 || !first
      ? by.map((one) => [one, true] as const)
      : ([
          [first, true],
          [first, false],
        ] as const)
  return [
    ...(within
      ? [
          {
            within: null,
            cells: [
              [within, true],
              [within, false],
            ] as const,
          },
        ]
      : []),
    { within: within, cells },
  ]
}

interface Counted {
  readonly size: number
  readonly isShown: boolean
}

/** Counts of all requested cells in order, and which are shown. */
function countsOf(world: World, minimum: number, questions: readonly Question[]): Counted[] {
  const individuals = (choice: Choice): IndividualSet =>
    setOfPlaces(
      world.flatMap((person, place) => (choice(person) ? [place] : [])),
      1,
    )
  const allUnreadable = individuals(() => true)
  const region = {
    firstWord: 0,
    endWord: 1,
    size: world.length,
    individuals: allUnreadable,
    countUpTo: () => world.length,
  }
  const ledger = new Ledger({ allUnreadable, regions: new Map([['au', region]]) }, minimum, () => 0)
  return questions.flatMap((asked) => {
    let isWithinShown = true
    return tablesOf(asked).flatMap(({ within, cells }) => {
      const isIn = within ? choiceOf(within) : () => true
      const population = individuals(isIn)
      const variable = variableOf(cells[0]?.[0] ?? within ?? { is: 'both' })
      const family = variable === null ? null : `${JSON.stringify(within)} ${variable}`
      const table: Table = {
        population,
        known: within ? [collectionKey('au'), `null ${variableOf(within)}`] : [collectionKey('au')],

        family,
        cells: cells.map(([one, isTrue]) => {
          const isOfCell: Choice = (person) => choiceOf(one)(person) === isTrue
          const members = world.filter((person) => isIn(person) && isOfCell(person))
          const answersTo = (name: 'known' | 'secret') =>
            new Map(
              [...new Set(members.map((person) => person[name]))].map((answer) => [
                String(answer),
                members.filter((person) => person[name] === answer).length,
              ]),
            )
          return {
            key: family ?? JSON.stringify([one, isTrue]),
            individuals: individuals((person) => isIn(person) && isOfCell(person)),
            ...(within && { outside: world.filter((person) => !isIn(person) && isOfCell(person)).length }),
            ...(variable === null && { answers: [answersTo('known'), answersTo('secret')] }),
          }
        }),
      }
      const isShown = isWithinShown ? (ledger.decided(table) ?? ledger.decide(table).isShown) : []
      isWithinShown = isShown[0] === true
      return table.cells.map((cell, place) => ({ size: sizeOf(cell.individuals), isShown: isShown[place] === true }))
    })
  })
}

/** Multisets of answers of indistinguishable participants. */
function secretsOf(count: number, values: readonly number[]): number[][] {
  const [value, ...others] = values
  if (value === undefined) return count === 0 ? [[]] : []
  return Array.from({ length: count + 1 }, (_, many) => many).flatMap((many) =>
    secretsOf(count - many, others).map((rest) => [...Array.from({ length: many }, () => value), ...rest]),
  )
}

/** All worlds with the same known answers; which participant has which secret does not matter. */
function worldsOf(sizes: readonly number[]): World[] {
  return sizes.reduce<World[]>(
    (worlds, size, known) =>
      worlds.flatMap((world) =>
        secretsOf(size, SECRET).map((secrets) => [...world, ...secrets.map((secret) => ({ known, secret }))]),
      ),
    [[]],
  )
}

/** Small groups, identified by known answers, on which all worlds with the same shown counts agree. */
function readGroups(sizes: readonly number[], minimum: number, questions: readonly Question[]): string[] {
  const worlds = worldsOf(sizes)
  const counts = worlds.map((world) => countsOf(world, minimum, questions))
  return counts.flatMap((shownCounts, actual) => {
    const possible = worlds.filter((_, place) =>
      shownCounts.every(({ size, isShown }, cell) => !isShown || counts[place]?.[cell]?.size === size),
    )
    return [...Array(1 << KNOWN.length).keys()].flatMap((group) => {
      const members = KNOWN.filter((known) => (group >>> known) & 1)
      const size = members.reduce((sum, known) => sum + (sizes[known] ?? 0), 0)
      if (size === 0 || size >= minimum) return []
      const secrets = possible.map((world) =>
        world
          .flatMap(({ known, secret }) => (members.includes(known) ? [secret] : []))
          .toSorted((one, other) => one - other)
          .join(),
      )
      return new Set(secrets).size > 1
        ? []
        : [`${members.join()} of ${sizes.join()} in ${JSON.stringify(worlds[actual])}: ${JSON.stringify(questions)}`]
    })
  })
}

test('the shown counts leave several possible answers for every small group', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })),
      fc.constantFrom(2, 3),
      fc.array(question, { minLength: 1, maxLength: 6 }),
      (sizes, minimum, questions) => {
        expect(readGroups(sizes, minimum, questions)).toEqual([])
      },
    ),
    { numRuns: fuzzRuns(25), endOnFailure: false },
  )
})
