import { expect, onTestFinished, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { fileInfo, filesInfo, downloadNew, downloadPreview } from '#contract/downloads.ts'
import { cohortRerun, cohortToday, releasesInfo } from '#contract/releases.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { withdrawIndividuals } from '#server/modules/releases/withdraw.ts'
import type { Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { setDataOrigin } from '#server/store/data-origin.ts'
import { renameRelease, replaceContentHash, requireRelease } from '#server/store/releases/releases.ts'
import { normalisedText } from '#tests/corpus/normalise.ts'
import { valueOf } from '#tests/support/api-session.ts'
import type { ContractCall } from '#tests/support/contract-calls.ts'
import { allRows, wholeDatabase } from '#tests/support/import-folders.ts'
import { filesOf, textOf as textIn } from '#tests/support/read-zip.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import type { Study } from '#tests/support/study.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'
import {
  ask,
  fieldsFor,
  makeThings,
  textOf,
  variablesFor,
  walkedCalls,
  type Things,
} from '#tests/support/walk-calls.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const NOW = Date.UTC(2026, 5, 1)
/** P01 has relatives, a mark, and answers that no other participant gave; P06 is of another collection. */
const LEAVING = ['P01', 'P06']

const GIVEN: Study = {
  ...SMALL_STUDY,
  participants: SMALL_STUDY.participants.map((person) =>
    person.id === 'P01' ? { ...person, isProband: true, isDeceased: true } : person,
  ),
}

/** The study as if they had never given an answer. */
const NEVER: Study = {
  participants: SMALL_STUDY.participants.map(({ consent, dx, ...person }) =>
    LEAVING.includes(person.id)
      ? { ...person, isPlaceholder: true }
      : { ...person, ...(consent && { consent }), ...(dx && { dx }) },
  ),
  forms: SMALL_STUDY.forms.map((form) => ({
    ...form,
    records: Object.fromEntries(Object.entries(form.records).filter(([id]) => !LEAVING.includes(id))),
  })),
}

async function serve(study: Study, minimumCell: number): Promise<TestServer> {
  const server = await createTestServer({ study, minimumCell })
  onTestFinished(() => server.close())
  await withWriteLock(server.database, (connection) => setDataOrigin(connection, 'imported'))
  await requireRelease(server.database, NOW)
  return server
}

/** The numbers of individuals follow their ids. */
const NUMBERS = LEAVING.map((id) => 1 + SMALL_STUDY.participants.findIndex((person) => person.id === id))

function withdraw(database: Database): Promise<string> {
  return withWriteLock(database, (connection) =>
    withdrawIndividuals(connection, { individuals: NUMBERS, now: NOW, hashes: new Map() }),
  )
}

/** The same list of withdrawn individuals, who have no row in a file, and the same name of the release. */
async function markWithdrawn({ database }: TestServer): Promise<void> {
  await withWriteLock(database, (connection) => renameRelease(connection, 1, '2026.2'))
  for (const number of NUMBERS) {
    await withWriteLock(database, (connection) =>
      connection.run(`INSERT INTO withdrawn_individual VALUES (${number}, 2)`),
    )
  }
}

/** They name the release, or list requests and sessions. */
const NOT_COMPARED = [
  '/releases',
  '/version',
  '/health',
  '/userinfo',
  '/cohort/today',
  '/account/sessions',
  '/audit',
  '/cohort/download/files',
]

async function readingCalls(): Promise<ContractCall[]> {
  return (await walkedCalls()).filter(({ path, changes }) => changes === undefined && !NOT_COMPARED.includes(path))
}

async function responsesOf(server: TestServer, username: Username, things: Things): Promise<string[]> {
  const fetch = await server.fetchAs(username)
  const responses: string[] = []
  for (const call of await readingCalls()) {
    for (const name of variablesFor(call)) {
      const response = await ask(fetch, call, fieldsFor(things, name, responses.length))
      const text = normalisedText(await textOf(response)).replaceAll(
        /2026\.\d|"is_current":\w+|[\da-f]{64} {2}README\.txt/g,
        '…',
      )
      responses.push(`${call.path} of ${name}: ${response.status} ${text}`)
    }
  }
  return responses
}

/** The beginning of both texts, and the lines where they begin to differ. */
function firstDifference(one = '', other = ''): string[] {
  const lines = one.split('\n')
  const others = other.split('\n')
  const place = lines.findIndex((line, index) => line !== others[index])
  return [one.slice(0, 60), lines[place] ?? '', others[place] ?? '']
}

/** The recorded sizes of a cohort that was counted before the withdrawal. */
const withoutSizes = (text: string) => text.replaceAll(/"(?:rowcount|kept|withdrawn)":\d+/g, '…')

test.each([
  ['admin', 0],
  ['researcher', 0],
  ['researcher', 3],
  ['colleague', 3],
] as const)('%s with MIN_CELL %i gets what they would if they had never answered', async (username, minimumCell) => {
  const [answered, never] = [await serve(GIVEN, minimumCell), await serve(NEVER, minimumCell)]
  const [things, others] = [
    await makeThings(await answered.callAs(username)),
    await makeThings(await never.callAs(username)),
  ]
  // Fills the caches.
  await responsesOf(answered, username, things)
  await withdraw(answered.database)
  await markWithdrawn(never)
  const isHidden = username !== 'admin' && minimumCell > 0
  const responses = await responsesOf(answered, username, things)
  const expected = await responsesOf(never, username, others)
  const differing = responses.flatMap((response, place) => {
    const [one, other] = [response, expected[place] ?? ''].map((text) =>
      !isHidden && text.startsWith('/cohort/info') ? withoutSizes(text) : text,
    )
    return one === other ? [] : [firstDifference(one, other)]
  })
  expect(differing).toEqual([])
  expect(responses.length).toBeGreaterThan(150)
})

test('the tables hold nothing of the withdrawn that they would not hold of any relative', async () => {
  const [answered, never] = [await serve(GIVEN, 0), await serve(NEVER, 0)]
  for (const server of [answered, never]) {
    await makeThings(await server.callAs('admin'))
    // Their answers of an earlier release, and the individuals of an earlier count.
    const isGiven = server === answered
    for (const number of isGiven ? NUMBERS : []) {
      await withWriteLock(server.database, (connection) =>
        connection.run(`INSERT INTO answer_before VALUES (1, 'AGE', ${number}, '17')`),
      )
      await withWriteLock(server.database, (connection) =>
        connection.run(`INSERT INTO record_before VALUES (1, 'individual', ${number})`),
      )
    }
  }
  await withdraw(answered.database)
  const tables = ['individual', 'pedigree_mark', 'variable', 'form', 'form_1', 'form_2', 'form_3', 'cohort_member']
  const before = ['answer_before', 'record_before', 'coverage', 'disclosure']
  const [rowsByTable, others] = [await wholeDatabase(answered.database), await wholeDatabase(never.database)]
  for (const table of [...tables, ...before]) {
    if (table === 'coverage') expect(rowsByTable[table]).toEqual([])
    else expect([table, rowsByTable[table]]).toEqual([table, others[table]])
  }
})

const subset = { cohort_type: 'subset', parent_id: 1 } as const
const aged = { variable: 'AGE', constraint_type: 'GTE', constraint_value: '40' }

async function infoOf(call: WireCall, cohortid: number) {
  const [cohort] = valueOf(await call(cohortInfo, { cohortid })).cohorts
  return cohort
}

test('a saved cohort keeps its size, counts the withdrawn, and leaves them out of previews and files', async () => {
  const server = await serve(GIVEN, 0)
  const call = await server.callAs('admin')
  const id = valueOf(await call(cohortNew, { ...subset, ...aged, name: 'Older' })).new_cohort_id
  const other = await call(cohortNew, {
    cohort_type: 'compound',
    parent_id: 1,
    secondparent_id: id,
    constraint_type: 'SUBTRACT',
    name: 'Not older',
  })
  const rest = valueOf(other).new_cohort_id
  const set = valueOf(await call(variableSetNew, { name: 'Age', variables: ['AGE'] })).id
  const [prepared] = valueOf(await call(downloadNew, { cohortid: id, varsetid: set }))
  const downloadid = prepared?.download_id ?? ''
  expect(valueOf(await call(downloadPreview, { downloadid }))).toMatchObject({ total: 4, withdrawn: 0 })
  const name = await withdraw(server.database)

  expect(await infoOf(call, id)).toMatchObject({ rowcount: 4, kept: 4, withdrawn: 2, collections: ['bp'] })
  expect(await infoOf(call, rest)).toMatchObject({ rowcount: 8, withdrawn: 0 })
  const preview = valueOf(await call(downloadPreview, { downloadid }))
  expect(preview).toMatchObject({ total: 2, withdrawn: 2 })
  expect(preview.data.map(([individual]) => individual)).toEqual(['P02', 'P04'])
  const fetch = await server.fetchAs('admin')
  const files = filesOf(
    new Uint8Array(await (await fetch(`${API_PREFIX}/cohort/download/bundle?downloadid=${downloadid}`)).arrayBuffer()),
  )
  expect(textIn(files, 'data.csv').match(/^P\d\d/gm)).toEqual(['P02', 'P04'])
  expect(textIn(files, 'README.txt')).toContain('2 members were withdrawn since. The size still counts them')
  expect(textIn(files, 'README.txt')).toContain('2 withdrawn individuals have no row.')
  expect(JSON.parse(textIn(files, 'definitions.json'))).toMatchObject({ withdrawn: 2 })

  expect(valueOf(await call(cohortToday, { cohortid: id }))).toMatchObject({
    today: name,
    before: 4,
    after: 2,
    changes: { entered: 0, left: 2, stayed: 2 },
    causes: [{ cause: 'withdrawn', variable_name: null, entered: 0, left: 2 }],
  })
  // They match now as relatives without a record, and have no row.
  expect(valueOf(await call(cohortToday, { cohortid: rest }))).toMatchObject({
    before: 8,
    after: 10,
    changes: { entered: 2, left: 0, stayed: 8 },
    causes: [{ cause: 'withdrawn', variable_name: null, entered: 2, left: 0 }],
  })
  const again = valueOf(await call(cohortRerun, { cohortid: rest })).new_cohort_id
  expect(await infoOf(call, again)).toMatchObject({ rowcount: 10, withdrawn: 0 })
  const [later] = valueOf(await call(downloadNew, { cohortid: again, varsetid: set }))
  const rows = valueOf(await call(downloadPreview, { downloadid: later?.download_id ?? '' }))
  expect(rows).toMatchObject({ total: 8, withdrawn: 2 })
  expect(valueOf(await call(releasesInfo, {})).data.map(({ withdrawn }) => withdrawn)).toEqual([2, 0])
})

test('small-count protection hides the numbers of the withdrawn', async () => {
  const server = await serve(GIVEN, 2)
  const call = await server.callAs('researcher')
  const id = valueOf(await call(cohortNew, { ...subset, variable: 'AGE', constraint_type: 'VALID', name: 'Aged' }))
  const set = valueOf(await call(variableSetNew, { name: 'Age', variables: ['AGE'] })).id
  const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid: set }))
  await withdraw(server.database)
  expect((await infoOf(call, id.new_cohort_id))?.withdrawn).toBeNull()
  expect(valueOf(await call(downloadPreview, { downloadid: prepared?.download_id ?? '' })).withdrawn).toBeNull()
  expect(valueOf(await call(releasesInfo, {})).data.map(({ withdrawn }) => withdrawn)).toEqual([null, null])
  const admin = await server.callAs('admin')
  expect(valueOf(await admin(releasesInfo, {})).data.map(({ withdrawn }) => withdrawn)).toEqual([2, 0])
})

test('a file that was sent can be made again without the withdrawn, and its hash and counts are deleted', async () => {
  const server = await serve(GIVEN, 0)
  const call = await server.callAs('admin')
  const fetch = await server.fetchAs('admin')
  const set = valueOf(await call(variableSetNew, { name: 'Age', variables: ['AGE'] })).id
  const saved = async (cohortid: number, path: string) => {
    const [prepared] = valueOf(await call(downloadNew, { cohortid, varsetid: set }))
    await (await fetch(`${API_PREFIX}/cohort/download/${path}downloadid=${prepared?.download_id}`)).arrayBuffer()
  }
  const older = valueOf(await call(cohortNew, { ...subset, ...aged, name: 'Older' })).new_cohort_id
  const young = { variable: 'AGE', constraint_type: 'LT', constraint_value: '40' }
  const younger = valueOf(await call(cohortNew, { ...subset, ...young, name: 'Younger' })).new_cohort_id
  const [old, renewed] = ['a'.repeat(64), 'b'.repeat(64)]
  await withWriteLock(server.database, (connection) => replaceContentHash(connection, 1, old))
  await saved(older, 'bundle?')
  await saved(younger, 'bundle?')
  await saved(younger, '../download?filename=younger.csv&')
  const before = valueOf(await call(filesInfo, {})).data
  expect(before).toHaveLength(3)
  await withWriteLock(server.database, (connection) =>
    withdrawIndividuals(connection, { individuals: NUMBERS, now: NOW, hashes: new Map([[1, renewed]]) }),
  )
  const files = valueOf(await call(filesInfo, {})).data
  const about = (name: string, isBundle: boolean) =>
    files.find((file) => file.cohort_name === name && file.is_bundle === isBundle)
  expect(about('Older', true)).toMatchObject({ rows: 4, sha256: null, bytes: null, release_hash: renewed })
  expect(about('Younger', true)).toMatchObject({ rows: 2, sha256: null, bytes: null })
  expect(about('Younger', false)).toEqual({
    ...before.find(({ is_bundle }) => !is_bundle),
    release_hash: renewed,
  })
  const fileid = about('Older', true)?.fileid ?? ''
  expect(valueOf(await call(fileInfo, { fileid }))).toMatchObject({ withdrawn: 2, prevented: null, left_out: [] })
  const again = await fetch(`${API_PREFIX}/cohort/download/again?fileid=${fileid}`)
  const entries = filesOf(new Uint8Array(await again.arrayBuffer()))
  expect(textIn(entries, 'data.csv').match(/^P\d\d/gm)).toEqual(['P02', 'P04'])
  expect([...entries.keys()]).not.toContain('table1.tsv')
  const cited = await fetch(`${API_PREFIX}/cohort/download/again?fileid=${about('Younger', true)?.fileid}`)
  const repeated = filesOf(new Uint8Array(await cited.arrayBuffer()))
  const texts = [...repeated.keys()].map((name) => textIn(repeated, name))
  expect(texts.filter((text) => text.includes(renewed)).length).toBeGreaterThan(2)
  const recipes = (await allRows(server.database, 'SELECT recipe FROM download_file')).map(({ recipe }) => recipe)
  expect([...texts, ...recipes].filter((text) => String(text).includes(old))).toEqual([])
})
