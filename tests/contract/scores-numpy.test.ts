import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew, downloadPreview } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { NUMPY } from '#tests/support/script-tools.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import type { Study } from '#tests/support/study.ts'
import { createTestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const ITEMS = ['FIRST', 'SECOND', 'THIRD'] as const
type Item = (typeof ITEMS)[number]

const PARTICIPANTS = 400
const item = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 4 }),
    // Evenly spread: numbers below 1e-15 are unknown in a score.
    fc.integer({ min: -10_000_000, max: 10_000_000 }).map((thousandths) => thousandths / 1000),
  ),
)
const [ANSWERS = []] = fc.sample(
  fc.array(fc.record({ FIRST: item, SECOND: item, THIRD: item }), {
    minLength: PARTICIPANTS,
    maxLength: PARTICIPANTS,
  }),
  { seed: 20_261_125, numRuns: 1 },
)

const idOf = (place: number) => `P${1000 + place}`
const study: Study = {
  participants: ANSWERS.map((_, place) => ({ id: idOf(place), family: null, collection: 'bp', study: '1' })),
  forms: [
    {
      instrument: 'A',
      version: '1',
      variables: ITEMS.map((name) => ({ name, dataType: 'numberrange' })),
      records: Object.fromEntries(ANSWERS.map((answers, place) => [idOf(place), recordOf(answers)])),
    },
  ],
}

function recordOf(answers: Readonly<Record<Item, number | null>>): Record<string, string> {
  return Object.fromEntries(
    ITEMS.flatMap((name) => (answers[name] === null ? [] : [[name, String(answers[name])] as const])),
  )
}

/** The scores by numpy: a list with nan for a participant without one; sample SD, quartiles of type 7. */
const PROGRAM = `
import json, numpy as np
items = np.array(json.load(open('items.json')), dtype=float)
first, second = items[:, 0], items[:, 1]
known = np.sum(~np.isnan(items), axis=1)
total = np.nansum(items, axis=1)
enough = lambda least, values: np.where(known >= least, values, np.nan)
moments = [np.nanmean(first), np.nanstd(first, ddof=1)]
with np.errstate(invalid='ignore', divide='ignore'):
    scores = {
        'ALL_KNOWN': np.sum(items, axis=1),
        'PRORATED': enough(2, total * 3 / known),
        'AVERAGE': enough(1, total / known),
        'DIFFERENCE': first - second,
        'Z_SCORE': (first - moments[0]) / moments[1],
    }
def described(values):
    there = values[~np.isnan(values)]
    return {
        'answered': len(there), 'mean': np.mean(there), 'sd': np.std(there, ddof=1),
        'quantiles': list(np.quantile(there, [0, 0.25, 0.5, 0.75, 1])),
        'values': [None if np.isnan(one) else one for one in values],
    }
print(json.dumps({'moments': moments, 'scores': {name: described(values) for name, values in scores.items()}}))
`

const Described = v.object({
  answered: v.number(),
  mean: v.number(),
  sd: v.number(),
  quantiles: v.array(v.number()),
  values: v.array(v.nullable(v.number())),
})
const Computed = v.object({ moments: v.tuple([v.number(), v.number()]), scores: v.record(v.string(), Described) })

function computed(): v.InferOutput<typeof Computed> {
  const folder = mkdtempSync(join(tmpdir(), 'numpy-'))
  try {
    writeFileSync(
      join(folder, 'items.json'),
      JSON.stringify(ANSWERS.map((answers) => ITEMS.map((name) => answers[name]))),
    )
    return v.parse(Computed, JSON.parse(NUMPY?.run(folder, PROGRAM) ?? ''))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.runIf(NUMPY)('scores, their means, SD and quartiles are those of numpy', async () => {
  const { moments, scores } = computed()
  const formulas: Record<string, string> = {
    ALL_KNOWN: 'SUM(FIRST, SECOND, THIRD)',
    PRORATED: 'SUM(FIRST, SECOND, THIRD; at least 2)',
    AVERAGE: 'MEAN(FIRST, SECOND, THIRD; at least 1)',
    DIFFERENCE: 'FIRST - SECOND',
    Z_SCORE: `(FIRST - ${moments[0]}) / ${moments[1]}`.replace('- -', '+ '),
  }
  const server = await createTestServer({ study })
  try {
    const call = await server.callAs('admin')
    for (const [name, formula] of Object.entries(formulas)) {
      const draft = { name, construct_type: 'score' as const, variables: [], values: [], formula }
      const { score } = valueOf(await call(constructPreview, draft))
      const expected = scores[name]
      if (!score || !expected) throw new Error(`${name} has no numbers.`)
      expect(score.answered, name).toBe(expected.answered)
      expectClose(
        name,
        [score.mean, score.sd, ...(score.quantiles ?? [])],
        [expected.mean, expected.sd, ...expected.quantiles],
      )
      valueOf(await call(constructNew, draft))
    }
    const names = Object.keys(formulas)
    const { id: varsetid } = valueOf(await call(variableSetNew, { name: 'Scores', variables: names }))
    const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid }))
    const file = valueOf(
      await call(downloadPreview, { downloadid: prepared?.download_id ?? '', offset: 0, limit: PARTICIPANTS }),
    )
    expect(file.data).toHaveLength(PARTICIPANTS)
    for (const name of names) {
      const column = file.columns.indexOf(name)
      const values = file.data.map((row) => (row[column] === null || row[column] === '' ? null : Number(row[column])))
      expectClose(name, values, scores[name]?.values ?? [])
    }
  } finally {
    server.close()
  }
})

/** Relative to the number, from 1 on. */
const TOLERANCE = 1e-12

function expectClose(name: string, found: readonly (number | null)[], expected: readonly (number | null)[]): void {
  expect(found, name).toHaveLength(expected.length)
  const differing = expected.flatMap((wanted, place) => {
    const shown = found[place] ?? null
    if (wanted === null || shown === null) return wanted === shown ? [] : [{ place, wanted, given: shown }]
    return Math.abs(shown - wanted) <= TOLERANCE * Math.max(1, Math.abs(wanted))
      ? []
      : [{ place, wanted, given: shown }]
  })
  expect(differing, name).toEqual([])
}
