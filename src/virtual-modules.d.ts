declare module 'virtual:handbook' {
  import type { HandbookPage, HandbookPageId } from '#domain/handbook.ts'

  /** Loads a page. */
  const pages: Readonly<Record<HandbookPageId, () => Promise<{ readonly default: HandbookPage }>>>
  export default pages
}
