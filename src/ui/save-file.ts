import { showSuccess } from '#ui/overlays/toasts.ts'

/** The browser copies the file asynchronously; the object URL must outlive that. */
const URL_LIFETIME_MILLISECONDS = 60_000
const COPIED_BYTES_A_MILLISECOND = 5_000

/** Saves a complete Blob; calls back when its URL is revoked. */
export function saveFile(file: Blob, fileName: string, onCopied?: () => void): void {
  const url = URL.createObjectURL(file)
  startDownload(url, fileName)
  setTimeout(
    () => {
      URL.revokeObjectURL(url)
      onCopied?.()
    },
    URL_LIFETIME_MILLISECONDS + file.size / COPIED_BYTES_A_MILLISECOND,
  )
}

/** Saves a Blob, and says its name. */
export function saveNamed(file: Blob, fileName: string): void {
  saveFile(file, fileName)
  showSuccess(`Saved ${fileName}.`)
}

export function startDownload(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
