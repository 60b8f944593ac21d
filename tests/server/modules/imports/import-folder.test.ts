import * as v from 'valibot'
import { expect, test } from 'vitest'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { reportText } from '#server/modules/imports/plan/report.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { tabbed, temporaryFolder, wholeDatabase } from '#tests/support/import-folders.ts'
import { ADVICE, setUpImporting } from '#tests/support/importing.ts'

const { importFiles, problemsOf, rows, database } = setUpImporting()

const MOOD = {
  'participants.tsv': tabbed(
    'participant_id age sex collection study_id consent dx_nimh family_id',
    'sub-2 30 F bp S2 GRU BPI fam-1',
    'sub-10 41 male n/a n/a n/a n/a n/a',
    'sub-1 22 x n/a n/a n/a n/a fam-1',
  ),
  'phenotype/mood.tsv': tabbed(
    'participant_id age low onset seen',
    'sub-10 40 1.0 1999-05 a',
    'sub-2 n/a 9 2001-02-03 a',
  ),
  'phenotype/mood.json': JSON.stringify({
    MeasurementToolMetadata: { Description: 'Mood interview' },
    low: { Description: 'Low mood?', Levels: { 2: 'Yes', 1: 'No' } },
    age: { Description: 'Age then', Units: 'years', MinValue: 0, MaxValue: 39 },
  }),
}

test('imports participants, forms, variables and answers of a folder', async () => {
  const { report } = await importFiles(MOOD, { study: 'S1' })
  expect(await rows(`SELECT * EXCLUDE (is_placeholder) FROM individual ORDER BY individual_no`)).toEqual(
    [
      [1, 'sub-1', 'fam-1', null, 'ct', 'S1', null, null],
      [2, 'sub-10', 'sub-10', 'M', 'ct', 'S1', null, null],
      [3, 'sub-2', 'fam-1', 'F', 'bp', 'S2', 'GRU', 'BPI'],
    ].map(([individual_no, individual_id, family_id, sex, collection, study_id, consent, dx_nimh]) => ({
      individual_no,
      individual_id,
      family_id,
      father_no: null,
      mother_no: null,
      sex,
      collection,
      study_id,
      consent,
      dx_nimh,
    })),
  )
  expect(await rows(`SELECT form_no, instrument, version, title FROM form ORDER BY form_no`)).toEqual([
    { form_no: 1, instrument: 'participants', version: '', title: 'Participants' },
    { form_no: 2, instrument: 'mood', version: '', title: 'Mood interview' },
  ])
  expect(
    await rows(
      `SELECT variable_name, original_name, column_name, data_type, question, possible_values, value_mapping,
         answer_validation AS rule, answer_validation_desc AS words, observations
       FROM variable WHERE form_no = 2 ORDER BY column_name`,
    ),
  ).toEqual([
    {
      variable_name: 'MOOD_AGE',
      original_name: 'age',
      column_name: 'c1',
      data_type: 'numberrange',
      question: 'Age then',
      possible_values: [],
      value_mapping: '{}',
      rule: '0..39',
      words: 'A number from 0 to 39, in years.',
      observations: 1,
    },
    {
      variable_name: 'LOW',
      original_name: 'low',
      column_name: 'c2',
      data_type: 'categorical',
      question: 'Low mood?',
      possible_values: ['1', '2'],
      value_mapping: '{"1":"No","2":"Yes"}',
      rule: '',
      words: '',
      observations: 2,
    },
    {
      variable_name: 'ONSET',
      original_name: 'onset',
      column_name: 'c3',
      data_type: 'fuzzydate',
      question: 'onset',
      possible_values: [],
      value_mapping: '{}',
      rule: '',
      words: '',
      observations: 2,
    },
    {
      variable_name: 'SEEN',
      original_name: 'seen',
      column_name: 'c4',
      data_type: 'categorical',
      question: 'seen',
      possible_values: ['a'],
      value_mapping: '{}',
      rule: '',
      words: '',
      observations: 2,
    },
  ])
  expect(
    await rows(`SELECT * REPLACE (c3__first::VARCHAR AS c3__first, c3__last::VARCHAR AS c3__last) FROM form_2`),
  ).toEqual([
    { individual_no: 2, c1: 40, c2: '1', c3: '1999-05-UU', c3__first: '1999-05-01', c3__last: '1999-05-31', c4: 'a' },
    { individual_no: 3, c1: null, c2: '9', c3: '2001-02-03', c3__first: '2001-02-03', c3__last: '2001-02-03', c4: 'a' },
  ])
  expect(report.outsideLevels).toEqual([{ file: 'phenotype/mood.tsv', variableName: 'LOW', value: '9', lines: [3] }])
  expect(report.outsideRange).toEqual([
    { file: 'phenotype/mood.tsv', variableName: 'MOOD_AGE', value: '40', lines: [2] },
  ])
})

test('adds to existing data: numbers new individuals after the known ones, whose numbers stay', async () => {
  await importFiles(MOOD)
  const connection = await database().connect()
  await connection.run(`INSERT INTO account (account_id, username, password_hash, collections) VALUES (2, 'a', '', [])`)
  await connection.run(
    `INSERT INTO cohort (cohortid, account_id, projectid, name, description, parent_id, constraint_type,
       constraint_values, rowcount, collections) VALUES (3, 2, 1, 'c', '', 1, 'EQ', ['1'], 2, ['ct'])`,
  )
  await connection.run(`INSERT INTO cohort_member VALUES (3, 1), (3, 3)`)
  await connection.run(`UPDATE individual SET father_no = 3 WHERE individual_no = 1`)
  connection.close()
  const second = {
    'participants.tsv': tabbed('participant_id age', 'sub-0 1', 'sub-11 2', 'sub-3 3'),
    'phenotype/mood.tsv': tabbed('participant_id extra', 'sub-3 x'),
  }
  const { cleared } = await importFiles(second)
  expect(cleared).toBeNull()
  expect(
    await rows(`SELECT individual_no AS no, individual_id AS id, father_no AS father FROM individual ORDER BY 1`),
  ).toEqual([
    { no: 1, id: 'sub-1', father: 3 },
    { no: 2, id: 'sub-10', father: null },
    { no: 3, id: 'sub-2', father: null },
    { no: 4, id: 'sub-0', father: null },
    { no: 5, id: 'sub-11', father: null },
    { no: 6, id: 'sub-3', father: null },
  ])
  expect(await rows(`SELECT individual_no, c1, c2 FROM form_2`)).toEqual([
    { individual_no: 2, c1: 40, c2: '1' },
    { individual_no: 3, c1: null, c2: '9' },
  ])
  expect(await rows(`SELECT * FROM cohort_member ORDER BY 2`)).toEqual([
    { cohortid: 3, individual_no: 1 },
    { cohortid: 3, individual_no: 3 },
  ])
  expect(
    await rows(
      `SELECT instrument, version, variable_name AS name FROM variable JOIN form USING (form_no) WHERE form_no > 2`,
    ),
  ).toEqual([{ instrument: 'mood', version: '2', name: 'EXTRA' }])
})

test('refuses a participant who is neither in the files nor in the database', async () => {
  await importFiles(MOOD)
  const more = { ...MOOD, 'phenotype/mood.tsv': `${MOOD['phenotype/mood.tsv']}sub-9\t1\t1\tn/a\ta\n` }
  expect(await problemsOf(more)).toEqual([
    ADVICE,
    'phenotype/mood.tsv:4: sub-9 is not among the rows of participants.tsv.',
  ])
})

const PARTICIPANTS = { 'participants.tsv': tabbed('participant_id', 'a', 'b', 'c') }

test.each<[string, Record<string, string>, string]>([
  [
    'a folder that is no data set',
    { 'README.md': 'text' },
    'This is no data set: neither participants.tsv, phenotype/*.tsv, *.csv, *.tsv, *.txt, *.sav, *.xlsx, *.parquet, *.fam nor *.json is here.',
  ],
  [
    'forms without participants',
    { 'phenotype/f.tsv': tabbed('participant_id x', 'a 1') },
    'participants.tsv: This file is missing.',
  ],
  [
    'no id column',
    { 'participants.tsv': tabbed('id age', 'a 1') },
    'participants.tsv:1: There is no column participant_id.',
  ],
  [
    'an empty participants table',
    { 'participants.tsv': tabbed('participant_id age') },
    'participants.tsv: Nobody is in this table.',
  ],
  [
    'a ragged row',
    { ...PARTICIPANTS, 'phenotype/f.tsv': tabbed('participant_id x', 'a 1', 'b') },
    'phenotype/f.tsv:3: The row has 1 cell, the header 2.',
  ],
  [
    'broken JSON',
    { ...PARTICIPANTS, 'phenotype/f.tsv': tabbed('participant_id x', 'a 1'), 'phenotype/f.json': '{\n"x": }' },
    'phenotype/f.json:2:6: This is not JSON: value expected.',
  ],
  [
    'a duplicate participant',
    { 'participants.tsv': tabbed('participant_id', 'a', 'b', 'a') },
    'participants.tsv:4: a has a row already, on line 2.',
  ],
  [
    'a participant twice in a form',
    { ...PARTICIPANTS, 'phenotype/f.tsv': tabbed('participant_id x', 'a 1', 'a 2') },
    'phenotype/f.tsv:3: a has a row already, on line 2.',
  ],
  [
    'a participant missing in participants.tsv',
    { ...PARTICIPANTS, 'phenotype/f.tsv': tabbed('participant_id x', 'z 1') },
    'phenotype/f.tsv:2: z is not among the rows of participants.tsv.',
  ],
  [
    'a row without an id',
    { 'participants.tsv': 'participant_id\tage\n\t3\nn/a\t4\n' },
    'participants.tsv:2: participant_id is blank.\nparticipants.tsv:3: participant_id is blank.',
  ],
])('refuses %s, and changes nothing', async (_, files, message) => {
  const [first, second] = message.split('\n')
  const problems = await problemsOf(files)
  const [reported, next] = problems.filter((problem) => problem !== ADVICE)
  expect(reported).toContain(first)
  expect(next ?? '').toContain(second ?? '')
})

test('refuses a text that is not UTF-8, naming its line', async () => {
  expect(await problemsOf({ 'participants.tsv': Buffer.from('participant_id\na\n\xe9\n', 'latin1') })).toEqual([
    'participants.tsv:3: This is not UTF-8 text: save it in the encoding UTF-8.',
  ])
})

test('refuses a missing folder', async () => {
  const importing = importFolder(database(), '/nowhere/at/all', { collection: 'ct', study: '1', skipBadRows: true })
  await expect(importing).rejects.toThrow('/nowhere/at/all: There is no such folder.')
})

test('reports the problems of all files together', async () => {
  const files = {
    'participants.tsv': tabbed('id'),
    'phenotype/f.tsv': '',
    'phenotype/f.json': '{"a":',
    'phenotype/g.tsv': '"',
  }
  await expect(importFiles(files)).rejects.toThrow(
    [
      'participants.tsv:1: There is no column participant_id.',
      'phenotype/f.tsv:1: The file is empty.',
      'phenotype/f.json:1:6: This is not JSON: value expected.',
      'phenotype/g.tsv:1: There is no column participant_id.',
    ].join('\n'),
  )
})

test('skips and names bad rows on request', async () => {
  const files = {
    'participants.tsv': 'participant_id\tage\na\t1\nb\na\t2\n\t3\nc\t4\n',
    'phenotype/f.tsv': tabbed('participant_id x', 'b 1', 'c 2', 'c 3', 'a'),
  }
  const { report } = await importFiles(files, { skipBadRows: true })
  expect(await rows(`SELECT individual_id, c1 FROM individual JOIN form_1 USING (individual_no) ORDER BY 1`)).toEqual([
    { individual_id: 'a', c1: 1 },
    { individual_id: 'c', c1: 4 },
  ])
  expect(await rows(`SELECT * FROM form_2`)).toEqual([{ individual_no: 2, c1: 2 }])
  expect(reportText({ report, cleared: null })).toContain(
    [
      'Rows left out:',
      '  participants.tsv:3: The row has 1 cell, the header 2.',
      '  participants.tsv:4: a has a row already, on line 2.',
      '  participants.tsv:5: participant_id is blank.',
      '  phenotype/f.tsv:4: c has a row already, on line 3.',
      '  phenotype/f.tsv:5: The row has 1 cell, the header 2.',
    ].join('\n'),
  )
})

test('a failure while storing leaves no changes', async () => {
  const before = await wholeDatabase(database())
  const connection = await database().connect()
  // A form's table of that name exists.
  await connection.run(`CREATE TABLE form_2 (x INTEGER)`)
  await expect(importFiles(MOOD)).rejects.toThrow('form_2')
  await connection.run(`DROP TABLE form_2`)
  connection.close()
  expect(await wholeDatabase(database())).toEqual(before)
})

test('reports variables without answers and missing columns', async () => {
  const files = {
    ...PARTICIPANTS,
    'phenotype/f.tsv': tabbed('participant_id empty', 'a n/a'),
    'phenotype/f.json': JSON.stringify({ gone: { Description: 'Gone' }, participant_id: {} }),
  }
  const { report } = await importFiles(files)
  expect(await rows(`SELECT variable_name, data_type, observations FROM variable`)).toEqual([
    { variable_name: 'EMPTY', data_type: 'null', observations: 0 },
  ])
  const text = reportText({ report, cleared: null })
  expect(text).toContain('phenotype/f.tsv:1: The sidecar describes a column "gone" that is not in the table.')
  expect(text).toContain('phenotype/f.tsv: EMPTY is null: no answers')
})

test('imports a table of ids alone as a form without variables', async () => {
  await importFiles(PARTICIPANTS)
  expect(await rows(`SELECT count(*)::INTEGER AS people FROM form_1`)).toEqual([{ people: 3 }])
  const Count = v.object({ n: v.number() })
  expect(v.parse(v.array(Count), await rows(`SELECT count(*)::INTEGER AS n FROM variable`))).toEqual([{ n: 0 }])
})

/** The database, whose first commit is done without its result, as in a fail-over of PostgreSQL. */
function losingCommit(whole: Database): Database {
  let isLost = false
  const losing = (connection: Connection): Connection => ({
    ...connection,
    scoped: (scope) => losing(connection.scoped(scope)),
    run: async (statement) => {
      const changed = await connection.run(statement)
      if (statement !== 'COMMIT' || isLost) return changed
      isLost = true
      throw new Error('The connection was lost.')
    },
  })
  return {
    ...whole,
    withLockedConnection: (work) => whole.withLockedConnection((connection) => work(losing(connection))),
  }
}

test('an import whose commit was done is done, although its result was lost', async () => {
  const folder = temporaryFolder(MOOD)
  try {
    const options = { collection: 'ct', study: 'S1', skipBadRows: false }
    const { report } = await importFolder(losingCommit(database()), folder.path, options)
    expect(report.individuals).toBe(3)
    expect(await rows(`SELECT count(*)::INTEGER AS n FROM individual`)).toEqual([{ n: 3 }])
  } finally {
    folder.remove()
  }
})
