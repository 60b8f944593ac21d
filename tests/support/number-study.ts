import type { Study } from '#tests/support/study.ts'

/** An individual: collection, group, number. Null: no answer. */
export type NumberRow = readonly [collection: string, group: string | null, number: string | null]

/** A study of one form with a number X and a category G. */
export function numberStudy(rows: readonly NumberRow[]): Study {
  return {
    participants: rows.map(([collection], nth) => ({
      id: `P${10_000 + nth}`,
      family: null,
      collection,
      study: '1',
    })),
    forms: [
      {
        instrument: 'A',
        version: '1',
        variables: [
          { name: 'X', dataType: 'numberrange' },
          { name: 'G', dataType: 'categorical', possibleValues: ['1', '2', '3'] },
        ],
        records: Object.fromEntries(
          rows.map(([, group, number], nth) => [
            `P${10_000 + nth}`,
            { ...(group !== null && { G: group }), ...(number !== null && { X: number }) },
          ]),
        ),
      },
    ],
  }
}
