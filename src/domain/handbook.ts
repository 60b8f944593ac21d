/** Pages of the handbook by purpose, in order: `src/guide/handbook/ID.md`; the glossary is generated from `TERMS`. */
export const HANDBOOK_DOORS = [
  {
    door: 'Use',
    readers: 'For researchers',
    pages: [
      { id: 'use', title: 'Use DIVER', about: 'First steps, and the chapters of the guide.' },
      { id: 'expressions', title: 'Expressions', about: 'Cohorts as text in the palette and in builders.' },
      { id: 'studies', title: 'Study files', about: 'A project as text: read, edit, plan, apply.' },
      { id: 'terminal', title: 'Command line', about: 'Search, count, plan, apply and download at a terminal.' },
      { id: 'glossary', title: 'Glossary', about: 'Every term in one sentence.' },
    ],
  },
  {
    door: 'Operate',
    readers: 'For administrators',
    pages: [
      { id: 'operate', title: 'Operate a server', about: 'Install, back up, accounts, settings and commands.' },
      { id: 'security', title: 'Security', about: 'What counts disclose, and what protects them.' },
      { id: 'import', title: 'Import data', about: 'Formats, checks, follow-up imports and undo.' },
      { id: 'scaling', title: 'Scaling past one machine', about: 'PostgreSQL, Citus and several servers.' },
    ],
  },
  {
    door: 'Understand',
    readers: 'For developers and reviewers',
    pages: [
      { id: 'api', title: 'The API', about: 'Requests, capabilities and their rules.' },
      { id: 'architecture', title: 'Architecture', about: 'Rooms, imports between them, and dependencies.' },
      { id: 'decisions', title: 'Decisions', about: 'What was decided, and why.' },
      { id: 'proof', title: 'Proof', about: 'How counts are tested.' },
      { id: 'performance', title: 'Performance', about: 'Measured times and sizes.' },
    ],
  },
] as const

export type HandbookPageId = (typeof HANDBOOK_DOORS)[number]['pages'][number]['id']

interface PageName {
  readonly id: HandbookPageId
  readonly title: string
}

/** All pages in order. */
export const HANDBOOK: readonly PageName[] = HANDBOOK_DOORS.flatMap(({ pages }) =>
  pages.map(({ id, title }): PageName => ({ id, title })),
)

/** The pages before and after a page, in the order of all. */
export function neighboursOf(id: HandbookPageId): {
  readonly previous: PageName | undefined
  readonly next: PageName | undefined
} {
  const place = HANDBOOK.findIndex((page) => page.id === id)
  return { previous: HANDBOOK[place - 1], next: HANDBOOK[place + 1] }
}

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
