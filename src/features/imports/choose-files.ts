import type { Call, Failure, SendBytes } from '#api/result.ts'
import { importFile, importNew } from '#contract/imports.ts'
import { pathsToRead } from '#domain/imports/import-path.ts'
import { IMPORT_PIECE_BYTES } from '#domain/limits.ts'

/** A file of a data set, by its path inside the folder. */
export interface ChosenFile {
  readonly path: string
  readonly file: File
}

/** Files from the browser's file dialog: a folder's with their paths, or single ones. */
export function filesOfInput(files: FileList): ChosenFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** Dropped files, and dropped folders with their contents. */
export async function filesOfDrop(items: DataTransferItemList): Promise<ChosenFile[]> {
  // Read all entries now: the list is empty after the event.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const found = await Promise.all(entries.map(filesOf))
  return found.flat()
}

async function filesOf(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  if (!isFolder(entry)) return []
  const found: ChosenFile[] = []
  const reader = entry.createReader()
  for (;;) {
    // The browser returns at most 100 entries per call.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return found
    for (const inside of entries) found.push(...(await filesOf(inside)))
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** The files of supported types, by path in the folder, and the paths of the others. */
export function filesToSend(chosen: readonly ChosenFile[]): { files: ChosenFile[]; leftOut: string[] } {
  const top = chosen[0]?.path.split('/')[0] ?? ''
  const isOneFolder = chosen.every(({ path }) => path.startsWith(`${top}/`))
  const inside = chosen.map(({ path, file }) => ({ path: isOneFolder ? path.slice(top.length + 1) : path, file }))
  const read = new Set(pathsToRead(inside.map(({ path }) => path)))
  const files = inside.filter(({ path }) => read.has(path))
  return { files, leftOut: inside.map(({ path }) => path).filter((path) => !read.has(path)) }
}

interface Ports {
  readonly call: Call
  readonly sendBytes: SendBytes
  readonly signal: AbortSignal
  /** Called with the number of bytes uploaded. */
  readonly onSent: (bytes: number) => void
}

/** Uploads files in pieces, one after another; returns the upload's id. */
export async function sendFiles(
  { call, sendBytes, signal, onSent }: Ports,
  files: readonly ChosenFile[],
): Promise<Failure | { readonly ok: true; readonly reportId: string }> {
  const begun = await call(importNew, {}, { signal })
  if (!begun.ok) return begun
  const { reportId } = begun.value
  let sent = 0
  for (const { path, file } of files) {
    let offset = 0
    do {
      const piece = file.slice(offset, offset + IMPORT_PIECE_BYTES)
      const answer = await sendBytes(importFile, { reportId, path, offset }, piece, { signal })
      if (!answer.ok) return answer
      offset += piece.size
      sent += piece.size
      onSent(sent)
    } while (offset < file.size)
  }
  return { ok: true, reportId }
}
