/** Pages of the handbook by purpose, in order: `src/guide/handbook/ID.md`; the glossary is generated from `TERMS`. */
export const HANDBOOK_DOORS = [
  {
    door: 'Use',
    pages: [
      { id: 'use', title: 'Use DIVER' },
      { id: 'access', title: 'Access to data' },
      { id: 'expressions', title: 'Expressions' },
      { id: 'studies', title: 'Study files' },
      { id: 'terminal', title: 'Command line' },
      { id: 'clients', title: 'Python and R' },
      { id: 'glossary', title: 'Glossary' },
    ],
  },
  {
    door: 'Operate',
    pages: [
      { id: 'operate', title: 'Operate a server' },
      { id: 'security', title: 'Security' },
      { id: 'import', title: 'Import data' },
      { id: 'scaling', title: 'Scaling past one machine' },
    ],
  },
  {
    door: 'Understand',
    pages: [
      { id: 'api', title: 'The API' },
      { id: 'architecture', title: 'Architecture' },
      { id: 'decisions', title: 'Decisions' },
      { id: 'proof', title: 'Proof' },
      { id: 'performance', title: 'Performance' },
    ],
  },
] as const

export type HandbookDoor = (typeof HANDBOOK_DOORS)[number]['door']
export type HandbookPageId = (typeof HANDBOOK_DOORS)[number]['pages'][number]['id']

interface PageName {
  readonly id: HandbookPageId
  readonly title: string
}

/** All pages in order. */
export const HANDBOOK: readonly PageName[] = HANDBOOK_DOORS.flatMap(({ pages }) =>
  pages.map(({ id, title }): PageName => ({ id, title })),
)

/** The page of an id; undefined for an unknown id. */
export function handbookPageId(text: string | undefined): HandbookPageId | undefined {
  return HANDBOOK.find(({ id }) => id === text)?.id
}

/** Inline content. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  /** A link to a heading of a handbook page, or to an address: of a chapter of the guide, or external. */
  | { readonly kind: 'link'; readonly text: string; readonly to: HandbookPlace | { readonly href: string } }

export interface HandbookPlace {
  readonly page: HandbookPageId
  /** The id of a heading. */
  readonly heading?: string
}

export type HandbookBlock =
  | { readonly kind: 'heading'; readonly depth: number; readonly id: string; readonly text: string }
  | { readonly kind: 'paragraph'; readonly line: readonly Inline[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table'
      /** The nearest heading. */
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
