/** Text in one font. */
export interface Run {
  readonly text: string
  readonly face: 'plain' | 'bold' | 'code'
}

export type Block =
  | { readonly kind: 'title' | 'heading' | 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly Run[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Run[])[])[] }
  | { readonly kind: 'picture'; readonly file: string; readonly caption: readonly Run[] }
  /** Generated content: {{keys cohort.show pane.split}}. */
  | { readonly kind: 'made'; readonly name: string; readonly parameters: readonly string[] }

/** Parses the chapters' Markdown: headings, paragraphs, lists, tables, pictures and generated content. */
export function readMarkdown(text: string): readonly Block[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block) => readBlock(block))
}

function readBlock(block: string): Block {
  const lines = block.split('\n')
  const [first = ''] = lines
  const picture = /^!\[(.*)\]\(([\w.-]+)\)$/.exec(block.replaceAll('\n', ' '))
  if (picture) return { kind: 'picture', caption: readRuns(picture[1] ?? ''), file: picture[2] ?? '' }
  const made = /^\{\{([a-z-]+)\s*([\s\S]*)\}\}$/.exec(block)
  if (made) {
    return { kind: 'made', name: made[1] ?? '', parameters: (made[2] ?? '').split(/\s+/).filter((part) => part !== '') }
  }
  if (first.startsWith('# ')) return { kind: 'title', runs: readRuns(block.slice(2)) }
  if (first.startsWith('## ')) return { kind: 'heading', runs: readRuns(block.slice(3)) }
  if (first.startsWith('|'))
    return { kind: 'table', rows: lines.filter((line) => !/^[|\s-]+$/.test(line)).map(readRow) }
  if (/^(-|\d+\.) /.test(first)) {
    const items = block.split(/\n(?=(?:-|\d+\.) )/).map((item) => readRuns(item.replace(/^(-|\d+\.) /, '')))
    return { kind: 'list', isNumbered: !first.startsWith('-'), items }
  }
  if (/^(#|>|\* |```)/.test(first)) throw new Error(`The guide does not know how to set this: ${first}`)
  return { kind: 'paragraph', runs: readRuns(block) }
}

function readRow(line: string): readonly (readonly Run[])[] {
  return line
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => readRuns(cell.trim()))
}

/** Parses **bold** and `code`; the lines of a block are joined. */
export function readRuns(text: string): readonly Run[] {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part): Run => {
      if (part.startsWith('**')) return { text: part.slice(2, -2), face: 'bold' }
      if (part.startsWith('`')) return { text: part.slice(1, -1), face: 'code' }
      return { text: part, face: 'plain' }
    })
}
