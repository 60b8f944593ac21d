import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowCounter } from '#features/downloads/run-job.ts'

const cell = fc.stringMatching(/^[a",\r\n é]{0,6}$/)
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

test('counts the rows that a CSV parser finds, regardless of the chunk boundaries', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell)), fc.integer({ min: 1, max: 7 }), (rows, size) => {
      const text = [['A', 'B'], ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
      const bytes = new TextEncoder().encode(text)
      const count = createRowCounter()
      let counted = 0
      for (let place = 0; place < bytes.length; place += size) counted = count(bytes.subarray(place, place + size))
      expect(counted).toBe(parse(text, { relax_column_count: true, record_delimiter: '\r\n' }).length - 1)
    }),
  )
})
