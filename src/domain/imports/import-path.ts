import { IMPORT_PATH_MAX } from '#domain/limits.ts'

/** Rejected in paths: separators of other systems, drive letters, and control characters. */
// oxlint-disable-next-line no-control-regex -- control characters are meant
const UNFIT = /[\\:\u0000-\u001F\u007F]/

/** Whether a path is allowed for a file of a data set: inside its folder and not hidden. */
export function isImportPath(path: string): boolean {
  if (path.length > IMPORT_PATH_MAX || UNFIT.test(path)) return false
  return path.split('/').every((part) => part.trim() !== '' && !part.startsWith('.'))
}

/** The folder of forms in a BIDS data set. */
export const PHENOTYPE = 'phenotype'

/** CSV or TSV, by extension. */
export function isTable(path: string): boolean {
  return /\.[ct]sv$/i.test(path)
}

/** PLINK's .fam or .ped, by extension. */
export function isPlink(path: string): boolean {
  return /\.(fam|ped)$/i.test(path)
}

/** Files of a folder that an import reads. A BIDS folder holds many thousands of others, also large ones. */
export function pathsToRead(paths: readonly string[]): string[] {
  const fit = paths.filter(isImportPath)
  const near = fit.filter((path) => !path.includes('/') || /^phenotype\/[^/]+$/.test(path))
  const tables = near.filter((path) => isTable(path) || isPlink(path))
  // Dictionaries may lie in nested folders.
  const dictionaries = (tables.length > 0 ? near : fit).filter((path) => path.endsWith('.json'))
  return [...tables, ...dictionaries]
}
