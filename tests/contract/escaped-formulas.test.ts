import { expect, test } from 'vitest'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer } from '#tests/support/test-server.ts'

const bp = { collection: 'bp', study: '1', family: null } as const
const STUDY = {
  participants: [
    { id: '=a', ...bp },
    { id: 'b', ...bp },
    { id: 'c', ...bp },
    { id: 'd', ...bp },
    { id: 'e', ...bp },
  ],
  forms: [
    {
      instrument: 'F',
      version: '1',
      variables: [
        { name: 'SCORE', dataType: 'numberrange' },
        { name: 'NOTES', dataType: 'text' },
        { name: 'CODE', dataType: 'categorical', possibleValues: ['+1', 'a'] },
      ],
      records: {
        '=a': { SCORE: '-2', NOTES: '=1+1, "x"', CODE: '+1' },
        b: { SCORE: '3', NOTES: '@SUM(A1)', CODE: 'a' },
        c: { NOTES: 'a=b' },
        d: { NOTES: '＝1+1' },
        e: { NOTES: ' ＠SUM(A1)' },
      },
    },
  ],
} as const

test.each<[string, readonly string[] | undefined, string[]]>([
  [
    '',
    undefined,
    [
      '=a,,bp,1,,,-2,"=1+1, ""x""",+1',
      'b,,bp,1,,,3,@SUM(A1),a',
      'c,,bp,1,,,,a=b,',
      'd,,bp,1,,,,＝1+1,',
      'e,,bp,1,,,, ＠SUM(A1),',
    ],
  ],
  [
    '&formulas=escape',
    undefined,
    [
      `'=a,,bp,1,,,-2,"'=1+1, ""x""",'+1`,
      `b,,bp,1,,,3,'@SUM(A1),a`,
      'c,,bp,1,,,,a=b,',
      `d,,bp,1,,,,'＝1+1,`,
      `e,,bp,1,,,,' ＠SUM(A1),`,
    ],
  ],
  [
    '&formulas=escape',
    [],
    [
      '=a,,bp,1,,,-2,"=1+1, ""x""",+1',
      'b,,bp,1,,,3,@SUM(A1),a',
      'c,,bp,1,,,,a=b,',
      'd,,bp,1,,,,＝1+1,',
      'e,,bp,1,,,, ＠SUM(A1),',
    ],
  ],
])('CSV cells that look like formulas: query %j with capabilities %j', async (option, capabilities, rows) => {
  const server = await createTestServer({ study: STUDY, ...(capabilities && { capabilities: [] }) })
  const call = await server.callAs('admin')
  const varsetid = valueOf(await call(variableSetNew, { name: 'All', variables: ['SCORE', 'NOTES', 'CODE'] })).id
  const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid }))
  for (const path of ['download', 'downloadstream']) {
    const query = `downloadid=${prepared?.download_id ?? ''}&filename=x.csv${option}`
    const response = await (await server.fetchAs('admin'))(`${API_PREFIX}/cohort/${path}?${query}`)
    expect((await response.text()).trimEnd().split('\r\n').slice(1)).toEqual(rows)
  }
  server.close()
})
