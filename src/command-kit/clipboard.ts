import { atom } from 'jotai'

/** A text that the browser did not allow to copy, as a dialog shows it. */
export const refusedCopyAtom = atom<string | null>(null)

export const COPY_REFUSED = 'The browser did not allow copying.'

/** Without permission, or over HTTP. Text is null for a picture. */
export class CopyRefused extends Error {
  readonly text: string | null

  constructor(text: string | null) {
    super(COPY_REFUSED)
    this.text = text
  }
}

/** Copies a text; throws `CopyRefused`, for which the runner of commands shows the text. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    throw new CopyRefused(text)
  }
}

/** Copies one thing in several formats. `text` is shown if the browser refuses. */
export async function copyFormats(
  formats: Readonly<Record<string, Promise<Blob>>>,
  text: string | null,
): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ ...formats })])
  } catch {
    // A format that could not be made is no refusal.
    await Promise.all(Object.values(formats))
    throw new CopyRefused(text)
  }
}
