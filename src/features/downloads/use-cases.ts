import { API_PREFIX } from '#domain/limits.ts'
import { downloadStream } from '#contract/downloads.ts'

/** The address of a prepared file. */
export function fileUrl(downloadId: string, fileName: string): string {
  const query = new URLSearchParams({ downloadid: downloadId, filename: fileName })
  return `${API_PREFIX}${downloadStream.path}?${query.toString()}`
}

/** Lets the browser save a file: it streams to disk without passing through this page. */
export function startDownload(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
