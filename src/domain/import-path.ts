import { IMPORT_PATH_MAX } from '#domain/limits.ts'

/** What no part of a path may hold: what parts it elsewhere, what names a drive, and what cannot be seen. */
// oxlint-disable-next-line no-control-regex -- control characters are meant
const UNFIT = /[\\:\u0000-\u001F\u007F]/

/** Whether a file of a data set may lie at that path inside its folder: never above it, and nothing hidden. */
export function isImportPath(path: string): boolean {
  if (path.length > IMPORT_PATH_MAX || UNFIT.test(path)) return false
  return path.split('/').every((part) => part.trim() !== '' && !part.startsWith('.'))
}
