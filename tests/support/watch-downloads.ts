/** A file that the page requested the browser to download. */
interface StartedDownload {
  readonly address: string
  readonly name: string
}

export interface DownloadWatch {
  readonly started: readonly StartedDownload[]
  readonly end: () => void
}

/** Records the downloads that the page starts, which jsdom cannot follow. */
export function watchDownloads(): DownloadWatch {
  const started: StartedDownload[] = []
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    event.preventDefault()
    started.push({ address: event.target.getAttribute('href') ?? '', name: event.target.download })
  }
  document.addEventListener('click', onClick)
  return { started, end: () => document.removeEventListener('click', onClick) }
}
