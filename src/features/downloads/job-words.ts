import { countOf, formatCount, formatMegabytes } from '#domain/numbers.ts'
import type { DownloadJob } from '#features/downloads/jobs.ts'

/** What a download is doing, in words that change seldom. */
export function stateWords({ state, ahead, message }: DownloadJob): string {
  switch (state) {
    case 'waiting':
      return ahead === null
        ? 'Waiting for the server'
        : `Waiting: ${ahead === 0 ? 'the next' : `${ahead} before it`} in the queue`
    case 'running':
      return 'Downloading'
    case 'done':
      return 'Done'
    case 'handed-over':
      return 'Your browser saves it; its own list of downloads shows how far it is'
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return message
  }
}

/** How far it is: rows, megabytes, and how many of them a second. */
export function amountWords({ file, state, rows, bytes, seconds }: DownloadJob): string {
  if (bytes === 0) return ''
  const ofAll = file.totalRows === null || state === 'done' ? '' : ` of ${formatCount(file.totalRows)}`
  return [
    ...(file.bundle === null ? [ofAll === '' ? countOf(rows, 'row') : `${formatCount(rows)}${ofAll} rows`] : []),
    formatMegabytes(bytes),
    ...(seconds > 0 ? [`${formatMegabytes(bytes / seconds)}/s`] : []),
  ].join(' · ')
}
