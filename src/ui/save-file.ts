import { startDownload } from '#ui/start-download.ts'

/** A browser copies a file to its place after it was told to; so long the file stays. */
const KEPT_AT_LEAST_MILLISECONDS = 60_000
const COPIED_BYTES_A_MILLISECOND = 5_000

/** Saves what is whole already; calls back when it is no longer needed. */
export function saveFile(file: Blob, fileName: string, onCopied?: () => void): void {
  const url = URL.createObjectURL(file)
  startDownload(url, fileName)
  setTimeout(
    () => {
      URL.revokeObjectURL(url)
      onCopied?.()
    },
    KEPT_AT_LEAST_MILLISECONDS + file.size / COPIED_BYTES_A_MILLISECOND,
  )
}
