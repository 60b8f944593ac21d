import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunksOf } from '#server/engine/downloads/lines-statement.ts'

const cells = fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 4 }), { maxLength: 40 })

test('chunks contain all cells in order, and only a single cell joins more tables than the limit', () => {
  fc.assert(
    fc.property(cells, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 9 }), (tablesOf, tables, most) => {
      const places = tablesOf.map((_, place) => place)
      const chunks = chunksOf(places, (place) => tablesOf[place] ?? [], { tables, cells: most })
      expect(chunks.flatMap((chunk) => chunk.places)).toEqual(places)
      for (const chunk of chunks) {
        expect(chunk.places.length).toBeLessThanOrEqual(most)
        expect([...chunk.tables].toSorted()).toEqual(
          [...new Set(chunk.places.flatMap((place) => tablesOf[place] ?? []))].toSorted(),
        )
        if (chunk.places.length > 1) expect(chunk.tables.size).toBeLessThanOrEqual(tables)
      }
    }),
  )
})
