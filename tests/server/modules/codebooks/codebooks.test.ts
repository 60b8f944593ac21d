import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { versionsOf } from '#server/demo/forms/form.ts'
import { FORMS } from '#server/demo/forms/forms.ts'
import { makeCatalog } from '#server/demo/make-catalog.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { rowsOf, type Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { sql } from '#server/platform/db/sql.ts'
import { drawCodebook } from '#server/store/codebooks/draw-codebook.ts'
import { fillCodebookPages } from '#server/store/codebooks/fill-pages.ts'
import { readCodebooks } from '#server/store/codebooks/read-codebook.ts'
import { setDataOrigin } from '#server/store/data-origin.ts'
import { tabbed, temporaryFolder } from '#tests/support/import-folders.ts'
import { textOfPdf, withoutBlanks } from '#tests/support/pdf-text.ts'
import { createTestServer } from '#tests/support/test-server.ts'

/** Every so many codebooks one is read. */
const STEP = 9

let database: Database
beforeAll(async () => {
  database = await openDatabase(':memory:')
  await database.withConnection(async (connection) => {
    const versions = FORMS.flatMap(versionsOf).map((version, index) => ({
      version,
      formNo: index + 1,
      observations: [],
    }))
    await makeCatalog(connection, versions)
    await setDataOrigin(connection, 'demo')
    await fillCodebookPages(connection)
  })
})
afterAll(() => database.close())

const Place = v.object({
  variable_name: v.string(),
  question: v.string(),
  section: v.string(),
  pdf_file: v.string(),
  pdf_page: v.string(),
  toc_page: v.string(),
})

/** Texts of a PDF's pages, without blanks. */
async function pagesOf(bytes: Uint8Array): Promise<{ pages: string[]; bookmarks: string[] }> {
  const { pages, bookmarks } = await textOfPdf(bytes)
  return { pages: pages.map(withoutBlanks), bookmarks }
}

test('every variable is on the page that the catalog names', async () => {
  const places = await database.withConnection((connection) =>
    rowsOf(connection, Place, `SELECT ${Object.keys(Place.entries).join(', ')} FROM variable ORDER BY variable_name`),
  )
  const files = [...new Set(places.map((place) => place.pdf_file))].filter((_, index) => index % STEP === 0)
  const misplaced: string[] = []
  let looked = 0
  for (const file of files) {
    const [codebook] = await database.withConnection(async (connection) => [
      ...(await readCodebooks(connection, sql`pdf_file = ${file}`)).values(),
    ])
    if (!codebook) throw new Error(file)
    const { pages } = await pagesOf(await drawCodebook(codebook))
    for (const place of places.filter(({ pdf_file }) => pdf_file === file)) {
      const page = pages[Number(place.pdf_page) - 1] ?? ''
      const contents = pages[Number(place.toc_page) - 1] ?? ''
      const stands =
        page.includes(place.variable_name) &&
        page.includes(withoutBlanks(place.question)) &&
        contents.includes(withoutBlanks(place.section))
      if (!stands) misplaced.push(place.variable_name)
      looked += 1
    }
  }
  expect(misplaced).toEqual([])
  expect(looked).toBeGreaterThan(200)
})

test('a codebook is reproducible, with bookmarks for the contents and each section', async () => {
  const [codebook] = await database.withConnection(async (connection) => [
    ...(await readCodebooks(connection, sql`form.instrument = 'Lifetime Diagnostic Interview'`)).values(),
  ])
  if (!codebook) throw new Error('The interview has no codebook.')
  const [first, second] = [await drawCodebook(codebook), await drawCodebook(codebook)]
  expect(Buffer.compare(first, second)).toBe(0)
  const { pages, bookmarks } = await pagesOf(first)
  expect(bookmarks).toEqual([
    'Contents',
    ...codebook.sections.map((section, index) => `${index + 1}  ${section.title}`),
  ])
  expect(pages[0]).toContain('Synthetic:')
  expect(pages.slice(1).every((page, index) => page.endsWith(String(index + 2)))).toBe(true)
})

test('serves codebooks to signed-in users only, and no other files', async () => {
  const server = await createTestServer()
  await server.database.withConnection(fillCodebookPages)
  const [form] = await server.database.withConnection((connection) =>
    rowsOf(connection, Place, `SELECT ${Object.keys(Place.entries).join(', ')} FROM variable ORDER BY variable_name`),
  )
  const path = `/codebooks/${form?.pdf_file}`
  const status = async (fetch: typeof globalThis.fetch, url: string) => (await fetch(url)).status
  expect(await status(server.newFetch(), path)).toBe(401)
  const fetch = await server.fetchAs('newcomer')
  const response = await fetch(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await pagesOf(new Uint8Array(await response.arrayBuffer()))).pages.join('')).toContain(form?.variable_name)
  for (const wrong of ['none.pdf', 'a.txt', '..%2f..%2fpackage.json', '%2e%2e', 'x%00.pdf']) {
    expect([wrong, await status(fetch, `/codebooks/${wrong}`)]).toEqual([wrong, 404])
  }
  server.close()
})

test('draws missing glyphs, words wider than the page and 120 answers without an error', async () => {
  const answers = Array.from({ length: 120 }, (_, index) => [`${index}`, `Meaning ${index}`] as const)
  const item = {
    item: '1.1',
    variableName: 'WIDE',
    question: `Ünë 数 ${'w'.repeat(300)}?`,
    dataType: 'categorical',
    answers,
    notes: [],
  }
  const next = { ...item, item: '1.2', variableName: 'NEXT', answers: [] }
  const { pages } = await pagesOf(
    await drawCodebook({
      instrument: 'Größe',
      version: '',
      title: 'T',
      isSynthetic: false,
      sections: [{ title: 'One', items: [item, next] }],
    }),
  )
  expect(pages.length).toBeGreaterThan(4)
  expect(pages.join('')).toContain('Ünë?w')
})

test('creates codebooks of an imported data set during the import', async () => {
  const folder = temporaryFolder({
    'participants.tsv': tabbed('participant_id age', 'sub-1 30', 'sub-2 40'),
    'phenotype/scale.tsv': tabbed('participant_id item_1', 'sub-1 0', 'sub-2 1'),
  })
  const imported = await openDatabase(':memory:')
  await importFolder(imported, folder.path, { collection: 'ct', study: '1', skipBadRows: false })
  const places = await imported.withConnection((connection) =>
    rowsOf(connection, Place, `SELECT ${Object.keys(Place.entries).join(', ')} FROM variable ORDER BY variable_name`),
  )
  expect(places.map((place) => [place.variable_name, place.pdf_page, place.toc_page])).toEqual([
    ['AGE', '3', '2'],
    ['ITEM_1', '3', '2'],
  ])
  expect(new Set(places.map((place) => place.pdf_file)).size).toBe(2)
  imported.close()
  folder.remove()
})
