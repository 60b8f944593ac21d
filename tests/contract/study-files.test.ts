import { afterEach, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew, cohortSummary } from '#contract/cohorts.ts'
import { historyInfo } from '#contract/history.ts'
import { projectNew } from '#contract/projects.ts'
import { rulesNew } from '#contract/rules.ts'
import { sessionLog, studyApply, studyInfo, studyPlan, type StudyPlan } from '#contract/study-files.ts'
import { trashInfo } from '#contract/trash.ts'
import { variableSetInfo } from '#contract/variable-sets.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '#tests/support/test-server.ts'
import { versionsStudy } from '#tests/support/versions-study.ts'

let server: TestServer | null = null
afterEach(() => {
  server?.close()
  server = null
})

async function signedIn(options: TestServerOptions = {}): Promise<WireCall> {
  server = await createTestServer(options)
  return server.callAs('admin')
}

/** Every kind of definition, built on each other, in no order. */
const STUDY = `# Smokers and their families
download "Both" Core as bundle
set Core = AGE, AGE_BAND, ITEMS
cohort "Both" = union of ("Old", "Married")
cohort "Old smokers" = SMOKER answered in "Old" description "Of 40 years and more"
cohort "Old" = AGE_BAND = old and AGE > 40
cohort "Families" = pedigrees in "Old smokers"
cohort "Married" = MARITAL = Married
cohort "Affected" = pedigrees with at least 1 affected where MARITAL = Married and family size >= 2
cohort "Others" = difference of ("All Individuals", "Both")
cohort "Unmarried" = AGE answered and not in "Married"
variable AGE_BAND = recode AGE { young: < 40; old: 40..90; other: else } description "Two bands"
variable WED = combine MARITAL, SMOKER { yes: MARITAL = Married and SMOKER = Yes; no: MARITAL = Divorced and SMOKER missing }
variable ANY = from AGE_BAND, NOTES { yes: any of (AGE_BAND = old, NOTES ~ /hello/i); no: else }
score ITEMS = SUM(AGE, AGE_AT_ONSET) if at least 1
`

async function plan(call: WireCall, text: string, more: { remove?: boolean; projectid?: number } = {}) {
  return valueOf(await call(studyPlan, { text, ...more }))
}

async function apply(call: WireCall, text: string, more: { remove?: boolean; projectid?: number; base?: string } = {}) {
  return valueOf(await call(studyApply, { text, ...more }))
}

function changesOf({ changes }: Pick<StudyPlan, 'changes'>): readonly string[] {
  return changes.flatMap(({ change, name }) => (change === 'keep' ? [] : [`${change} ${name}`])).sort()
}

/** Without ids, which a discarded change does not have. */
function withoutIds({ changes, ...others }: StudyPlan) {
  return {
    problems: others.problems,
    undeclared: others.undeclared,
    changes: changes.map((change) => ({ ...change, id: null })),
  }
}

const EVERYTHING = [
  'AGE_BAND',
  'ANY',
  'Affected',
  'Both',
  'Core',
  'Families',
  'ITEMS',
  'Married',
  'Old',
  'Old smokers',
  'Others',
  'Unmarried',
  'WED',
]

test('a study file makes all it declares, and then there is nothing to do', async () => {
  const call = await signedIn()
  const planned = await plan(call, STUDY)
  expect(planned.problems).toEqual([])
  expect(changesOf(planned)).toEqual(EVERYTHING.map((name) => `create ${name}`))
  expect(planned.downloads).toEqual([{ cohort: 'Both', set: 'Core', form: 'bundle', cohortid: null, varsetid: null }])
  expect(valueOf(await call(cohortInfo, {})).cohorts).toHaveLength(1)

  const applied = await apply(call, STUDY, { base: planned.base })
  expect(withoutIds(applied)).toEqual(withoutIds(planned))
  const { cohorts } = valueOf(await call(cohortInfo, {}))
  for (const { name, id, kind, size_after } of applied.changes) {
    if (kind !== 'cohort') continue
    expect(cohorts.find(({ cohortid }) => cohortid === id)).toMatchObject({ name, rowcount: size_after })
  }
  const again = await apply(call, STUDY)
  expect([changesOf(again), again.undo]).toEqual([[], null])
  expect(changesOf(await plan(call, valueOf(await call(studyInfo, {})).text, { remove: true }))).toEqual([])
})

test('a project is written in a stable order, and read to the same definitions in another', async () => {
  const call = await signedIn()
  await apply(call, STUDY)
  const { text } = valueOf(await call(studyInfo, {}))
  expect([...text.matchAll(/^(?:cohort|variable|score|set) "?([\w ]+)/gm)].map(([, name]) => name?.trim())).toEqual([
    'AGE_BAND',
    'ANY',
    'ITEMS',
    'WED',
    'Affected',
    'Both',
    'Families',
    'Married',
    'Old',
    'Old smokers',
    'Others',
    'Unmarried',
    'Core',
  ])
  const projectid = valueOf(await call(projectNew, { name: 'Copy' })).new_project_id
  const cohortsOnly = text.split('\n\n').filter((part) => part.startsWith('cohort'))
  await apply(call, cohortsOnly.join('\n'), { projectid })
  const copied = valueOf(await call(studyInfo, { projectid })).text
  expect(copied.split('\n\n').map((part) => part.trim())).toEqual(cohortsOnly.map((part) => part.trim()))
  const ofProject = async (id: number) =>
    valueOf(await call(cohortInfo, { projectid: id }))
      .cohorts.map(({ name, rowcount }) => `${name} ${rowcount}`)
      .sort()
  expect(await ofProject(projectid)).toEqual(await ofProject(1))
})

test('a cohort by rules with one condition differs from a subset', async () => {
  const call = await signedIn()
  const rules = {
    version: 1 as const,
    match: 'all' as const,
    rules: [{ variable_name: 'AGE', constraint_type: 'VALID' }],
  }
  valueOf(await call(rulesNew, { parent_id: 1, rules, name: 'By rules' }))
  const subset = {
    cohort_type: 'subset',
    parent_id: 1,
    variable: 'AGE',
    constraint_type: 'VALID',
    name: 'Subset',
  } as const
  valueOf(await call(cohortNew, subset))
  const { text } = valueOf(await call(studyInfo, {}))
  expect(text).toBe(
    'cohort "By rules" = all of (AGE answered) in "All Individuals"\n\ncohort "Subset" = AGE answered in "All Individuals"\n',
  )
  expect(changesOf(await plan(call, text, { remove: true }))).toEqual([])
})

const CHANGES: readonly (readonly [what: string, from: string | RegExp, to: string, changes: readonly string[]])[] = [
  ['a description', 'Of 40 years and more', 'Forty and more', ['change Old smokers']],
  ['the case of a name', 'cohort "Married"', 'cohort "MARRIED"', ['change MARRIED']],
  [
    'a condition',
    'MARITAL = Married\n',
    'MARITAL in (Married, Divorced)\n',
    ['change Married', 'rerun Both', 'rerun Others', 'rerun Unmarried'],
  ],
  [
    'rules and a description',
    'cohort "Married" = MARITAL = Married',
    'cohort "Married" = AGE > 50 description "Older"',
    ['change Married', 'rerun Both', 'rerun Others', 'rerun Unmarried'],
  ],
  ['a parent', 'SMOKER answered in "Old"', 'SMOKER answered in "Married"', ['change Old smokers', 'rerun Families']],
  ['a set operation', 'union of', 'intersection of', ['change Both', 'rerun Others']],
  ['pedigrees', 'family size >= 2', 'family size >= 3', ['change Affected']],
  ['a variable set', 'set Core = AGE,', 'set Core = NOTES,', ['change Core']],
  ['a score', 'if at least 1', 'if at least 2', ['change ITEMS']],
  [
    'values of a variable, with what compares with them',
    /\bold\b/g,
    'elder',
    [
      'change AGE_BAND',
      'change ANY',
      'change Old',
      'rerun Both',
      'rerun Families',
      'rerun Old smokers',
      'rerun Others',
    ],
  ],
  [
    'the direction of a reference',
    'cohort "Old" = AGE_BAND = old and AGE > 40\ncohort "Families" = pedigrees in "Old smokers"',
    'cohort "Old" = in "Families" and AGE > 40\ncohort "Families" = pedigrees in "Married"',
    ['change Families', 'change Old', 'rerun Both', 'rerun Old smokers', 'rerun Others'],
  ],
  [
    'a new definition between others',
    'SMOKER answered in "Old"',
    'SMOKER answered in "New"\ncohort New = NOTES answered in Old',
    ['change Old smokers', 'create New', 'rerun Families'],
  ],
  ['a download', 'as bundle', 'as csv', []],
]

test.each(CHANGES)('a plan is what applying does: %s', async (_, from, to, expected) => {
  const call = await signedIn()
  await apply(call, STUDY)
  const { text: before } = valueOf(await call(studyInfo, {}))
  const changed = STUDY.replace(from, to)
  expect(changed).not.toBe(STUDY)
  const planned = await plan(call, changed)
  expect(planned.problems).toEqual([])
  expect(changesOf(planned)).toEqual(expected)
  const applied = await apply(call, changed, { base: planned.base })
  expect(withoutIds(applied)).toEqual(withoutIds(planned))
  expect(changesOf(await apply(call, changed))).toEqual([])
  for (const { change, kind, id, before: was, after, entered, left, size_before, size_after } of applied.changes) {
    if (kind !== 'cohort' || change === 'create' || change === 'keep') continue
    expect((size_before ?? 0) + (entered ?? 0) - (left ?? 0)).toBe(size_after)
    if (change === 'rerun') expect(was).toBe(after)
    else expect(was).not.toBe(after)
    expect(valueOf(await call(cohortSummary, { cohortid: id ?? 0 })).data.length).toBeGreaterThan(0)
  }
  if (expected.length === 0) return
  // One step back.
  const undone = await apply(call, applied.undo?.text ?? '', { remove: true, base: applied.undo?.base ?? '' })
  expect(undone.problems).toEqual([])
  expect(valueOf(await call(studyInfo, {})).text).toBe(before)
})

test('objects that a file does not declare stay, and are removed where that is asked for', async () => {
  const call = await signedIn()
  await apply(call, STUDY)
  const text = STUDY.replace(/cohort "Affected".*\n/, '').replace(/variable WED.*\n/, '')
  const kept = await plan(call, text)
  expect([changesOf(kept), kept.undeclared]).toEqual([[], ['WED', 'Affected']])
  const planned = await plan(call, text, { remove: true })
  expect(changesOf(planned)).toEqual(['remove Affected', 'remove WED'])
  expect(withoutIds(await apply(call, text, { remove: true }))).toEqual(withoutIds(planned))
  expect(
    valueOf(await call(trashInfo, {}))
      .data.map(({ name }) => name)
      .sort(),
  ).toEqual(['Affected', 'WED'])
  const used = await plan(call, text.replace(/cohort "Old".*\n/, ''), { remove: true })
  expect(used.problems).toEqual([
    { message: 'There is no cohort named “Old”.', line: 4, column: 27 },
    { message: 'There is no cohort named “Old”.', line: 5, column: 43 },
  ])
  const elsewhere = valueOf(await call(projectNew, { name: 'Other' })).new_project_id
  await apply(call, 'cohort "Outside" = AGE > 10 in "Married"', { projectid: elsewhere })
  expect((await plan(call, '', { remove: true, projectid: 1 })).problems).toEqual([
    { message: '“Married”: It is still used by the cohort "Outside".', line: null, column: null },
  ])
})

test('an undeclared object is run again, and prevents a change that it does not fit', async () => {
  const call = await signedIn()
  await apply(call, STUDY)
  const band = 'variable AGE_BAND = recode AGE { young: < 40; old: 40..80; other: else }'
  const planned = await plan(call, band)
  expect(changesOf(planned)).toEqual([
    'change AGE_BAND',
    'rerun ANY',
    'rerun Both',
    'rerun Families',
    'rerun Old',
    'rerun Old smokers',
    'rerun Others',
  ])
  expect(withoutIds(await apply(call, band))).toEqual(withoutIds(planned))
  const renamed = await plan(call, band.replace('old:', 'elder:'))
  expect(renamed.problems).toEqual([
    { message: 'The custom variable "ANY" uses the value "old", which the new definition lacks.', line: 1, column: 1 },
  ])
})

test('an error anywhere changes nothing', async () => {
  const call = await signedIn()
  const text = `${STUDY}cohort "Nobody here" = AGE > 200\n`
  const planned = await plan(call, text)
  expect(planned.problems).toEqual([{ message: 'Nobody is in this cohort.', line: 16, column: 1 }])
  expect(await call(studyApply, { text })).toMatchObject({
    status: 422,
    message: expect.stringContaining('Line 16: Nobody is in this cohort.'),
  })
  expect(valueOf(await call(studyInfo, {})).text).toBe('')
  expect(valueOf(await call(variableSetInfo, {})).variablesets).toEqual([])
})

test('problems have their line and column', async () => {
  const call = await signedIn()
  const text =
    'cohort A = AGEE > 3\n\ncohort B = MARITAL = Wed\nset C = all of form "INTAKE 2"\ncohort D = in E\ncohort E = in D\n  variable AGE = recode NOTES { a: = x; b: else }\ncohort F = in cohort 999'
  expect((await plan(call, text)).problems).toEqual([
    { message: 'AGEE: did you mean AGE?', line: 1, column: 12 },
    { message: expect.stringContaining('MARITAL has no value “Wed”'), line: 3, column: 22 },
    { message: 'INTAKE 2: did you mean INTAKE 1?', line: 4, column: 21 },
    { message: 'A definition cannot be built on itself: D → E → D.', line: 6, column: 8 },
    { message: expect.stringContaining('name'), line: 7, column: 12 },
    { message: 'There is no such cohort.', line: 8, column: 8 },
  ])
})

test('a plan that is out of date is refused', async () => {
  const call = await signedIn()
  const { base } = await plan(call, STUDY)
  await apply(call, 'cohort A = AGE > 50')
  expect(await call(studyApply, { text: STUDY, base })).toMatchObject({ status: 409 })
})

test('objects of other accounts, and projects of others, are none', async () => {
  const call = await signedIn()
  const applied = await apply(call, STUDY)
  const projectid = valueOf(await call(projectNew, { name: 'Own' })).new_project_id
  const id = applied.changes.find(({ name }) => name === 'Old')?.id ?? 0
  const other = (await server?.callAs('colleague')) ?? call
  expect(valueOf(await other(studyInfo, {})).text).toBe('')
  for (const text of [
    `cohort A = in cohort ${id}`,
    'cohort A = in Old',
    'cohort A = AGE_BAND = old',
    `cohort A = AGE > 1 in cohort ${id}`,
  ]) {
    expect((await plan(other, text)).problems).toHaveLength(1)
    expect(await other(studyApply, { text })).toMatchObject({ status: 422 })
  }
  for (const endpoint of [studyPlan, studyApply]) {
    expect(await other(endpoint, { text: STUDY, projectid })).toMatchObject({ status: 404 })
  }
  expect(await other(studyInfo, { projectid })).toMatchObject({ status: 404 })
  const anonymous = await server?.callAs()
  expect(await anonymous?.(studyPlan, { text: STUDY })).toMatchObject({ status: 401 })
})

test('with suppressed counts a plan has no count, and applying has the same changes', async () => {
  await signedIn({ minimumCell: 3 })
  const call = (await server?.callAs('researcher')) ?? expect.fail()
  const planned = await plan(call, STUDY)
  expect(planned.problems).toEqual([])
  expect(changesOf(planned)).toEqual(EVERYTHING.map((name) => `create ${name}`))
  const applied = await apply(call, STUDY)
  const changed = STUDY.replace('MARITAL = Married\n', 'MARITAL in (Married, Divorced)\n')
  const plans = [planned, applied, await plan(call, changed), await apply(call, changed)]
  const expected = ['change Married', 'rerun Both', 'rerun Others', 'rerun Unmarried']
  expect(plans.slice(2).map(changesOf)).toEqual([expected, expected])
  for (const { size_before, size_after, entered, left } of plans.flatMap(({ changes }) => changes)) {
    expect([size_before, size_after, entered, left]).toEqual([null, null, null, null])
  }
})

test('a change by a study file has a version in the history', async () => {
  const call = await signedIn()
  await apply(call, 'cohort A = AGE > 50')
  const applied = await apply(call, 'cohort A = AGE > 40')
  const id = applied.changes[0]?.id ?? 0
  const { data } = valueOf(await call(historyInfo, { kind: 'cohort', id }))
  expect(data.map(({ action }) => action)).toEqual(['replace', 'make'])
})

test('all versions of a question are written in one form, by project, plan and log', async () => {
  const call = await (await serveStudy(versionsStudy('numberrange'))).callAs('admin')
  const short = 'cohort "High" = any version of V0 = 1 in "All Individuals"'
  const long = short.replace('any version of V0 = 1', 'any of the versions (V0 = 1, V1 = 1, V2 = 1)')
  const planned = await plan(call, long)
  expect(planned.problems).toEqual([])
  await apply(call, long)
  const log = valueOf(await call(sessionLog, {})).data
  const written = valueOf(await call(studyInfo, {})).text.trim()
  const changed = await plan(call, short.replace('any', 'no'))
  expect([planned.changes[0]?.after, log[0]?.text, written, changed.changes[0]?.before]).toEqual(Array(4).fill(short))
})
