import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPedigree, type PedigreeRow } from '#server/modules/imports/formats/pedigree/pedigree-rows.ts'

const ROWS = 20_000

function row(place: number, father: number | null, mother: number | null = null): PedigreeRow {
  const idOf = (number: number | null) => (number === null ? null : `i${number}`)
  const ids = { individualId: `i${place}`, fatherId: idOf(father), motherId: idOf(mother) }
  return { file: 'a.fam', line: place + 1, familyId: 'F', sex: null, ...ids }
}

/** Walks up from each individual. */
function areOwnAncestors(rows: readonly PedigreeRow[]): string[] {
  const byId = new Map(rows.map((row) => [row.individualId, row]))
  const parentsOf = (id: string) => {
    const row = byId.get(id)
    return [row?.fatherId, row?.motherId].flatMap((parent) => parent ?? [])
  }
  return rows.flatMap(({ individualId }) => {
    const seen = new Set(parentsOf(individualId))
    for (const id of seen) for (const parent of parentsOf(id)) seen.add(parent)
    return seen.has(individualId) ? [individualId] : []
  })
}

test('refuses exactly the individuals who are among their own ancestors', async () => {
  const parent = fc.option(fc.nat(9))
  const pedigrees = fc.array(fc.tuple(parent, parent), { minLength: 1, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(pedigrees, async (pairs) => {
      const rows = pairs.map(([father, mother], place) => row(place, father, father === mother ? null : mother))
      const { refusedIds } = await checkPedigree(rows)
      expect([...refusedIds]).toEqual(areOwnAncestors(rows))
    }),
  )
})

test.each([
  ['chain', null, 0],
  ['cycle', ROWS - 1, ROWS],
])('checks a %s of 20,000 rows within a second, and lets others run', async (_, firstParent, refused) => {
  const rows = Array.from({ length: ROWS }, (__, place) => row(place, place === 0 ? firstParent : place - 1))
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  // Processor time: other work of the machine does not count.
  const before = process.cpuUsage()
  const checked = await checkPedigree(rows)
  const { user } = process.cpuUsage(before)
  clearInterval(timer)
  expect(checked.refusedIds.size).toBe(refused)
  expect(user / 1_000).toBeLessThan(1_000)
  expect(turns).toBeGreaterThan(0)
})
