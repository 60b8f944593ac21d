import { expect, test } from 'vitest'
import { lines, setUpImporting } from '#tests/support/importing.ts'

const { importFiles, answersIn, problemsOf, rows } = setUpImporting()

const TABLE = 'phs000007.v1.pht000009.v2.p1.c1.Mood.GRU.txt'
const DICTIONARY = 'phs000007.v1.pht000009.v2.Mood.data_dict.xml'
const XML = `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="./datadict_v2.xsl"?>
<data_table id="pht000009.v2" study_id="phs000007.v1" participant_set="1">
<description>Mood at baseline</description>
<variable id="phv00000001.v1"><name>SUBJID</name><description>Subject</description><type>integer</type></variable>
<variable id="phv00000002.v1"><name>SEX</name><description>Sex of the participant</description>
<type>encoded value</type><value code="1">Male</value><value code="2">Female &amp; other</value></variable>
<variable id="phv00000003.v1"><name>AGE</name><description>Age</description><unit>years</unit>
<type>integer</type><logical_min>18</logical_min><logical_max>90</logical_max></variable>
</data_table>
`
const files = (name = TABLE) => ({
  [name]: lines(
    '# Study accession: phs000007.v1',
    '#',
    'dbGaP_Subject_ID\tSUBJID\tSEX\tAGE',
    '9001\ta\t1\t30',
    '9002\tb\t2\t95',
  ),
  [DICTIONARY]: XML,
})

test('a data dictionary of dbGaP describes its table', async () => {
  expect(await answersIn(files())).toEqual({ DBGAP_SUBJECT_ID: 'a=9001 b=9002', SEX: 'a=1 b=2', AGE: 'a=30 b=95' })
  expect(
    await rows(`SELECT variable_name AS name, question, value_mapping AS meanings, answer_validation AS rule
      FROM variable WHERE variable_name IN ('SEX', 'AGE') ORDER BY 1`),
  ).toEqual([
    { name: 'AGE', question: 'Age', meanings: '{}', rule: '18..90' },
    {
      name: 'SEX',
      question: 'Sex of the participant',
      meanings: '{"1":"Male","2":"Female & other"}',
      rule: '',
    },
  ])
  expect(await rows(`SELECT sex FROM individual ORDER BY individual_id`)).toEqual([{ sex: 'M' }, { sex: null }])
})

test('reports answers outside the range, and names the dictionary among the files', async () => {
  const { report } = await importFiles(files())
  expect(report.outsideRange.map(({ variableName, value }) => [variableName, value])).toEqual([['AGE', '95']])
  expect(report.balance.filesRead).toEqual([TABLE, DICTIONARY])
})

test('does not describe the table of another number', async () => {
  await importFiles(files(TABLE.replace('pht000009', 'pht000010')))
  expect(await rows(`SELECT question FROM variable WHERE variable_name = 'AGE'`)).toEqual([{ question: 'AGE' }])
})

test('refuses a dictionary that is no XML', async () => {
  const [problem = ''] = await problemsOf({ ...files(), [DICTIONARY]: '<data_table id="pht1"><variable>' })
  expect(problem).toContain(`${DICTIONARY}: This data dictionary of dbGaP cannot be read: it is not XML`)
})
