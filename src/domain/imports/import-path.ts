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

/** A workbook that is open leaves such a file beside it. */
const LOCK_FILE = /(?:^|\/)~\$/

/** Delimited text, also compressed by gzip, PLINK's phenotypes and covariates, SPSS, Excel or Parquet, by extension. */
export function isTable(path: string): boolean {
  if (LOCK_FILE.test(path)) return false
  return /\.(?:(?:csv|tsv|txt)(?:\.gz)?|pheno|cov|z?sav|xls[xm]|parquet)$/i.test(path)
}

/** PLINK's .fam, .ped or .psam, by extension. */
export function isPlink(path: string): boolean {
  return /\.(?:fam|ped|psam)$/i.test(path)
}

/** A text that may be a table or a note. */
export function isPlainText(path: string): boolean {
  return /\.txt$/i.test(path)
}

/** A data dictionary of dbGaP beside its tables. */
export function isDbgapDictionary(path: string): boolean {
  return /\.data_dict\.xml$/i.test(path)
}

/** Files of a folder that an import reads. A BIDS folder holds many thousands of others, also large ones. */
export function pathsToRead(paths: readonly string[]): string[] {
  const fit = paths.filter(isImportPath)
  const near = fit.filter((path) => !path.includes('/') || /^phenotype\/[^/]+$/.test(path))
  const tables = near.filter((path) => isTable(path) || isPlink(path))
  // Dictionaries may lie in nested folders.
  const isCatalog = tables.every(isPlainText) && fit.some(isDictionaryFile)
  if (isCatalog) return fit.filter(isDictionaryFile)
  return [...tables, ...near.filter((path) => isDictionaryFile(path) || isDbgapDictionary(path))]
}

function isDictionaryFile(path: string): boolean {
  return path.endsWith('.json')
}

/** How the contents of other files get into an import, by extension in lower case. */
const REMEDIES: readonly { readonly extensions: RegExp; readonly remedy: string }[] = [
  { extensions: /\.(?:xls|xlsb|ods|numbers)$/, remedy: 'save it as .xlsx' },
  { extensions: /\.(?:dta|sas7bdat|xpt|rds|rda|rdata|feather|jmp|mat|por)$/, remedy: 'export it as .csv' },
  { extensions: /\.(?:zip|tar|tgz|7z|rar|bz2|xz|zst|gz)$/, remedy: 'unpack it' },
  { extensions: /\.(?:bed|bim|pgen|pvar|bgen|vcf|map|nii)(?:\.gz)?$/, remedy: 'genotypes and images are not imported' },
  { extensions: /\.(?:sqlite|db|duckdb|accdb|mdb)$/, remedy: 'export its tables as .csv' },
]

/** The way to import the contents of a file that is not read; empty for files such as a readme. */
export function remedyFor(path: string): string {
  return REMEDIES.find(({ extensions }) => extensions.test(path.toLowerCase()))?.remedy ?? ''
}
