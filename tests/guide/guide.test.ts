import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { TERMS } from '#domain/glossary.ts'
import { CHAPTERS, GUIDE_PATH, guideAddress, pageOfChapter } from '#domain/guide.ts'
import { makeGuide } from '#guide/make-guide.ts'
import { readChapter } from '#guide/read-pages.ts'
import { textOfPdf, withoutBlanks } from '#tests/support/pdf-text.ts'
import { spokenKeys } from '#ui/key-names.ts'

const FOLDER = 'src/guide'
const registry = createRegistry(commands)

let bytes: Uint8Array
let pages: string[]
let bookmarks: string[]
let titles: Map<string, string>
beforeAll(async () => {
  bytes = await makeGuide(FOLDER)
  ;({ pages, bookmarks } = await textOfPdf(bytes))
  const chapters = await Promise.all(CHAPTERS.map(({ id }) => readChapter(FOLDER, id)))
  titles = new Map(chapters.map(({ id, title }) => [id, title]))
})

test.each(registry.routes.map(({ id, path }) => [path, id] as const))(
  'opens help for %s at the page of its chapter',
  (_, id) => {
    const command = registry.command(id)
    if (command.kind !== 'route') throw new Error(`${id} is no route.`)
    const [, page] = /^\/guide\/diver-guide\.pdf#page=(\d+)$/.exec(guideAddress(command.chapter)) ?? []
    const title = titles.get(command.chapter) ?? 'no chapter'
    expect(withoutBlanks(pages[Number(page) - 1] ?? '')).toMatch(new RegExp(`^${withoutBlanks(title)}`))
  },
)

test('has a separate chapter for each route', () => {
  const chapters = registry.routes.map(({ id }) => {
    const command = registry.command(id)
    return command.kind === 'route' ? command.chapter : null
  })
  expect(new Set(chapters).size).toBe(registry.routes.length)
})

test('lists every chapter with its page in contents and bookmarks', () => {
  expect(bookmarks).toEqual(['Contents', ...titles.values()])
  const lines = CHAPTERS.map(({ id }, index) => `${index + 1}  ${titles.get(id)}${pageOfChapter(id)}`)
  expect(withoutBlanks(pages[1] ?? '')).toContain(withoutBlanks(lines.join('')))
  expect(pages.slice(1).every((page, index) => page.endsWith(String(index + 2)))).toBe(true)
})

test('lists every declared key in the last chapter', () => {
  const keys = withoutBlanks(pages.slice(pageOfChapter('keys') - 1).join(''))
  for (const id of registry.ids) {
    const { help, keys: bindings = [] } = registry.command(id)
    for (const { seq } of bindings) {
      expect(keys).toContain(withoutBlanks(spokenKeys(seq, false)))
      expect(keys).toContain(withoutBlanks(help))
    }
  }
})

test.each([
  ['unknown', ['No match', 'No record', '[UNK]', 'unknown']],
  ['pedigrees', ['at least', 'at most', 'exactly', 'minimum size', 'Possible']],
  ['download', ['cohortname-setname.csv', 'RFC 4180', 'individual_id']],
  ['import', ['REDCap', 'BIDS', 'Read again', 'synthetic data']],
  ['words', TERMS.flatMap(({ term, words }) => [term, words])],
] as const)('explains the required terms in the chapter %s', (id, words) => {
  const from = pageOfChapter(id)
  const next = CHAPTERS[CHAPTERS.findIndex((chapter) => chapter.id === id) + 1]
  const text = withoutBlanks(pages.slice(from - 1, next && pageOfChapter(next.id) - 1).join(''))
  for (const word of words) expect(text).toContain(withoutBlanks(word))
})

test('builds the same file every time', async () => {
  expect(Buffer.compare(bytes, await makeGuide(FOLDER))).toBe(0)
})

test('is built to the path that the links use', async () => {
  const plugin = await readFile('src/build/client-plugins.ts', 'utf8')
  expect(plugin).toContain(`'${GUIDE_PATH.slice(1)}'`)
})

test('reads the blocks of a chapter, including generated ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chapters-'))
  await mkdir(join(folder, 'chapters'))
  const read = async (text: string) => {
    await writeFile(join(folder, 'chapters', 'keys.md'), text)
    return (await readChapter(folder, 'keys')).blocks
  }
  expect(await read('# A\n\ntext `c`\nmore\n\n- one\n  two\n- **three**\n\n{{keys a.b\nc}}')).toEqual([
    { kind: 'heading', depth: 1, id: 'a', text: 'A' },
    {
      kind: 'paragraph',
      line: [
        { kind: 'text', text: 'text ' },
        { kind: 'code', text: 'c' },
        { kind: 'text', text: ' more' },
      ],
    },
    {
      kind: 'list',
      isNumbered: false,
      items: [[{ kind: 'text', text: 'one two' }], [{ kind: 'strong', text: 'three' }]],
    },
    { kind: 'made', name: 'keys', parameters: ['a.b', 'c'] },
  ])
  await expect(read('# A\n\n> quoted')).rejects.toThrow('cannot show this')
})
