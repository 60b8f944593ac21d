import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readMissingCodes, NO_MISSING_CODES } from '#domain/imports/import-options.ts'
import { lines, setUpImporting } from '#tests/support/importing.ts'

/** Small folders after public reports, with the answers that are imported or the reason of the refusal. */

const { importFiles, problemsOf, rows, answersIn, notes } = setUpImporting()

async function families(): Promise<string[]> {
  const individuals = await rows(
    `SELECT i.individual_id AS id, i.family_id AS family, f.individual_id AS father, m.individual_id AS mother
     FROM individual i LEFT JOIN individual f ON f.individual_no = i.father_no
     LEFT JOIN individual m ON m.individual_no = i.mother_no ORDER BY i.individual_id`,
  )
  return individuals.map(({ id, family, father, mother }) => [family, id, father ?? '-', mother ?? '-'].join(' '))
}

describe('quotes', () => {
  test('have no meaning in a BIDS table', async () => {
    const table = lines('participant_id\tage\tnote', 'p1\t30\t"felt sick', 'p2\t31\tok', 'p3\t32\tsaid "no"')
    expect(await answersIn({ 'participants.tsv': table })).toEqual({
      AGE: 'p1=30 p2=31 p3=32',
      NOTE: 'p1="felt sick p2=ok p3=said "no"',
    })
  })

  test('that swallow rows are refused where they open', async () => {
    const table = lines('id,note,age', 'a,"12 inch,30', 'b,ok,31', 'c,10",32', 'd,fine,33')
    expect(await problemsOf({ 'a.csv': table })).toEqual([
      'a.csv:2: A quote opens here and closes 2 lines below, and each of these lines is a row: write "" for a quote in a text, or take out the line breaks of a quoted cell.',
    ])
  })

  test('that never close are refused where they open', async () => {
    const table = lines('id,note,age', 'a,fine,30', 'b,"felt sick,31', 'c,fine,32')
    expect(await problemsOf({ 'a.csv': table })).toEqual([
      'a.csv:3: A quote that opens in this row is never closed: write "" for a quote in a text.',
    ])
  })

  test('may hold lines of text, and stand inside a cell', async () => {
    const table = lines('id,note,age', 'a,"two, or', 'three",30', 'b,5\'10",31')
    expect(await answersIn({ 'a.csv': table })).toEqual({ AGE: 'a=30 b=31', NOTE: 'a=two, or\nthree b=5\'10"' })
  })
})

describe('files of PLINK', () => {
  test.each([
    [
      'a quantitative trait',
      ['0', '-1.5', '2.25', '-9', 'NA'],
      { PHENOTYPE: 'p0=0 p1=-1.5 p2=2.25' },
      '"-9" 1 time, "NA" 1 time',
    ],
    ['scores from 0', ['0', '1', '2', '0', '3'], { PHENOTYPE: 'p0=0 p1=1 p2=2 p3=0 p4=3' }, null],
    [
      'cases and controls',
      ['1', '2', 'nan', '-9.0', '0'],
      { AFFECTED: 'p0=1 p1=2' },
      '"nan" 1 time, "-9.0" 1 time, "0" 1 time',
    ],
  ])('%s: missing codes are counted', async (_, phenotypes, answers, missing) => {
    const fam = lines(...phenotypes.map((phenotype, place) => `F${place} p${place} 0 0 1 ${phenotype}`))
    expect(await answersIn({ 'q.fam': fam })).toEqual(answers)
    const [name = ''] = Object.keys(answers)
    expect(notes().filter((note) => note.includes('read as missing'))).toEqual(
      missing === null ? [] : [`q.fam: ${name}: read as missing: ${missing}.`],
    )
  })

  test('keeps both codes of a phenotype of 0 and 1, and says so', async () => {
    expect(await answersIn({ 'q.fam': lines('F1 a 0 0 1 0', 'F2 b 0 0 2 1') })).toEqual({ PHENOTYPE: 'a=0 b=1' })
    expect(notes().at(-1)).toContain('PHENOTYPE has only 0 and 1: both are kept')
  })

  test('parents and children without a family id are a family', async () => {
    await importFiles({ 'q.fam': lines('0 DAD 0 0 1 1', '0 MUM 0 0 2 1', '0 KID DAD MUM 1 2', '0 LONE . -9 2 1') })
    expect(await families()).toEqual(['DAD DAD - -', 'DAD KID DAD MUM', 'LONE LONE - -', 'DAD MUM - -'])
  })

  test('ids that are unique within a family alone are refused with advice that leads on', async () => {
    const fam = lines('F1 1 0 0 1 1', 'F1 2 0 0 2 1', 'F1 3 1 2 1 2', 'F2 1 0 0 1 1', 'F2 3 1 0 2 2')
    expect(await problemsOf({ 'q.fam': fam })).toContain(
      'q.fam:4: 1 has a row already, on line 1 of q.fam, in another family: --id family+individual makes ids of both.',
    )
    const files = { 'q.fam': fam, 'p.tsv': lines('FID\tIID\tage', 'F1\t1\t50', 'F2\t1\t60') }
    expect(await answersIn(files, { map: new Map([['id', 'family+individual']]) })).toMatchObject({
      AGE: 'F1_1=50 F2_1=60',
    })
    expect(await families()).toContain('F1 F1_3 F1_1 F1_2')
    expect(await families()).toContain('F2 F2_3 F2_1 -')
  })

  test('a header names the columns, also of a .psam', async () => {
    const psam = lines('#FID\tIID\tPAT\tMAT\tSEX\tPHENO1\tPC1', 'F1\tA B\t0\t0\t1\t1\t0', 'F1\tC\tA B\tNA\t2\t2\t0.5')
    expect(await answersIn({ 'q.psam': psam })).toEqual({ AFFECTED: 'A B=1 C=2', PC1: 'A B=0 C=0.5' })
    expect(await families()).toEqual(['F1 A B - -', 'F1 C A B -'])
  })

  test.each(['\t', ' '])('phenotypes and covariates separated by %j are tables', async (delimiter) => {
    const table = (...rows: string[][]) => lines(...rows.map((row) => row.join(delimiter)))
    const files = {
      'q.fam': lines('F1 a 0 0 1 1', 'F1 b 0 0 2 2'),
      'q.pheno': table(['#FID', 'IID', 'QT'], ['F1', 'a', '0'], ['F1', 'b', 'NA']),
      'q.cov': table(['#IID', 'PC1'], ['a', '0.5'], ['b', '-0.25']),
    }
    expect(await answersIn(files)).toMatchObject({ AFFECTED: 'a=1 b=2', QT: 'a=0', PC1: 'a=0.5 b=-0.25' })
  })

  test('more cells than a pedigree are refused in a .fam', async () => {
    expect(await problemsOf({ 'q.fam': lines('F1 A 0 0 1 1 5') })).toContain(
      'q.fam:1: The row has 7 cells, a pedigree 6.',
    )
  })

  test('1.0 of a column with blanks is 1', async () => {
    await importFiles({ 'p.csv': lines('famid,id,father,mother,sex', '1,1,,,1', '1,2,,,2', '1,3,1.0,2.0,1') })
    expect(await families()).toContain('1 3 1 2')
  })
})

describe('ids', () => {
  test.each([
    ['Unicode form', 'Zo\u00EB1', 'Zoe\u03081', 'another Unicode form of the same letters'],
    ['leading zeros', '007', '7', 'leading zeros, case or form'],
    ['a point and zero', '7', '7.0', 'a ".0" at the end'],
    ['case', 'ab1', 'AB1', 'upper and lower case'],
    ['invisible characters', 'a1', 'a\u200B1', 'invisible characters or blanks'],
  ])('that differ in %s stop the import, and one choice joins them', async (_, one, other, difference) => {
    const files = { 'a.csv': lines('id,age', `${one},30`, 'b,40'), 'b.csv': lines('id,score', `${other},301`, 'b,402') }
    const [advice = '', problem = ''] = await problemsOf(files)
    expect(advice).toContain('--similar-ids join')
    expect(problem).toMatch(/^b\.csv:2: .* on line 2 of a\.csv look the same but are two ids/)
    expect(problem).toContain(`(${difference}).`)
    expect(await answersIn(files, { similarIds: 'join' })).toEqual({ AGE: `${one}=30 b=40`, SCORE: `${one}=301 b=402` })
  })

  test('may belong to several individuals', async () => {
    const files = { 'a.csv': lines('id,age', 'P1,30', 'P01,40') }
    expect(await problemsOf(files, { similarIds: 'join' })).toContain('a.csv:3: P1 has a row already, on line 2.')
    expect(await answersIn(files, { similarIds: 'apart' })).toEqual({ AGE: 'P01=40 P1=30' })
    await importFiles({ 'b.csv': lines('id,score', 'P1,3', 'P01,4') })
  })

  test('are those of the data imported before', async () => {
    await importFiles({ 'a.csv': lines('id,age', '001,30') })
    const more = { 'b.csv': lines('id,score', '1,5') }
    expect((await problemsOf(more))[1]).toContain('"1" here and "001" in the database look the same')
    expect(await answersIn(more, { similarIds: 'join' })).toEqual({ AGE: '001=30', SCORE: '001=5' })
  })

  test('of a BIDS table are those of its participants', async () => {
    const files = {
      'participants.tsv': lines('participant_id\tage', 'sub-01\t30', 'sub-02\t40'),
      'phenotype/mood.tsv': lines('participant_id\tscore', 'sub-1\t5', 'sub-02\t6'),
    }
    expect((await problemsOf(files))[1]).toBe(
      'phenotype/mood.tsv:2: "sub-1" here and "sub-01" on line 2 of participants.tsv look the same but are two ids (leading zeros, case or form).',
    )
    expect(await problemsOf(files, { similarIds: 'apart' })).toContain(
      'phenotype/mood.tsv:2: sub-1 is not among the rows of participants.tsv.',
    )
    expect(await answersIn(files, { similarIds: 'join' })).toEqual({
      AGE: 'sub-01=30 sub-02=40',
      SCORE: 'sub-01=5 sub-02=6',
    })
  })

  test('are in no nameless column, unless it is chosen', async () => {
    const files = { 'a.csv': lines(',eid,age', '0,K1,30', '1,K2,40') }
    expect(await problemsOf(files)).toEqual([
      'a.csv:1: No column identifies the individual of a row; the first, without a name, is chosen as "column 1": with --id COLUMN you say which one. Perhaps column 1 (2 ids), eid (2 ids), age (2 ids).',
    ])
    expect(await answersIn(files, { map: new Map([['id', 'eid']]) })).toMatchObject({ AGE: 'K1=30 K2=40' })
    expect(
      await answersIn(files, { map: new Map([['id', 'column 1']]), similarIds: 'apart', isNewOptions: true }),
    ).toMatchObject({
      EID: '0=K1 1=K2',
    })
  })
})

describe('files', () => {
  test('of other kinds are named, with the way to import them', async () => {
    await answersIn({
      'a.csv': lines('id,age', 'a,30'),
      'c.xls': 'x',
      'd.dta': 'x',
      'plan.docx': 'x',
      'notes().txt': 'Who, what',
    })
    expect(notes()).toEqual([
      'c.xls: Left out: save it as .xlsx.',
      'd.dta: Left out: export it as .csv.',
      'These are not read and were left out: plan.docx.',
      'notes().txt: This text was left out: its first line names no column of individuals. A table is read as .csv or .tsv.',
    ])
  })

  test('of delimited text are read, whatever separates the cells, also compressed', async () => {
    const files = {
      'a.txt': lines('id|age', 'a|30'),
      'b.csv': lines('sep=;', 'id;weight', 'a;70'),
      'c.csv.gz': gzipSync(lines('id,height', 'a,180')),
    }
    expect(await answersIn(files)).toEqual({ AGE: 'a=30', HEIGHT: 'a=180', WEIGHT: 'a=70' })
  })

  test('that are no gzip are refused', async () => {
    expect(await problemsOf({ 'c.csv.gz': 'junk' })).toEqual([
      'c.csv.gz: This is not a whole gzip file: compress it once more.',
    ])
  })

  test('of cBioPortal have questions above the header', async () => {
    const table = lines(
      '#Patient\tAge',
      '#The patient\tAge at diagnosis',
      '#STRING\tNUMBER',
      '#1\t1',
      'PATIENT_ID\tAGE',
      'P1\t50',
    )
    expect(await answersIn({ 'data_clinical_patient.tsv': table })).toEqual({ AGE: 'P1=50' })
    expect(notes()).toEqual(['data_clinical_patient.tsv:1: 4 lines above the header begin with # and are no rows.'])
    expect(await rows('SELECT question FROM variable')).toEqual([{ question: 'Age at diagnosis' }])
  })

  test('of NDA have a title above the header or questions below it', async () => {
    const map = new Map([['id' as const, 'subjectkey']])
    const below = lines('subjectkey,interview_age', 'The GUID of the subject,Age in months', 'NDAR1,360')
    expect(await answersIn({ 'panss01.csv': below }, { map })).toEqual({ INTERVIEW_AGE: 'NDAR1=360' })
    expect(await rows('SELECT question FROM variable')).toEqual([{ question: 'Age in months' }])
    const above = lines('panss,01,', 'subjectkey,panss_p1,sex', 'NDAR1,3,F')
    expect(await answersIn({ 'other01.csv': above }, { map })).toMatchObject({ PANSS_P1: 'NDAR1=3' })
  })

  test('with nameless columns lose no answer', async () => {
    expect(await answersIn({ 'a.csv': lines('id,age,,', 'a,30,,', 'b,40,,x') })).toEqual({
      AGE: 'a=30 b=40',
      COLUMN_4: 'b=x',
    })
    expect(notes()).toEqual(['a.csv:1: 1 column without a name and without an answer was left out.'])
  })

  test('of JSON that describe no columns are no dictionary', async () => {
    expect(await problemsOf({ 'p.json': '{"id": "case-1", "subject": {"id": "x", "sex": "FEMALE"}}' })).toContain(
      'p.json:1: This is no dictionary: no member describes a column, by Description, LongName, Levels, Units or TermURL.',
    )
  })
})

describe('types', () => {
  test('a time of day stays beside its date', async () => {
    const table = lines('id,seen', 'a,2020-01-01T10:15:00+02:00', 'b,2020-01-02', 'c,2020-01-03 08:00')
    expect(await answersIn({ 'a.csv': table })).toEqual({
      SEEN: 'a=2020-01-01 b=2020-01-02 c=2020-01-03',
      SEEN_TIME: 'a=10:15:00+02:00 c=08:00',
    })
    expect(notes()).toEqual(['a.csv: seen: the time of day of 2 answers is in seen_time.'])
  })

  test('midnight, which programs add to a day, is no answer', async () => {
    const table = lines('id,seen', 'a,2020-01-01 00:00:00', 'b,2020-01-02 00:00:00')
    expect(await answersIn({ 'a.csv': table })).toEqual({ SEEN: 'a=2020-01-01 b=2020-01-02' })
  })

  const DATES = lines('id,d1,d2', 'a,2020-01-01,2020-01-01', 'b,2020-02-30,NULL', 'c,2020-03-01,2020-03-01')

  test('a day that does not exist is named and stops the import, and following the advice leads on', async () => {
    expect(await problemsOf({ 'a.csv': DATES })).toEqual([
      'a.csv:3: D1: "2020-02-30" is no day of the calendar: correct it; --missing=d1=2020-02-30 reads it as missing.',
    ])
    const missing = readMissingCodes('d1=2020-02-30') ?? NO_MISSING_CODES
    expect(await answersIn({ 'a.csv': DATES }, { missing })).toEqual({
      D1: 'a=2020-01-01 c=2020-03-01',
      D2: 'a=2020-01-01 c=2020-03-01',
    })
    expect(notes()).toContain('a.csv:3: D2: "NULL" (1 time): no dates; read as missing.')
  })

  test('days that programs write for no date are named', async () => {
    await answersIn({ 'a.csv': lines('id,stop', 'a,9999-12-31', 'b,2012-05-01') })
    expect(notes()).toEqual([
      'a.csv:2: STOP: "9999-12-31" 1 time was kept: perhaps a word for no date; --missing=stop=9999-12-31 reads it as missing.',
    ])
  })

  test('thousands are called thousands', async () => {
    await answersIn({ 'a.csv': lines('id;pay', 'a;1,234', 'b;12,000') })
    expect(notes()[0]).toContain('look like numbers with a comma between thousands')
  })

  test('a sex in codes without a meaning is named', async () => {
    await answersIn({ 'a.csv': lines('id,sex', 'a,1', 'b,2', 'c,1') })
    expect(notes()[0]).toContain('sex: "1" 2 times, "2" 1 time: nothing says which code is female')
    await answersIn({ 'b.csv': lines('id,gender', 'd,Woman', 'e,Man') })
    expect(await rows('SELECT sex FROM individual ORDER BY individual_id')).toEqual(
      [null, null, null, 'F', 'M'].map((sex) => ({ sex })),
    )
  })
})
