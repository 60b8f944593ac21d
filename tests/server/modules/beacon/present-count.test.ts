import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countMatches, presentCount } from '#server/modules/beacon/present-count.ts'

const row = fc.record({ collection: fc.constantFrom('au', 'bp', 'sz'), count: fc.option(fc.nat(50)) })
const granularity = fc.constantFrom('boolean', 'count', 'aggregated', 'record')

/** The response, or the text of the refusal. */
function presented(rows: readonly { readonly collection: string; readonly count: number | null }[], requested: string) {
  const known = (['count', 'aggregated', 'record'] as const).find((one) => one === requested) ?? 'boolean'
  try {
    return presentCount(countMatches({ data: rows }), known)
  } catch (error) {
    return String(error)
  }
}

test('a total is the sum of the rows, and there is none if a row is suppressed', () => {
  fc.assert(
    fc.property(fc.array(row), granularity, (rows, requested) => {
      const response = presented(rows, requested)
      const sum = rows.reduce((total, { count }) => total + (count ?? 0), 0)
      const isSuppressed = rows.some(({ count }) => count === null)
      if (isSuppressed && sum === 0) {
        expect(response).toContain('No individual is counted.')
        return
      }
      expect(response).toMatchObject({ responseSummary: { exists: sum > 0 } })
      if (isSuppressed || requested === 'boolean') {
        expect(response).toMatchObject({ returnedGranularity: 'boolean' })
        expect(response).not.toHaveProperty('responseSummary.numTotalResults')
        return
      }
      expect(response).toMatchObject({ returnedGranularity: 'count', responseSummary: { numTotalResults: sum } })
    }),
  )
})

test('collections whose texts are not compared have no total either', () => {
  const split = { match: 2, no_match: 0, unknown: 0, no_record: 0, not_counted: 3, not_counted_collections: ['au'] }
  const counted = countMatches({ data: [{ collection: 'bp', count: 2 }], split })
  expect(presentCount(counted, 'count')).toEqual({
    returnedGranularity: 'boolean',
    responseSummary: { exists: true },
    info: { countedResults: 2, leftOut: ['au'] },
  })
})
