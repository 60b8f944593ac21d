import { describe, expect, test } from 'vitest'
import { NO_MISSING_CODES, readMissingCodes } from '#domain/imports/import-options.ts'
import { problemLine } from '#server/modules/imports/source/problem.ts'
import { lines, rulesOf, setUpImporting } from '#tests/support/importing.ts'

const { importFiles, problemsOf, answersIn, rows } = setUpImporting()

const codes = (text: string) => readMissingCodes(text) ?? NO_MISSING_CODES
const FIRST = { 'visit.csv': lines('id,score', 'a,-9', 'b,4') }
const LATER = { 'visit2.csv': lines('id,mood', 'a,2', 'c,-9') }
/** No option is asked for. */
const AS_KEPT = { collection: null, study: null }
const places = () => rows('SELECT individual_id AS id, collection, study_id AS study FROM individual ORDER BY 1')

describe('a later import of a study', () => {
  test('begins with the options of the import before', async () => {
    await importFiles(FIRST, { collection: 'bp', study: 'S1', missing: codes('-9') })
    expect(await answersIn(LATER, AS_KEPT)).toEqual({ SCORE: 'b=4', MOOD: 'a=2' })
    expect(await places()).toEqual(['a', 'b', 'c'].map((id) => ({ id, collection: 'bp', study: 'S1' })))
  })

  test.each([
    [{ collection: 'sz' }, 'the collection ct, now it is sz'],
    [{ missing: codes('-8') }, 'the missing codes -9, now it is -8'],
    [{ missing: NO_MISSING_CODES }, 'the missing codes -9, now it is none'],
    [{ keepsNotAvailable: true }, 'NA as missing, now it is an answer'],
    [{ repeat: rulesOf('first') }, 'the rule for repeated rows last, now it is first'],
    [{ similarIds: 'apart' as const }, 'ids that look the same as one person, now it is different people'],
    [{ map: new Map([['id' as const, 'mood']]) }, 'the id columns id=id, now it is id=mood'],
  ])('needs consent to other options: %j', async (options, words) => {
    const map = new Map([['id' as const, 'id']])
    await importFiles(FIRST, { missing: codes('-9'), repeat: rulesOf('last'), similarIds: 'join', map })
    expect(await problemsOf(LATER, { ...AS_KEPT, ...options })).toEqual([
      `The study 1 was imported with ${words}; with --new-options this counts, now and for later imports.`,
    ])
    await importFiles(LATER, { ...AS_KEPT, ...options, isNewOptions: true })
    await importFiles({ 'visit3.csv': lines('id,mood,note', 'a,1,x') }, { ...AS_KEPT, ...options })
  })

  test('takes further rules and codes of columns without a question', async () => {
    await importFiles(FIRST, { missing: codes('-9') })
    const more = { 'more.csv': lines('id,x', 'a,7', 'a,8', 'b,1') }
    const options = { ...AS_KEPT, missing: codes('-9,x=7'), repeat: rulesOf('more=first') }
    expect(await answersIn(more, options)).toEqual({ SCORE: 'b=4', X: 'b=1' })
    // The rule of a table that is not there is kept.
    await importFiles({ 'other.csv': lines('id,y', 'a,7') }, AS_KEPT)
    expect(await answersIn({ 'more.csv': lines('id,x', 'c,2', 'c,7') }, AS_KEPT)).toMatchObject({ X: 'b=1 c=2' })
  })

  test('reads the missing codes of an earlier dictionary', async () => {
    const dictionary = lines('variable,form,question,missing', 'score,visit,Score?,-9')
    await importFiles({ ...FIRST, 'dictionary.csv': dictionary })
    const { report } = await importFiles({ 'visit.csv': lines('id,score', 'c,-9', 'd,5') }, AS_KEPT)
    expect(report.notes.map(problemLine)).toContain('visit.csv: score: read as missing: "-9" 1 time.')
    expect(await answersIn({ 'other.csv': lines('id,score', 'c,-9') }, AS_KEPT)).toMatchObject({
      SCORE: 'b=4 d=5',
      OTHER_SCORE: 'c=-9',
    })
  })

  test('needs consent to ids in another column', async () => {
    await importFiles({ 'visit.csv': lines('code,id,score', 'x,a,1') })
    const later = { 'visit.csv': lines('subject_id,id,score', 'a,b,2') }
    expect(await problemsOf(later, AS_KEPT)).toEqual([
      'The study 1 was imported with the ids of visit in the column id, now they are in subject_id; with --new-options this counts, now and for later imports.',
    ])
    expect(await answersIn(later, { ...AS_KEPT, map: new Map([['id', 'id']]) })).toMatchObject({ SCORE: 'a=1 b=2' })
  })

  test('says which study it is where there are several', async () => {
    await importFiles(FIRST, { study: 'A', missing: codes('-9') })
    await importFiles({ 'other.csv': lines('id,x', 'z,-9') }, { study: 'B', collection: 'sz' })
    expect(await problemsOf(LATER, AS_KEPT)).toEqual([
      'The data have the studies A, B, and nothing says which of them this is: --study NAME says it.',
    ])
    expect(await answersIn(LATER, { ...AS_KEPT, study: 'A' })).toEqual({ MOOD: 'a=2', SCORE: 'b=4', X: 'z=-9' })
  })

  test('has the order of the events of the earlier ones', async () => {
    const dictionary = lines(
      'Variable / Field Name,Form Name,Field Type,Field Label,Choices',
      'id,f,text,Id,',
      'phq,f,text,PHQ,',
    )
    const records = (...rows: string[]) => ({
      'dictionary.csv': dictionary,
      'records.csv': lines('id,redcap_event_name,phq', ...rows),
    })
    await importFiles(records('a,baseline_arm_1,1', 'a,month6_arm_1,2'), { repeat: rulesOf('last') })
    const later = records('b,month6_arm_1,4', 'b,month12_arm_1,5', 'b,baseline_arm_1,3')
    expect(await answersIn(later, AS_KEPT)).toEqual({ PHQ: 'a=2 b=5' })
  })
})
