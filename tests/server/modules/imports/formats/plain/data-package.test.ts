import { expect, test } from 'vitest'
import { problemLine } from '#server/modules/imports/source/problem.ts'
import { lines, setUpImporting } from '#tests/support/importing.ts'

const { importFiles, problemsOf, rows, answersIn } = setUpImporting()

const PACKAGE = {
  resources: [
    {
      name: 'visit',
      path: 'visit.csv',
      schema: {
        missingValues: ['', '-9'],
        fields: [
          { name: 'id', type: 'string' },
          {
            name: 'age',
            type: 'integer',
            title: 'Age',
            description: 'In years',
            constraints: { minimum: 18, maximum: 99 },
          },
          { name: 'code', type: 'string', description: 'Code of the site' },
          {
            name: 'mood',
            type: 'integer',
            categories: [
              { value: 1, label: 'Low' },
              { value: 2, label: 'High' },
            ],
          },
          { name: 'sleep', type: 'string', constraints: { enum: ['good', 'bad'] }, missingValues: ['?'] },
          { name: 'seen', type: 'date' },
        ],
      },
    },
    { name: 'picture', path: 'picture.png' },
  ],
}

const FILES = {
  'visit.csv': lines('id,age,code,mood,sleep,seen,more', 'a,30,007,1,good,2020-01-02,x', 'b,-9,008,2,?,-9,y'),
  'datapackage.json': JSON.stringify(PACKAGE),
}

test('a data package gives types, labels, codes, ranges and missing values of its tables', async () => {
  expect(await answersIn(FILES)).toEqual({
    AGE: 'a=30',
    CODE: 'a=007 b=008',
    MOOD: 'a=1 b=2',
    MORE: 'a=x b=y',
    SEEN: 'a=2020-01-02',
    SLEEP: 'a=good',
  })
  expect(
    await rows(
      'SELECT variable_name AS name, data_type AS type, question, value_mapping AS meanings FROM variable ORDER BY 1',
    ),
  ).toEqual([
    { name: 'AGE', type: 'numberrange', question: 'Age', meanings: '{}' },
    { name: 'CODE', type: 'text', question: 'Code of the site', meanings: '{}' },
    { name: 'MOOD', type: 'categorical', question: 'mood', meanings: '{"1":"Low","2":"High"}' },
    { name: 'MORE', type: 'text', question: 'more', meanings: '{}' },
    { name: 'SEEN', type: 'fuzzydate', question: 'seen', meanings: '{}' },
    { name: 'SLEEP', type: 'categorical', question: 'sleep', meanings: '{}' },
  ])
})

test('the balance counts it as read, and names a resource without fields', async () => {
  const { report } = await importFiles(FILES)
  expect(report.balance.filesRead).toEqual(['visit.csv', 'datapackage.json'])
  expect(report.notes.map(problemLine)).toContain('datapackage.json: A resource without fields was left out.')
})

test.each([
  ['{', /^datapackage\.json:1:2: This is not JSON: /],
  ['[]', /^datapackage\.json: A data package has a list of resources\.$/],
])('%s is refused', async (text, message) => {
  const [problem] = await problemsOf({ ...FILES, 'datapackage.json': text })
  expect(problem).toMatch(message)
})
