import { expect, test } from 'vitest'
import { lines, rulesOf, setUpImporting } from '#tests/support/importing.ts'

/** Exports of REDCap after public reports. */

const { importFiles, problemsOf, rows, answersIn, notes } = setUpImporting()

const DICTIONARY_HEADER =
  'Variable / Field Name,Form Name,Section Header,Field Type,Field Label,"Choices, Calculations, OR Slider Labels",Field Note,Text Validation Type OR Show Slider Number,Text Validation Min,Text Validation Max,Identifier?'

function dictionary(...fields: readonly string[]): string {
  return lines(DICTIONARY_HEADER, 'record_id,base,,text,Record,,,,,,', ...fields)
}

const SIGNS = 'sym,base,,checkbox,Signs,"1, Low | 2, Sleepless",,,,,'

test.each([
  ['0 and 1', ['1,1,0', '2,0,1', '3,1,1']],
  ['words', ['1,Checked,Unchecked', '2,Unchecked,Checked', '3,Checked,Checked']],
  ['the labels of the choices', ['1,Low,', '2,,Sleepless', '3,Low,Sleepless']],
  ['truth values', ['1,TRUE,FALSE', '2,false,true', '3,True,TRUE']],
  ['numbers as pandas writes them', ['1,1.0,0.0', '2,0.0,1.0', '3,1.0,1.0']],
])('reads checkboxes written as %s', async (_, records) => {
  const files = { 'd.csv': dictionary(SIGNS), 'r.csv': lines('record_id,sym___1,sym___2', ...records) }
  expect(await answersIn(files)).toEqual({ SYM: '1=1 2=2 3=1;2' })
})

test('refuses what says neither ticked nor not, by line', async () => {
  const files = { 'd.csv': dictionary(SIGNS), 'r.csv': lines('record_id,sym___1,sym___2', '1,1,0', '2,maybe,1') }
  expect(await problemsOf(files)).toContain(
    'r.csv:3: sym___1: "maybe" says neither ticked (1, Checked, TRUE or the label) nor not ticked (0, Unchecked, FALSE).',
  )
})

test('finds the columns of codes with points and signs, and names those that are not there', async () => {
  const files = {
    'd.csv': dictionary('dose,base,,checkbox,Dose,"0.5, half | -1, less | 2, two",,,,,'),
    'r.csv': lines('record_id,dose___0_5,dose____1', '1,1,0', '2,1,1'),
  }
  expect(await answersIn(files)).toEqual({ DOSE: '1=0.5 2=-1;0.5' })
  expect(notes()).toEqual(['r.csv:1: There is no column dose___2 for 1 code of dose.'])
})

test('names ticks of missing data codes', async () => {
  const files = {
    'd.csv': dictionary(SIGNS),
    'r.csv': lines('record_id,sym___1,sym___2,sym___nask', '1,1,0,0', '2,0,0,1'),
  }
  expect(await answersIn(files)).toEqual({ SYM: '1=1' })
  expect(notes()).toEqual([
    'r.csv:1: sym___nask belongs to a code that the dictionary does not have: read as missing, 1 time.',
  ])
})

const VISITS = dictionary(
  'age,base,,text,Age,,,integer,,,',
  'phq,visit,,text,PHQ,,,integer,,,',
  'drug,drugs,,text,Drug,,,,,,',
)

test('names the columns of events, whatever row comes first', async () => {
  const records = lines(
    'record_id,redcap_event_name,age,phq',
    '1,baseline_arm_1,30,10',
    '1,month6_arm_1,,4',
    '2,baseline_arm_1,40,20',
    '3,month6_arm_1,,7',
  )
  const wide = await answersIn({ 'd.csv': VISITS, 'r.csv': records }, { repeat: rulesOf('wide') })
  expect(wide).toEqual({
    AGE_BASELINE: '1=30 2=40',
    DRUG_BASELINE: '',
    PHQ_BASELINE: '1=10 2=20',
    PHQ_MONTH6: '1=4 3=7',
  })
  expect(notes()[0]).toContain('in the order of the events: baseline, month6.')
})

test('names the columns of instances by their number', async () => {
  const records = lines(
    'record_id,redcap_repeat_instrument,redcap_repeat_instance,age,drug',
    '1,drugs,2,,lithium',
    '1,drugs,1,,valproate',
    '1,,,30,',
    '2,drugs,2,,quetiapine',
  )
  const wide = await answersIn({ 'd.csv': VISITS, 'r.csv': records }, { repeat: rulesOf('wide') })
  expect(wide).toEqual({ AGE: '1=30', DRUG_1: '1=valproate', DRUG_2: '1=lithium 2=quetiapine', PHQ: '' })
})

test('refuses two rows of one event and instance', async () => {
  const records = lines('record_id,redcap_event_name,age', '1,baseline_arm_1,30', '1,baseline_arm_1,31')
  expect(await problemsOf({ 'd.csv': VISITS, 'r.csv': records }, { repeat: rulesOf('wide') })).toEqual([
    'r.csv:3: The visit baseline has a row already, on line 2.',
  ])
})

test('refuses two answers of one visit in a column of no form, and takes an answer that is repeated', async () => {
  const files = (site: string) => ({
    'd.csv': VISITS,
    'r.csv': lines(
      'record_id,redcap_event_name,redcap_repeat_instrument,redcap_repeat_instance,age,drug,site',
      '1,baseline_arm_1,base,1,30,,Oslo',
      `1,baseline_arm_1,drugs,1,,lithium,${site}`,
    ),
  })
  expect(await problemsOf(files('Bergen'), { repeat: rulesOf('wide') })).toEqual([
    'r.csv:3: site is "Bergen" here and "Oslo" on line 2, of the same visit baseline_1.',
  ])
  expect(await answersIn(files('Oslo'), { repeat: rulesOf('wide') })).toMatchObject({
    SITE_BASELINE_1: '1=Oslo',
    DRUG_BASELINE_1: '1=lithium',
  })
})

test('keeps the last event by the order of the events', async () => {
  const records = lines(
    'record_id,redcap_event_name,phq',
    '1,baseline_arm_1,3',
    '1,month6_arm_1,5',
    '2,month6_arm_1,7',
    '2,baseline_arm_1,9',
  )
  expect(await answersIn({ 'd.csv': VISITS, 'r.csv': records }, { repeat: rulesOf('last') })).toMatchObject({
    PHQ: '1=5 2=7',
  })
})

test('reads the dictionary as the API writes it', async () => {
  const files = {
    'metadata.csv': lines(
      'field_name,form_name,field_type,field_label,select_choices_or_calculations',
      'record_id,base,text,Record,',
      'sym,base,checkbox,Signs,"1, Low | 2, Sleepless"',
    ),
    'r.csv': lines('record_id,sym___1,sym___2', '1,1,0'),
  }
  expect(await answersIn(files)).toEqual({ SYM: '1=1' })
})

test('reads an export with labels', async () => {
  const files = {
    'd.csv': dictionary(SIGNS, 'mood,base,,radio,Mood today,"1, Low | 2, High",,,,,'),
    'r.csv': lines('Record,Signs (choice=Low),Signs (choice=Sleepless),Mood today', '1,Checked,Unchecked,High'),
  }
  expect(await answersIn(files)).toEqual({ MOOD: '1=2', SYM: '1=1' })
})

test('keeps pipes and signs of labels', async () => {
  await importFiles({
    'd.csv': dictionary('q,base,,radio,BMI &#x2265; 30?,"1, 5&ndash;10 | often | 2, never",,,,,'),
    'r.csv': lines('record_id,q', '1,1'),
  })
  expect(await rows('SELECT question, value_mapping FROM variable')).toEqual([
    { question: 'BMI ≥ 30?', value_mapping: '{"1":"5–10 | often","2":"never"}' },
  ])
})

test('makes fields that identify a person identifiers', async () => {
  await importFiles({
    'd.csv': dictionary('mrn,base,,text,Hospital number,,,,,,y', 'age,base,,text,Age,,,integer,,,'),
    'r.csv': lines('record_id,mrn,age', '1,900001,30', '2,900002,31'),
  })
  expect(await rows('SELECT variable_name, data_type FROM variable ORDER BY 1')).toEqual([
    { variable_name: 'AGE', data_type: 'numberrange' },
    { variable_name: 'MRN', data_type: 'identifier' },
  ])
})

test('imports columns that the dictionary does not have', async () => {
  const files = {
    'd.csv': dictionary(SIGNS),
    'r.csv': lines('record_id,sym___1,sym___2,weight', '1,1,0,70', '2,0,1,80'),
  }
  expect(await answersIn(files)).toEqual({ SYM: '1=1 2=2', WEIGHT: '1=70 2=80' })
})

test('keeps a declared date with codes of missing answers', async () => {
  const files = {
    'd.csv': dictionary('seen,base,,text,Seen,,,date_ymd,,,'),
    'r.csv': lines('record_id,seen', '1,2001-02-03', '2,-5', '3,2003-04-05'),
  }
  expect(await answersIn(files)).toEqual({ SEEN: '1=2001-02-03 3=2003-04-05' })
  expect(notes()).toEqual(['r.csv:3: SEEN: "-5" (1 time): no dates; read as missing.'])
})
