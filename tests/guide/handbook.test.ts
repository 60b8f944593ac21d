import { beforeAll, expect, test } from 'vitest'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { TERMS } from '#domain/glossary.ts'
import { CHAPTERS, guideAddress } from '#domain/guide.ts'
import { HANDBOOK, type HandbookPage, type HandbookPlace, type Inline } from '#domain/handbook.ts'
import { textOfBlock } from '#features/help/handbook-blocks.tsx'
import { readHandbook } from '#guide/read-pages.ts'

let pages: readonly HandbookPage[]
beforeAll(async () => {
  pages = await readHandbook('src/guide')
})

function linesOf(page: HandbookPage): readonly Inline[] {
  return page.blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return block.line
    if (block.kind === 'list') return block.items.flat()
    return block.kind === 'table' ? [...block.header, ...block.rows.flat()].flat() : []
  })
}

test('reads every page of the handbook in order', () => {
  expect(pages.map(({ id, title }) => ({ id, title }))).toEqual(HANDBOOK)
  for (const { blocks } of pages) expect(blocks.map(textOfBlock).join(' ').length).toBeGreaterThan(500)
})

test('links only to existing pages and headings within the handbook', () => {
  const places = pages.flatMap((page) =>
    linesOf(page).flatMap((part): readonly HandbookPlace[] =>
      part.kind === 'link' && 'page' in part.to ? [part.to] : [],
    ),
  )
  expect(places.length).toBeGreaterThan(3)
  const headings = new Map(
    pages.map(({ id, blocks }) => [id, blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))]),
  )
  expect(places.filter(({ page, heading }) => heading !== undefined && !headings.get(page)?.includes(heading))).toEqual(
    [],
  )
})

test('begins with a page for users: every chapter of the guide at its page, and actual keys', () => {
  const [use] = pages
  expect(use?.id).toBe('use')
  const parts = use ? linesOf(use) : []
  const linked = parts.flatMap((part) => (part.kind === 'link' && 'href' in part.to ? [part.to.href] : []))
  expect(linked.toSorted()).toEqual(CHAPTERS.map(({ id }) => guideAddress(id)).toSorted())
  const { ids, command } = createRegistry(commands)
  const keys = new Set(ids.flatMap((id) => (command(id).keys ?? []).map(({ seq }) => seq.replace('$mod', 'Ctrl'))))
  const named = parts.flatMap((part) => (part.kind === 'code' ? [part.text] : []))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((seq) => !keys.has(seq))).toEqual([])
})

test('keeps the parts of tables, lists, code and pictures', () => {
  const kinds = new Set(pages.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)))
  expect([...kinds].toSorted()).toEqual(['code', 'heading', 'list', 'paragraph', 'picture', 'table'])
  const operate = pages.find(({ id }) => id === 'operate')
  expect(operate?.blocks).toContainEqual(expect.objectContaining({ kind: 'heading', id: 'backup', depth: 2 }))
})

test('renders the glossary page as a table of all terms under an anchor', () => {
  const blocks = pages.find(({ id }) => id === 'glossary')?.blocks
  expect(blocks).toContainEqual({ kind: 'heading', depth: 2, id: 'terms', text: 'Terms' })
  const table = blocks?.find((block) => block.kind === 'table')
  expect(table?.label).toBe('Terms')
  expect(table?.rows.map((cells) => cells.map((line) => line.map(({ text }) => text).join('')))).toEqual(
    TERMS.map(({ term, words }) => [term, words]),
  )
})
