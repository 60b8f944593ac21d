import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import { TERMS } from '#domain/glossary.ts'
import { CHAPTERS, guideAddress, type ChapterId } from '#domain/guide.ts'
import { HANDBOOK, handbookPageId, type HandbookBlock, type HandbookPage, type Inline } from '#domain/handbook.ts'
import { keysOf } from '#guide/draw-chapter.ts'

/** A block of a chapter: as in the handbook, or made from the product itself: {{keys cohort.show pane.split}}. */
export type ChapterBlock =
  | HandbookBlock
  | { readonly kind: 'made'; readonly name: string; readonly parameters: readonly string[] }

export interface Chapter {
  readonly id: ChapterId
  readonly title: string
  readonly blocks: readonly ChapterBlock[]
}

/** Reads a chapter of the guide; {key cohort.show} stands for that command's keys. */
export async function readChapter(folder: string, id: ChapterId): Promise<Chapter> {
  const text = await readFile(join(folder, 'chapters', `${id}.md`), 'utf8')
  const withKeys = text.replaceAll(/\{key ([\w.-]+)\}/g, (_, command: string) => `\`${keysOf(command)}\``)
  const blocks = lexer(withKeys).flatMap((token) => madeBlock(token) ?? blockOf(token, null))
  const [title] = blocks
  if (title?.kind !== 'heading' || title.depth !== 1) {
    throw new Error(`The guide’s chapter ${id} does not begin with its title.`)
  }
  return { id, title: title.text, blocks }
}

function madeBlock({ raw }: Token): readonly ChapterBlock[] | null {
  const [, name, parameters = ''] = /^\{\{([a-z-]+)\s*([\s\S]*)\}\}\s*$/.exec(raw) ?? []
  return name === undefined ? null : [{ kind: 'made', name, parameters: parameters.split(/\s+/).filter(Boolean) }]
}

/** Reads the pages of the handbook; throws on Markdown that neither the Help pane nor the PDF can render. */
export function readHandbook(folder: string): Promise<readonly HandbookPage[]> {
  return Promise.all(
    HANDBOOK.map(async ({ id, title }) => {
      if (id === 'glossary') return { id, title, blocks: withLabels(title, glossaryBlocks()) }
      const text = await readFile(join(folder, 'handbook', `${id}.md`), 'utf8')
      const [first, ...blocks] = lexer(text).flatMap((token) => blockOf(token, id))
      if (first?.kind !== 'heading' || first.text !== title)
        throw new Error(`${id}.md does not begin with "# ${title}"`)
      return { id, title, blocks: withLabels(title, blocks) }
    }),
  )
}

/** Rendered at build time: the client's first screen does not load the glossary. */
function glossaryBlocks(): readonly HandbookBlock[] {
  const cell = (text: string): readonly Inline[] => [{ kind: 'text', text }]
  return [
    { kind: 'paragraph', line: cell('Terms of the field and of the product, in alphabetical order.') },
    { kind: 'heading', depth: 2, id: anchorOf('Terms'), text: 'Terms' },
    {
      kind: 'table',
      label: '',
      header: [cell('term'), cell('meaning')],
      rows: TERMS.map(({ term, words }) => [[{ kind: 'strong', text: term }], cell(words)]),
    },
  ]
}

function withLabels(title: string, blocks: readonly HandbookBlock[]): readonly HandbookBlock[] {
  let label = title
  return blocks.map((block) => {
    if (block.kind === 'heading') label = block.text
    return block.kind === 'table' ? { ...block, label } : block
  })
}

function blockOf(token: Token, page: HandbookPage['id'] | null): readonly HandbookBlock[] {
  const line = (tokens: readonly Token[] | undefined) => (tokens ?? []).flatMap((part) => inlineOf(part, page))
  if (isOf(token, 'heading'))
    return [{ kind: 'heading', depth: token.depth, id: anchorOf(token.text), text: token.text }]
  if (isOf(token, 'code')) return [{ kind: 'code', text: token.text }]
  if (isOf(token, 'table')) {
    const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => line(tokens))
    return [{ kind: 'table', label: '', header: cells(token.header), rows: token.rows.map(cells) }]
  }
  if (isOf(token, 'list')) {
    const items = token.items.map(({ tokens }) => tokens.flatMap((part) => line('tokens' in part ? part.tokens : [])))
    return [{ kind: 'list', isNumbered: token.ordered, items }]
  }
  if (isOf(token, 'paragraph')) {
    const [picture] = token.tokens
    if (picture && isOf(picture, 'image')) return [{ kind: 'picture', src: picture.href, alt: picture.text }]
    return [{ kind: 'paragraph', line: line(token.tokens) }]
  }
  if (token.type === 'space') return []
  throw new Error(`The guide and the handbook cannot show this: ${token.raw}`)
}

function inlineOf(token: Token, page: HandbookPage['id'] | null): readonly Inline[] {
  if (isOf(token, 'codespan')) return [{ kind: 'code', text: token.text }]
  if (isOf(token, 'strong')) return [{ kind: 'strong', text: plain(token.tokens) }]
  if (isOf(token, 'em')) return [{ kind: 'emphasis', text: plain(token.tokens) }]
  if (isOf(token, 'link')) return [linkOf(token, page)]
  if (isOf(token, 'text') || isOf(token, 'escape')) return [{ kind: 'text', text: token.text.replaceAll('\n', ' ') }]
  throw new Error(`The guide and the handbook cannot show this: ${token.raw}`)
}

/** A link to a repository file stays a name. */
function linkOf({ href, text }: Tokens.Link, page: HandbookPage['id'] | null): Inline {
  if (/^https?:/.test(href)) return { kind: 'link', text, to: { href } }
  const [, chapter] = /^\.\.\/chapters\/([a-z-]+)\.md$/.exec(href) ?? []
  if (chapter !== undefined) {
    const found = CHAPTERS.find(({ id }) => id === chapter)
    if (!found) throw new Error(`The guide has no chapter ${chapter}.`)
    return { kind: 'link', text, to: { href: guideAddress(found.id) } }
  }
  const [file = '', heading] = href.split('#', 2)
  const linked = file === '' ? (page ?? undefined) : handbookPageId(/^([a-z]+)\.md$/.exec(file)?.[1])
  if (linked === undefined) return { kind: 'text', text }
  return { kind: 'link', text, to: { page: linked, ...(heading !== undefined && { heading }) } }
}

function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('text' in token ? String(token.text) : token.raw))
    .join('')
    .replaceAll('\n', ' ')
}

/** The anchor of a heading, as GitHub generates it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

interface TokenOf {
  heading: Tokens.Heading
  code: Tokens.Code
  table: Tokens.Table
  list: Tokens.List
  paragraph: Tokens.Paragraph
  image: Tokens.Image
  codespan: Tokens.Codespan
  strong: Tokens.Strong
  em: Tokens.Em
  link: Tokens.Link
  text: Tokens.Text
  escape: Tokens.Escape
}

/** A type guard: marked's token union has an open member, so narrowing fails. */
function isOf<Type extends keyof TokenOf>(token: Token, type: Type): token is TokenOf[Type] {
  return token.type === type
}
