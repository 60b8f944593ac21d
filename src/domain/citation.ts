import { countOf } from '#domain/numbers.ts'

/** A data file, as papers cite it. */
export interface CitedFile {
  readonly cohortName: string
  readonly setName: string
  readonly rows: number
  /** The number of variables, without the id columns. */
  readonly variables: number
  readonly madeAt: Date
  /** Name and version. */
  readonly software: string
  /** Null for data without releases. */
  readonly release: { readonly name: string; readonly contentHash: string | null } | null
  /** SHA-256 of the file; null within the file. */
  readonly sha256: string | null
}

/** Digits of the hash in the key of an entry. */
const KEY_DIGITS = 8

/** A citation in words, for the methods of a paper. */
export function citationText(file: CitedFile): string {
  const { cohortName, setName, rows, variables, software, sha256 } = file
  const size = `${countOf(rows, 'individual')}, ${countOf(variables, 'variable')}`
  return [
    `Cohort “${cohortName}” with the variable set “${setName}” (${size}).`,
    `${releaseWords(file)}, made on ${dayOf(file.madeAt)} with ${software}.`,
    ...(sha256 === null ? [] : [`SHA-256 of the file: ${sha256}.`]),
  ].join(' ')
}

function releaseWords({ release }: CitedFile): string {
  if (release === null) return 'Data without a release'
  const hash = release.contentHash === null ? '' : ` (SHA-256 of the content ${release.contentHash})`
  return `Data release ${release.name}${hash}`
}

/** The same as a BibTeX entry. */
export function citationBibtex(file: CitedFile): string {
  const { cohortName, setName, madeAt, release } = file
  const fields = [
    ['title', `{${escaped(`${cohortName}: ${setName}`)}}`],
    ['year', String(madeAt.getUTCFullYear())],
    ['month', String(madeAt.getUTCMonth() + 1)],
    ...(release === null ? [] : [['version', escaped(release.name)]]),
    ['note', escaped(citationText(file))],
  ]
  return `@misc{${keyOf(file)},\n${fields.map(([name, value]) => `  ${name} = {${value}},`).join('\n')}\n}\n`
}

/** Letters, digits and hyphens; unique by the hash where the file is known. */
function keyOf({ cohortName, setName, release, madeAt, sha256 }: CitedFile): string {
  const parts = [cohortName, setName, release?.name ?? dayOf(madeAt), sha256?.slice(0, KEY_DIGITS) ?? '']
  const words = parts.map((part) =>
    part
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, ''),
  )
  return words.filter((word) => word !== '').join('-') || 'data'
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** LaTeX's special characters, so that the text is printed as it is. */
function escaped(text: string): string {
  return text.replaceAll(/[\\{}$&#%_~^]/g, (character) => SPECIAL[character] ?? `\\${character}`)
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
