declare module 'virtual:handbook' {
  import type { HandbookPage } from '#domain/handbook.ts'

  const pages: readonly HandbookPage[]
  export default pages
}

declare module 'virtual:audit-labels' {
  /** By method and path. */
  const labels: Readonly<Record<string, string>>
  export default labels
}
