import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import { HANDBOOK, handbookPageId, type HandbookBlock, type HandbookPage, type Inline } from '#domain/handbook.ts'

/** Reads the handbook's pages; throws on Markdown that the Help pane cannot render. */
export function readHandbook(folder: string): Promise<readonly HandbookPage[]> {
  return Promise.all(
    HANDBOOK.map(async ({ id, title }) => {
      const text = await readFile(join(folder, 'handbook', `${id}.md`), 'utf8')
      const [first, ...blocks] = lexer(text).flatMap((token) => blockOf(token, id))
      if (first?.kind !== 'heading' || first.text !== title)
        throw new Error(`${id}.md does not begin with "# ${title}"`)
      return { id, title, blocks: withLabels(title, blocks) }
    }),
  )
}

function withLabels(title: string, blocks: readonly HandbookBlock[]): readonly HandbookBlock[] {
  let label = title
  return blocks.map((block) => {
    if (block.kind === 'heading') label = block.text
    return block.kind === 'table' ? { ...block, label } : block
  })
}

function blockOf(token: Token, page: HandbookPage['id']): readonly HandbookBlock[] {
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
  throw new Error(`The handbook does not know how to show this: ${token.raw}`)
}

function inlineOf(token: Token, page: HandbookPage['id']): readonly Inline[] {
  if (isOf(token, 'codespan')) return [{ kind: 'code', text: token.text }]
  if (isOf(token, 'strong')) return [{ kind: 'strong', text: plain(token.tokens) }]
  if (isOf(token, 'em')) return [{ kind: 'emphasis', text: plain(token.tokens) }]
  if (isOf(token, 'link')) return [linkOf(token, page)]
  if (isOf(token, 'text') || isOf(token, 'escape')) return [{ kind: 'text', text: token.text.replaceAll('\n', ' ') }]
  throw new Error(`The handbook does not know how to show this: ${token.raw}`)
}

/** A link to a repository file stays a name. */
function linkOf({ href, text }: Tokens.Link, page: HandbookPage['id']): Inline {
  if (/^https?:/.test(href)) return { kind: 'link', text, to: { href } }
  const [file = '', at] = href.split('#', 2)
  const linked = file === '' ? page : handbookPageId(/^([a-z]+)\.md$/.exec(file)?.[1])
  if (linked === undefined) return { kind: 'text', text }
  return { kind: 'link', text, to: { page: linked, ...(at !== undefined && { at }) } }
}

function plain(tokens: readonly Token[]): string {
  return tokens.map((token) => ('text' in token ? String(token.text) : token.raw)).join('')
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
