import * as fc from 'fast-check'
import type * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew, cohortSummary } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { expressionRules } from '#contract/expressions.ts'
import { projectDelete, projectNew, projectSetCurrent } from '#contract/projects.ts'
import { rulesNew } from '#contract/rules.ts'
import type { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import type { ConstructDraft } from '#contract/shapes/construct-draft.ts'
import { studyApply, studyInfo } from '#contract/study-files.ts'
import { variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

// Journeys by the requests of the pages, and the same project as a study file on another server with the same data.

interface Side {
  readonly server: TestServer
  readonly call: WireCall
  readonly fetch: typeof fetch
}

let pages: Side
let files: Side
beforeAll(async () => {
  const open = async (): Promise<Side> => {
    const server = await createTestServer()
    return { server, call: await server.callAs('admin'), fetch: await server.fetchAs('admin') }
  }
  pages = await open()
  files = await open()
})
afterAll(() => {
  pages.server.close()
  files.server.close()
})

/** A step of a journey: the kind of object, and a number that selects its parent, condition and values. */
interface Step {
  readonly kind: (typeof KINDS)[number]
  readonly choice: number
}

const KINDS = [
  'subset',
  'rules',
  'compound',
  'families',
  'affected',
  'recode',
  'combine',
  'many',
  'score',
  'set',
] as const

const arbitraryStep: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...KINDS), choice: fc.nat(1_000) })

/** Each kind of object occurs in some journeys; most journeys build on their own objects. */
const JOURNEYS = fc.sample(fc.array(arbitraryStep, { minLength: 6, maxLength: 12 }), { seed: 20240101, numRuns: 40 })

/** A cohort, a variable set and a file, as of the first day. */
const MAIN_JOB: readonly Step[] = [
  { kind: 'subset', choice: 0 },
  { kind: 'set', choice: 0 },
]

const CONDITIONS: readonly Pick<
  v.InferInput<typeof CohortDraft>,
  'variable' | 'constraint_type' | 'constraint_value' | 'constraint_values'
>[] = [
  { variable: 'AGE', constraint_type: 'GT', constraint_value: '18' },
  { variable: 'AGE', constraint_type: 'LTE', constraint_value: '50' },
  { variable: 'MARITAL', constraint_type: 'ANYOF', constraint_values: ['1', '2'] },
  { variable: 'SYMPTOMS', constraint_type: 'EQ', constraint_value: 'A' },
  { variable: 'NOTES', constraint_type: 'REGEX', constraint_value: 'hello' },
  { variable: 'BIRTH', constraint_type: 'LT', constraint_value: '1975-UU-UU' },
  { variable: 'SMOKER', constraint_type: 'VALID', constraint_values: [] },
]

const EXPRESSIONS = [
  'AGE > 20 and not SMOKER = Yes',
  'at least 1 of (SYMPTOMS = Sleep, AGE_AT_ONSET < 25)',
  '(MARITAL = Married or AGE > 40) unknown counts as no',
  'family size >= 2 and AGE answered',
  'at least 1 first-degree relatives where (AGE > 40)',
  'diagnosis = bipolar or collection in (sz, au)',
]

const SETS = [
  ['AGE', 'SMOKER'],
  ['SYMPTOMS', 'NOTES', 'BIRTH'],
  ['AGE', 'AGE_AT_ONSET', 'MARITAL', 'SEEN'],
]

interface Made {
  readonly cohorts: number[]
  readonly variables: string[]
}

/** Makes one object as the pages do; a refused one (an empty cohort) is left out, as by its user. */
async function take(call: WireCall, { kind, choice }: Step, name: string, made: Made): Promise<void> {
  const pick = <Own>(list: readonly Own[], more = 0): Own => {
    const one = list[(choice + more) % list.length]
    if (one === undefined) throw new Error('There is nothing to choose.')
    return one
  }
  const parents = [1, ...made.cohorts]
  const naming = { name, description: choice % 3 === 0 ? `Step ${choice}, "quoted"` : '' }
  const saveCohort = async (draft: v.InferInput<typeof CohortDraft>) => {
    const saved = await call(cohortNew, { ...draft, ...naming })
    if (saved.ok) made.cohorts.push(saved.value.new_cohort_id)
  }
  const saveVariable = async (draft: v.InferInput<typeof ConstructDraft>) => {
    const saved = await call(constructNew, draft)
    if (saved.ok) made.variables.push(draft.name)
  }
  switch (kind) {
    case 'subset':
      return saveCohort({ cohort_type: 'subset', parent_id: pick(parents), ...pick(CONDITIONS) })
    case 'rules': {
      const member = made.cohorts.length > 0 ? ` or not in cohort ${pick(made.cohorts)}` : ''
      const text = `(${pick(EXPRESSIONS)})${choice % 2 === 0 ? member : ''}`
      const { rules } = valueOf(await call(expressionRules, { text }))
      if (!rules) throw new Error(`${text} is no expression.`)
      const saved = await call(rulesNew, { ...naming, parent_id: pick(parents), rules })
      if (saved.ok) made.cohorts.push(saved.value.new_cohort_id)
      return undefined
    }
    case 'compound': {
      const constraint_type = pick(['UNION', 'INTERSECT', 'SUBTRACT'])
      const second = { secondparent_id: pick(parents, 1), constraint_type }
      return saveCohort({ cohort_type: 'compound', parent_id: pick(parents), ...second })
    }
    case 'families':
      return saveCohort({ cohort_type: 'pedigree', parent_id: pick(parents) })
    case 'affected': {
      const criterion = { variable: 'MARITAL', constraint_type: 'EQ', constraint_value: '1' }
      const numbers = { min_pedsize: choice % 3, ped_constraint: pick(['min', 'max', 'equal'] as const) }
      return saveCohort({
        cohort_type: 'pedigree',
        parent_id: pick(parents),
        ...criterion,
        ...numbers,
        ped_constraint_count: 1,
      })
    }
    case 'score': {
      const formula = pick(['SUM(AGE, AGE_AT_ONSET; at least 1)', 'AGE - AGE_AT_ONSET', 'COUNT(AGE >= 40)'])
      const draft = { construct_type: 'score' as const, formula, variables: [], values: [] }
      return saveVariable({ ...naming, ...draft, name: `${kind.toUpperCase()}_${choice}` })
    }
    case 'set': {
      const variables = [...pick(SETS), ...made.variables.slice(0, choice % 3)]
      valueOf(await call(variableSetNew, { ...naming, variables }))
      return undefined
    }
    default: {
      const sources = { recode: ['AGE'], combine: ['MARITAL', 'SMOKER'], many: ['SYMPTOMS', 'NOTES', 'AGE'] }[kind]
      const construct_type = ({ recode: 'downcode', combine: 'merge', many: 'multiple' } as const)[kind]
      const [source = ''] = sources
      const constraint = { AGE: ['LT', '40'], MARITAL: ['EQ', '1'], SYMPTOMS: ['EQ', 'B'] }[source] ?? []
      const [constraint_type = '', constraint_value = ''] = constraint
      const constraints = [{ variable_name: source, constraint_type, constraint_value }]
      const values = [
        {
          name: 'first',
          description: 'The first',
          order: 0,
          definition: { relationship: 'AND' as const, constraints },
        },
        { name: 'other', description: '', order: 1, definition: { relationship: 'AND' as const, constraints: [] } },
      ]
      const defaultValue = choice % 2 === 0 ? 'other' : ''
      const draft = { construct_type, variables: sources, values, defaultValue }
      return saveVariable({ ...naming, ...draft, name: `${kind.toUpperCase()}_${choice}` })
    }
  }
}

interface Project {
  readonly text: string
  readonly base: string | null
  readonly cohorts: readonly string[]
  readonly files: readonly string[]
}

/** A project: its text and hash, the counts of its cohorts, and the files of its sets. */
async function projectOf({ call, fetch }: Side, projectid: number): Promise<Project> {
  const { text, base } = valueOf(await call(studyInfo, { projectid }))
  const { cohorts } = valueOf(await call(cohortInfo, { projectid }))
  const inside = cohorts.filter(({ cohortid }) => cohortid !== 1)
  const { variablesets } = valueOf(await call(variableSetInfo, { projectid }))
  const counts: string[] = []
  const files: string[] = []
  for (const { cohortid, name, rowcount } of inside) {
    const summary = valueOf(await call(cohortSummary, { cohortid }))
    counts.push(`${name}: ${rowcount} ${JSON.stringify(summary)}`)
    for (const { varsetid, name: set } of variablesets) {
      const prepared = valueOf(await call(downloadNew, { cohortid, varsetid }))
      const query = new URLSearchParams({ downloadid: prepared[0]?.download_id ?? '', filename: 'x.csv' })
      const file = await fetch(`${API_PREFIX}/cohort/download?${query.toString()}`)
      files.push(`${name}, ${set}: ${file.status} ${Buffer.from(await file.arrayBuffer()).toString('base64')}`)
    }
  }
  return { text, base, cohorts: counts.sort(), files: files.sort() }
}

async function newProject({ call }: Side, name: string): Promise<number> {
  const projectid = valueOf(await call(projectNew, { name, description: '' })).new_project_id
  valueOf(await call(projectSetCurrent, { projectid }))
  return projectid
}

const seen = new Set<string>()
let compared = 0

test.each([MAIN_JOB, ...JOURNEYS].map((steps, place) => ({ place, steps })))(
  'journey $place is the same project from its study file',
  async ({ place, steps }) => {
    const byPages = await newProject(pages, `Journey ${place}`)
    const made: Made = { cohorts: [], variables: [] }
    for (const [nth, step] of steps.entries()) await take(pages.call, step, `Step ${nth}`, made)
    const expected = await projectOf(pages, byPages)
    for (const { kind } of steps) seen.add(kind)

    const byFile = await newProject(files, `Journey ${place}`)
    valueOf(await files.call(studyApply, { projectid: byFile, text: expected.text }))
    expect(await projectOf(files, byFile)).toEqual(expected)
    expect(expected.files.filter((file) => !file.includes(': 200 '))).toEqual([])
    compared += expected.files.length
    for (const [side, project] of [
      [pages, byPages],
      [files, byFile],
    ] as const) {
      valueOf(await side.call(projectDelete, { projectid: project }))
    }
  },
)

test('the journeys have every kind of object, and files', () => {
  expect([...seen].sort()).toEqual([...KINDS].sort())
  expect(compared).toBeGreaterThan(JOURNEYS.length)
})
