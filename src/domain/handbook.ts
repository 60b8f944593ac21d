/** The pages of the handbook, in order: `src/guide/handbook/ID.md`, except the glossary, generated from `GLOSSARY`. */
export const HANDBOOK = [
  { id: 'operate', title: 'Operate a server' },
  { id: 'security', title: 'Security' },
  { id: 'import', title: 'Import data' },
  { id: 'api', title: 'The API' },
  { id: 'performance', title: 'Performance' },
  { id: 'scaling', title: 'Scaling past one machine' },
  { id: 'architecture', title: 'Architecture' },
  { id: 'decisions', title: 'Decisions' },
  { id: 'glossary', title: 'Glossary' },
] as const

export type HandbookPageId = (typeof HANDBOOK)[number]['id']

/** The page that a text names; undefined where it names none. */
export function handbookPageId(text: string | undefined): HandbookPageId | undefined {
  return HANDBOOK.find(({ id }) => id === text)?.id
}

/** A stretch of a line. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  /** To a page of the handbook and a heading of it, or out of the product. */
  | { readonly kind: 'link'; readonly text: string; readonly to: HandbookPlace | { readonly href: string } }

export interface HandbookPlace {
  readonly page: HandbookPageId
  /** The id of a heading. */
  readonly at?: string
}

export type HandbookBlock =
  | { readonly kind: 'heading'; readonly depth: number; readonly id: string; readonly text: string }
  | { readonly kind: 'paragraph'; readonly line: readonly Inline[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table'
      /** The heading above it. */
      readonly label: string
      readonly header: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'picture'; readonly src: string; readonly alt: string }

export interface HandbookPage {
  readonly id: HandbookPageId
  readonly title: string
  readonly blocks: readonly HandbookBlock[]
}

/** The text of a block, to search in. */
export function textOfBlock(block: HandbookBlock): string {
  const words = (line: readonly Inline[]) => line.map(({ text }) => text).join('')
  switch (block.kind) {
    case 'paragraph':
      return words(block.line)
    case 'list':
      return block.items.map(words).join(' ')
    case 'table':
      return [block.header, ...block.rows].map((cells) => cells.map(words).join(' ')).join(' ')
    case 'picture':
      return block.alt
    default:
      return block.text
  }
}
