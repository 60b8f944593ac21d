import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew, cohortOverlap, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructInfo, constructList } from '#contract/custom-variables.ts'
import { cohortDescribe } from '#contract/describing.ts'
import { downloadNew, downloadPreview } from '#contract/downloads.ts'
import { rulesPreview } from '#contract/rules.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableDistribution, variableLookup, variableSketches } from '#contract/variables.ts'
import { mayRead } from '#domain/access.ts'
import { valueOf } from '#tests/support/api-session.ts'
import {
  COLLECTIONS,
  COMPOUNDS,
  CONDITIONS,
  conditionOf,
  fieldOf,
  hasRecord,
  individuals,
  KINDS,
  NAMES,
  RULES,
  studyOf,
  VALUES,
  type Asking,
  type Holds,
  type Kind,
} from '#tests/support/divided-study.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { HIGH } from '#tests/support/high-construct.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { isInSpanOf } from '#tests/support/span.ts'
import { ACCOUNTS, createTestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const MINIMUM = 4

/** A count of a response; null if suppressed. */
interface Cell {
  readonly says: string
  readonly holds: Holds
  readonly count: number | null
}

interface Asked {
  readonly rows: readonly Kind[]
  readonly isReadable: Holds
  readonly direction: 'forwards' | 'backwards'
}

/** The counts that one account is shown of three variables, in All Individuals and in a cohort. */
async function cellsOf(call: WireCall, { rows, isReadable, direction }: Asked): Promise<Cell[]> {
  const cells: Cell[] = COLLECTIONS.map((collection) => ({
    says: `size of ${collection}`,
    holds: (kind) => kind.collection === collection,
    count: rows.filter((kind) => kind.collection === collection).length,
  }))
  const saved = await call(cohortNew, {
    parent_id: 1,
    cohort_type: 'subset',
    variable: 'OTHER',
    constraint_type: 'EQ',
    constraint_value: 'a',
    name: 'As',
  })
  const made = valueOf(await call(constructNew, { ...HIGH, name: 'HIGH' }))
  const cohorts: { id: number; isMember: Holds }[] = [
    { id: 1, isMember: () => true },
    ...(saved.ok ? [{ id: saved.value.new_cohort_id, isMember: ({ other }: Kind) => other === 'a' }] : []),
  ]
  // Readable individuals are counted by study and answer too.
  const isReadableCollection = (collection: string) => isReadable({ collection, code: null, other: null, age: null })
  const requests: (() => Promise<void>)[] = []
  for (const { id, isMember } of cohorts) {
    const among = (leftOut: readonly string[], holds: Holds): Holds => {
      return (kind) => isMember(kind) && !leftOut.includes(kind.collection) && holds(kind)
    }
    const add = (says: string, leftOut: readonly string[], holds: Holds, count: number | null | undefined) => {
      // Where no collection is counted, there is no count.
      if (leftOut.length < COLLECTIONS.length)
        cells.push({ says: `${says} of ${id}`, holds: among(leftOut, holds), count: count ?? null })
    }
    requests.push(async () => {
      for (const { collection, count } of valueOf(await call(cohortSummary, { cohortid: id })).data) {
        if (isReadableCollection(collection)) continue
        add(`summary ${collection}`, [], (kind) => kind.collection === collection, count)
      }
      add('rowcount', [], () => true, valueOf(await call(cohortInfo, { cohortid: id })).cohorts[0]?.rowcount)
    })
    const readAnswers = async (name: (typeof NAMES)[number]) => {
      const field = fieldOf[name]
      const [spread] = valueOf(await call(variableDistribution, { variable_name: name, cohortids: [id] })).data
      const leftOut = spread?.left_out ?? []
      for (const [value, count] of spread?.categories ?? [])
        add(`${name} ${value}`, leftOut, (kind) => kind[field] === value, count)
      for (const [place, { from, to, count }] of (spread?.bins ?? []).entries()) {
        // The first and the last range are open.
        const isLast = place === (spread?.bins?.length ?? 0) - 1
        add(
          `${name} ${from}–${to}`,
          leftOut,
          ({ age }) => age !== null && (Number(age) >= from || place === 0) && (Number(age) < to || isLast),
          count,
        )
      }
      add(`${name} missing`, leftOut, (kind) => hasRecord(kind) && kind[field] === null, spread?.missing)
      add(`${name} no record`, leftOut, (kind) => !hasRecord(kind), spread?.no_record)
      const asked = { cohortids: [id], variable_names: [name] }
      const described = valueOf(await call(cohortDescribe, asked)).data[0]?.groups[0]
      if (described) {
        const { left_out, answered, categories, unknown, no_record, not_counted } = described
        // Numbers of unreadable individuals are not read.
        if (name === 'AGE') {
          add('describe AGE not counted', left_out, (kind) => !isReadable(kind), not_counted)
          return
        }
        add(`describe ${name} answered`, left_out, (kind) => kind[field] !== null, answered)
        add(`describe ${name} missing`, left_out, (kind) => hasRecord(kind) && kind[field] === null, unknown)
        add(`describe ${name} no record`, left_out, (kind) => !hasRecord(kind), no_record)
        for (const [value, count] of categories ?? [])
          add(`describe ${name} ${value}`, left_out, (kind) => kind[field] === value, count)
      }
    }
    const readObservations = async (name: (typeof NAMES)[number]) => {
      const field = fieldOf[name]
      const [found] = valueOf(await call(variableLookup, { variable_names: [name], limit_cohortid: id })).data
      // Which collections are counted is not in the response; it may follow from the sizes.
      const candidates = subsetsOf(COLLECTIONS).filter(
        (left) =>
          rows.filter((kind) => isMember(kind) && !left.includes(kind.collection) && kind[field] !== null).length ===
          found?.observations,
      )
      const [only, ...more] = candidates
      if (only && more.length === 0)
        add(`observations ${name}`, only, (kind) => kind[field] !== null, found?.observations)
    }
    const readValues = async () => {
      const [spread] = valueOf(await call(variableDistribution, { variable_name: 'HIGH', cohortids: [id] })).data
      const leftOut = spread?.left_out ?? []
      for (const [value, count] of spread?.categories ?? []) {
        const holds = VALUES[value ?? '']
        if (holds) add(`HIGH ${value}`, leftOut, holds, count)
      }
      add('HIGH missing', leftOut, (kind) => hasRecord(kind) && kind.code === null, spread?.missing)
      add('HIGH no record', leftOut, (kind) => !hasRecord(kind), spread?.no_record)
      const preview = valueOf(await call(constructPreview, { ...HIGH, cohortid: id, cross: 'OTHER' }))
      const left = preview.left_out
      for (const { name, count } of preview.values) {
        if (name !== 'LOW') add(`HIGH value ${name}`, left, VALUES[name] ?? (() => false), count)
      }
      add('HIGH value LOW', left, VALUES['LOW'] ?? (() => false), preview.default)
      // Each value is known where CODE has an answer.
      add('HIGH unknown', left, () => false, preview.unknown)
      add('HIGH no answer', left, (kind) => hasRecord(kind) && kind.code === null, preview.no_answer)
      add('HIGH value no record', left, (kind) => !hasRecord(kind), preview.no_record)
      for (const [value, answer, count] of preview.cross?.data ?? []) {
        const holds = VALUES[value ?? 'none']
        if (holds) add(`HIGH cross ${value} ${answer}`, left, (kind) => holds(kind) && kind.other === answer, count)
      }
    }
    const readMatches = async (condition: Asking) => {
      const { data } = valueOf(
        await call(cohortPreview, {
          ...condition,
          constraint_values: [...condition.constraint_values],
          parent_id: id,
          cohort_type: 'subset',
        }),
      )
      const holds = conditionOf(condition)
      for (const { collection, count } of data) {
        if (isReadableCollection(collection)) continue
        const { variable, constraint_type, constraint_values } = condition
        add(
          `${variable} ${constraint_type} ${constraint_values.join()} ${collection}`,
          [],
          (kind) => kind.collection === collection && holds(kind),
          count,
        )
      }
    }
    const readRules = async ({ match, asked }: (typeof RULES)[number]) => {
      const conditions = asked.map(({ variable, constraint_type, constraint_values }) => ({
        variable_name: variable,
        constraint_type,
        constraint_values: [...constraint_values],
      }))
      const rules = { version: 1 as const, match, rules: conditions }
      const { data } = valueOf(await call(rulesPreview, { parent_id: id, rules }))
      const tests = asked.map(conditionOf)
      const isAnswered: Holds = (kind) => asked.every(({ variable }) => kind[fieldOf[variable]] !== null)
      const holds: Holds = (kind) => {
        if (match === 'none') return isAnswered(kind) && !tests.some((meets) => meets(kind))
        return match === 'all' ? tests.every((meets) => meets(kind)) : tests.some((meets) => meets(kind))
      }
      const says = asked.map(({ variable, constraint_values }) => `${variable} ${constraint_values.join()}`).join(', ')
      for (const { collection, count } of data) {
        if (isReadableCollection(collection)) continue
        add(`${match} of ${says} ${collection}`, [], (kind) => kind.collection === collection && holds(kind), count)
      }
    }
    const readDownload = async () => {
      const set = valueOf(await call(variableSetNew, { name: `Set ${id}`, variables: ['CODE'] }))
      const prepared = await call(downloadNew, { cohortid: id, varsetid: set.id })
      // An account that reads none of the members gets no file.
      if (!prepared.ok) return
      const [file] = prepared.value
      const { total, excluded } = valueOf(await call(downloadPreview, { downloadid: file?.download_id ?? '' }))
      add('rows of a download', [], isReadable, total)
      for (const { collection, count } of excluded)
        add(`excluded ${collection}`, [], (kind) => kind.collection === collection && !isReadable(kind), count)
    }
    requests.push(
      readDownload,
      ...RULES.map((rules) => () => readRules(rules)),
      ...NAMES.flatMap((name) => [() => readAnswers(name), () => readObservations(name)]),
      readValues,
      ...CONDITIONS.map((condition) => () => readMatches(condition)),
    )
  }
  const readOverlap = async () => {
    const cohortids = cohorts.map(({ id }) => id)
    for (const { members, count, left_out } of valueOf(await call(cohortOverlap, { cohortids })).data) {
      if (left_out.length === COLLECTIONS.length) {
        expect(count).toBeNull()
        continue
      }
      const holds: Holds = (kind) =>
        !left_out.includes(kind.collection) &&
        cohorts.every(({ id, isMember }) => isMember(kind) === members.includes(id))
      cells.push({ says: `overlap ${members.join()}`, holds, count })
    }
  }
  const low = await call(cohortNew, {
    parent_id: 1,
    cohort_type: 'subset',
    variable: 'CODE',
    constraint_type: 'ANYOF',
    constraint_values: ['1', '2'],
    name: 'Low',
  })
  const readCompounds = async (first: number, second: number) => {
    for (const [constraint_type, isMember] of Object.entries(COMPOUNDS)) {
      const draft = { parent_id: first, secondparent_id: second, cohort_type: 'compound' as const, constraint_type }
      for (const { collection, count } of valueOf(await call(cohortPreview, draft)).data) {
        if (isReadableCollection(collection)) continue
        const holds: Holds = (kind) =>
          kind.collection === collection && isMember(kind.other === 'a', kind.code === '1' || kind.code === '2')
        cells.push({ says: `${constraint_type} ${collection}`, holds, count })
      }
    }
  }
  if (cohorts.length > 1) requests.push(readOverlap)
  if (saved.ok && low.ok) requests.push(() => readCompounds(saved.value.new_cohort_id, low.value.new_cohort_id))
  for (const request of direction === 'forwards' ? requests : requests.toReversed()) await request()
  for (const { variable_name, counts } of valueOf(await call(variableSketches, { variable_names: ['CODE', 'OTHER'] }))
    .data) {
    const field = variable_name === 'CODE' ? 'code' : 'other'
    for (const [value, count] of counts)
      cells.push({ says: `sketch ${variable_name} ${value}`, holds: (kind) => kind[field] === value, count })
  }
  const [info] = valueOf(await call(constructInfo, { constructid: made.constructid })).custom_vars
  const [listed] = valueOf(await call(constructList, {})).custom_vars
  // A count of 0 may be of no collection.
  const answered = info?.observations || null
  expect(listed?.observations || null).toBe(answered)
  const readableCodes = rows.filter((kind) => isReadable(kind) && kind.code !== null).length
  const allCodes = rows.filter(({ code }) => code !== null).length
  if (answered === allCodes && answered !== readableCodes)
    cells.push({ says: 'HIGH observations', holds: ({ code }) => code !== null, count: answered })
  const [whole] = valueOf(await call(variableDistribution, { variable_name: 'HIGH', cohortids: [1] })).data
  const left = whole?.left_out ?? []
  for (const [value, count] of left.length < COLLECTIONS.length ? (info?.top_answers ?? []) : []) {
    const holds = VALUES[value ?? '']
    if (holds)
      cells.push({
        says: `HIGH top answer ${value}`,
        holds: (kind) => !left.includes(kind.collection) && holds(kind),
        count,
      })
  }
  return cells
}

function subsetsOf(items: readonly string[]): string[][] {
  return items.reduce<string[][]>((subsets, item) => subsets.flatMap((subset) => [subset, [...subset, item]]), [[]])
}

test.each([
  { username: 'newcomer', direction: 'forwards' },
  { username: 'newcomer', direction: 'backwards' },
  { username: 'colleague', direction: 'forwards' },
] as const)(
  'no small count that is hidden follows from all counts of an account: $username, asked $direction',
  async ({ username, direction }) => {
    const account = ACCOUNTS.find((one) => one.username === username)
    const isReadable: Holds = ({ collection }) => account !== undefined && mayRead(account, collection)
    let hidden = 0
    await fc.assert(
      fc.asyncProperty(individuals, async (rows) => {
        const server = await createTestServer({ study: studyOf(rows), minimumCell: MINIMUM })
        const cells = await cellsOf(await server.callAs(username), { rows, isReadable, direction })
        server.close()
        const sizeOf = (holds: Holds) => rows.filter(holds).length
        const shown = cells.filter(({ count }) => count !== null)
        expect(shown.map(({ says, holds }) => [says, sizeOf(holds)])).toEqual(
          shown.map(({ says, count }) => [says, count]),
        )
        const vectorOf = (holds: Holds) => KINDS.map((kind) => Number(holds(kind)))
        // Readable individuals may be counted in a download, and no other is of a kind in a cell that holds these alone.
        const empty = shown.filter(({ holds }) => sizeOf((kind) => holds(kind) && !isReadable(kind)) === 0)
        const isKnown: Holds = (kind) => isReadable(kind) || empty.some(({ holds }) => holds(kind))
        const followsFrom = (known: readonly Cell[]) =>
          isInSpanOf([
            ...known.map(({ holds }) => vectorOf(holds)),
            ...KINDS.filter(isKnown).map((kind) => vectorOf((other) => other === kind)),
          ])
        const follows = followsFrom(shown)
        // Custom variables hide other answers than their sources: that one is empty may follow from both.
        const zeroFollows = followsFrom(shown.filter(({ says }) => !says.startsWith('HIGH')))
        const following = cells.filter(({ count, holds }) => {
          const size = rows.filter((kind) => !isReadable(kind) && holds(kind)).length
          // That no individual is in a part of a cell that is shown as empty is no secret.
          const isPlain = KINDS.every((kind) => !holds(kind) || isKnown(kind))
          if (count !== null || size >= MINIMUM || isPlain) return false
          hidden += 1
          return size === 0 ? zeroFollows(vectorOf(holds)) : follows(vectorOf(holds))
        })
        expect(
          following.map(({ says, holds }) => `${says}: ${sizeOf(holds)}`),
          shown.map(({ says, count }) => `${says}: ${count}`).join('; '),
        ).toEqual([])
      }),
      { numRuns: fuzzRuns(6), endOnFailure: true },
    )
    process.stdout.write(`Hidden counts: ${hidden}, none of them follows\n`)
  },
)
