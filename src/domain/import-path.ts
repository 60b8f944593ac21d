import { IMPORT_PATH_MAX } from '#domain/limits.ts'

/** What no part of a path may hold: what parts it elsewhere, what names a drive, and what cannot be seen. */
// oxlint-disable-next-line no-control-regex -- control characters are meant
const UNFIT = /[\\:\u0000-\u001F\u007F]/

/** Whether a file of a data set may lie at that path inside its folder: never above it, and nothing hidden. */
export function isImportPath(path: string): boolean {
  if (path.length > IMPORT_PATH_MAX || UNFIT.test(path)) return false
  return path.split('/').every((part) => part.trim() !== '' && !part.startsWith('.'))
}

/** Where a BIDS data set's forms lie. */
export const PHENOTYPE = 'phenotype'

/** CSV or TSV, by the ending alone. */
export function isTable(path: string): boolean {
  return /\.[ct]sv$/i.test(path)
}

/** PLINK's .fam or .ped, by the ending alone. */
export function isPlink(path: string): boolean {
  return /\.(fam|ped)$/i.test(path)
}

/** Those of a folder's files that an import may read; a BIDS folder holds many thousands of others, large ones too. */
export function pathsToRead(paths: readonly string[]): string[] {
  const fit = paths.filter(isImportPath)
  const near = fit.filter((path) => !path.includes('/') || /^phenotype\/[^/]+$/.test(path))
  const tables = near.filter((path) => isTable(path) || isPlink(path))
  // Dictionaries alone lie in folders of any depth.
  const dictionaries = (tables.length > 0 ? near : fit).filter((path) => path.endsWith('.json'))
  return [...tables, ...dictionaries]
}
