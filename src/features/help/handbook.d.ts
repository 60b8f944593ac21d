declare module 'virtual:handbook' {
  import type { HandbookPage } from '#domain/handbook.ts'

  const pages: readonly HandbookPage[]
  export default pages
}
