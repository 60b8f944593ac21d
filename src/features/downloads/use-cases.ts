import { API_PREFIX } from '#domain/limits.ts'
import { downloadStream } from '#contract/downloads.ts'

/** The address of a prepared file. */
export function fileUrl(downloadId: string, fileName: string): string {
  const query = new URLSearchParams({ downloadid: downloadId, filename: fileName })
  return `${API_PREFIX}${downloadStream.path}?${query.toString()}`
}
