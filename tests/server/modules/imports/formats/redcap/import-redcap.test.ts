import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemLine } from '#server/modules/imports/source/problem.ts'
import { setUpImporting } from '#tests/support/importing.ts'

const { importFiles, rows } = setUpImporting()

const HEADER = [
  'Variable / Field Name',
  'Form Name',
  'Section Header',
  'Field Type',
  'Field Label',
  'Choices, Calculations, OR Slider Labels',
  'Field Note',
  'Text Validation Type OR Show Slider Number',
  'Text Validation Min',
  'Text Validation Max',
  'Branching Logic (Show field only if...)',
]
const csv = (...table: string[][]) =>
  table.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`).join('')

const DICTIONARY = `\uFEFF${csv(
  HEADER,
  ['record_id', 'intake', '', 'text', 'Record ID', '', '', '', '', '', ''],
  ['age', 'intake', '<b>About you</b>', 'text', 'How old are you?', '', 'In years', 'integer', '18', '99', ''],
  ['hello', 'intake', '', 'descriptive', '<p>Welcome</p>', '', '', '', '', '', ''],
  [
    'low',
    'mood',
    '',
    'radio',
    '<p>Were you <i>low</i>?</p>\nThink of the worst&nbsp;time.',
    '0, No | 1, Yes, often',
    '',
    '',
    '',
    '',
    "[age] > '17'",
  ],
  ['signs', 'mood', '', 'checkbox', 'Which signs?', '1, Sleep | -2, Appetite', '', '', '', '', ''],
  ['told', 'mood', '', 'checkbox', 'Tick once told', '1, Told', '', '', '', '', ''],
  ['since', 'mood', '', 'text', 'Since when?', '', '', 'date_ymd', '', '', ''],
)}`

test('imports fields with labels, checkboxes as one answer, and a form for participants who began it', async () => {
  const { report } = await importFiles({
    'dictionary.csv': DICTIONARY,
    'records.csv': csv(
      ['record_id', 'age', 'intake_complete', 'low', 'signs___1', 'signs____2', 'told___1', 'since', 'mood_complete'],
      ['r1', '40', '2', '1', '1', '1', '1', '2001-02-03', '2'],
      ['r2', '17', '1', '', '0', '0', '0', '', '0'],
      ['r3', '', '2', '', '0', '1', '0', '', '1'],
    ),
  })
  expect(report.notes.map(problemLine)).toEqual([
    'records.csv:1: intake_complete, mood_complete: columns of REDCap about the row, no variables.',
  ])
  expect(
    await rows(`SELECT variable_name AS name, data_type AS type, question, explicit_context AS explicit,
      implicit_context AS implicit, section, answer_validation AS rule, value_mapping AS meanings FROM variable ORDER BY form_no, column_name`),
  ).toEqual(
    [
      ['AGE', 'numberrange', 'How old are you?', 'In years', '', 'About you', '18..99', '{}'],
      [
        'LOW',
        'categorical',
        'Were you low ?|Think of the worst time.',
        '',
        "Asked only if [age] > '17'",
        '',
        '',
        '{"0":"No","1":"Yes, often"}',
      ],
      ['SIGNS', 'multicategory', 'Which signs?', '', '', '', '', '{"1":"Sleep","-2":"Appetite"}'],
      ['TOLD', 'dichotomous', 'Tick once told', '', '', '', '', '{"1":"Told"}'],
      ['SINCE', 'fuzzydate', 'Since when?', '', '', '', '', '{}'],
    ].map(([name, type, question, explicit, implicit, section, rule, meanings]) => ({
      name,
      type,
      question,
      explicit,
      implicit,
      section,
      rule,
      meanings,
    })),
  )
  expect(
    await rows(`SELECT individual_id AS id, f.* EXCLUDE (individual_no, c4__first, c4__last)
    FROM form_2 f JOIN individual USING (individual_no) ORDER BY id`),
  ).toEqual([
    { id: 'r1', c1: '1', c2: '-2;1', c3: '1', c4: '2001-02-03' },
    { id: 'r3', c1: null, c2: '-2', c3: null, c4: null },
  ])
  expect(report.outsideRange).toEqual([{ file: 'records.csv', variableName: 'AGE', value: '17', lines: [3] }])
})

test('imports a dictionary alone as a catalog without participants', async () => {
  const { report } = await importFiles({ 'dictionary.csv': DICTIONARY })
  expect([report.individuals, report.forms.map(({ title, variables }) => [title, variables])]).toEqual([
    0,
    [
      ['intake', 1],
      ['mood', 4],
    ],
  ])
  expect(await rows(`SELECT variable_name AS name, data_type AS type FROM variable WHERE observations > 0`)).toEqual([])
})

const datasets = process.env['TEST_DATASETS']
test.runIf(datasets !== undefined)('reads a real dictionary of 1,903 fields completely', async () => {
  const folder = join(datasets ?? '', 'redcap_bridge2ai')
  const { report } = await importFiles({
    'dictionary.csv': readFileSync(join(folder, 'bridge2ai_voice_project_data_dictionary.csv'), 'utf8'),
  })
  // All but the record id, 55 descriptive fields and 8 files.
  expect(report.forms.reduce((sum, form) => sum + form.variables, 0)).toBe(1903 - 1 - 55 - 8)
  expect(report.refused.map(problemLine)).toEqual([])
  expect(
    await rows(`SELECT count(*)::INTEGER AS count FROM variable WHERE regexp_matches(question, '<[a-z/]')`),
  ).toEqual([{ count: 0 }])
})
