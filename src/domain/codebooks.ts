/** Where a page of a codebook is served (spec section 2). */
export function codebookAddress(file: string, page: string): string {
  return `/codebooks/${encodeURIComponent(file)}#toolbar=0&page=${page}`
}
