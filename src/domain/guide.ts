/** Path of the How To Use guide (spec section 2: a PDF). */
export const GUIDE_PATH = '/guide/diver-guide.pdf'

/** Title page and contents. */
const PAGES_BEFORE_THE_CHAPTERS = 2

/**
 * Chapters of the guide with their numbers of pages. Fixed before the guide is built, so that help can link to pages;
 * the build checks them.
 */
export const CHAPTERS = [
  { id: 'workspace', pages: 2 },
  { id: 'session', pages: 1 },
  { id: 'dashboard', pages: 1 },
  { id: 'catalog', pages: 1 },
  { id: 'variable', pages: 2 },
  { id: 'against', pages: 1 },
  { id: 'custom-variables', pages: 1 },
  { id: 'downcode', pages: 1 },
  { id: 'two-variables', pages: 1 },
  { id: 'many-variables', pages: 1 },
  { id: 'score', pages: 1 },
  { id: 'cohorts', pages: 1 },
  { id: 'subset', pages: 2 },
  { id: 'rules', pages: 2 },
  { id: 'compound', pages: 1 },
  { id: 'pedigrees', pages: 2 },
  { id: 'cohort', pages: 2 },
  { id: 'describe', pages: 2 },
  { id: 'variable-sets', pages: 1 },
  { id: 'variable-set-new', pages: 1 },
  { id: 'variable-set', pages: 1 },
  { id: 'download', pages: 2 },
  { id: 'download-files', pages: 1 },
  { id: 'download-file', pages: 1 },
  { id: 'projects', pages: 1 },
  { id: 'project-new', pages: 1 },
  { id: 'project', pages: 1 },
  { id: 'exchange', pages: 1 },
  { id: 'study', pages: 1 },
  { id: 'log', pages: 1 },
  { id: 'unknown', pages: 2 },
  { id: 'import', pages: 1 },
  { id: 'releases', pages: 1 },
  { id: 'help', pages: 1 },
  { id: 'words', pages: 2 },
  { id: 'keys', pages: 3 },
] as const

export type ChapterId = (typeof CHAPTERS)[number]['id']

/** The page on which a chapter begins, counted from 1. */
export function pageOfChapter(id: ChapterId): number {
  const place = CHAPTERS.findIndex((chapter) => chapter.id === id)
  return CHAPTERS.slice(0, place).reduce((sum, { pages }) => sum + pages, PAGES_BEFORE_THE_CHAPTERS + 1)
}

/** The guide's address, at a chapter. */
export function guideAddress(id: ChapterId): string {
  return `${GUIDE_PATH}#page=${pageOfChapter(id)}`
}
