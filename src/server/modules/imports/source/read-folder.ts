import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isDbgapDictionary, isPlainText, isPlink, isTable, PHENOTYPE, remedyFor } from '#domain/imports/import-path.ts'
import { countOf } from '#domain/numbers.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'

export type SourceFiles = ReadonlyMap<string, string>

export const PARTICIPANTS = 'participants.tsv'

/** The description of tables in a Frictionless Data Package. */
export const DATA_PACKAGE = 'datapackage.json'

export interface SourceFolder {
  /** Tables and sidecars of a BIDS data set; empty for plain tables. */
  readonly bids: SourceFiles
  /** Plain tables; beside a BIDS data set only pedigrees. */
  readonly tables: SourceFiles
  /** BIDS sidecars without tables: a catalog. */
  readonly sidecars: SourceFiles
  /** PLINK's .fam and .ped. */
  readonly plink: SourceFiles
  /** Notes on files that are not read, and on unreadable ones beside a BIDS data set, which are not required. */
  readonly notes: readonly Problem[]
  /** The descriptions of plain tables: a data package, dictionaries of dbGaP. */
  readonly packages: SourceFiles
  /** Names of the files and folders that are not read. */
  readonly leftOut: readonly string[]
}

/** Why a folder without files to read is refused. */
export const NO_DATA_SET = `This is no data set: neither ${PARTICIPANTS}, ${PHENOTYPE}/*.tsv, *.csv, *.tsv, *.txt, *.sav, *.xlsx, *.parquet, *.fam nor *.json is here.`

/** Lists the files of a data set, and names the others in notes. Throws ImportRefused if there are none. */
export async function readFolder(folder: string): Promise<SourceFolder> {
  if (!(await isFolder(folder))) throw new ImportRefused([problemAt(folder, null, 'There is no such folder.')])
  const top = (await filesIn(folder)).filter((name) => !name.startsWith('.'))
  const forms = (await isFolder(join(folder, PHENOTYPE))) ? await filesIn(join(folder, PHENOTYPE)) : []
  const described = [
    ...top.filter((name) => name === PARTICIPANTS || name === 'participants.json'),
    ...forms.filter(isTableOrSidecar).map((name) => `${PHENOTYPE}/${name}`),
  ]
  const isBids = described.some((path) => path.endsWith('.tsv'))
  const tables = top.filter((name) => isTable(name) && name !== PARTICIPANTS)
  const plink = top.filter(isPlink)
  const hasTables =
    isBids || !tables.every(isPlainText) || plink.length > 0 || (tables.length > 0 && top.some(isDbgapDictionary))
  const sidecars = hasTables ? [] : await sidecarsIn(folder)
  if (!hasTables && tables.length === 0 && sidecars.length === 0) {
    throw new ImportRefused([problemAt(folder, null, NO_DATA_SET), ...leftOutNotes(top)])
  }
  const inside = await realpath(folder)
  const problems: Problem[] = []
  const found = async (paths: readonly string[], onProblem: (problem: Problem) => void): Promise<SourceFiles> => {
    const files = new Map<string, string>()
    for (const path of paths) {
      const problem = await placeProblem(inside, path)
      if (problem === null) files.set(path, join(folder, path))
      else onProblem(problem)
    }
    return files
  }
  const refuse = (problem: Problem) => problems.push(problem)
  const packages = !isBids && hasTables ? top.filter((name) => name === DATA_PACKAGE || isDbgapDictionary(name)) : []
  const readable = new Set([...packages, ...(isBids ? described : []), ...tables, ...plink, ...sidecars, PHENOTYPE])
  const leftOut = top.filter((name) => !readable.has(name))
  const notes = leftOutNotes(leftOut)
  const files = {
    bids: isBids ? await found(described, refuse) : new Map<string, string>(),
    tables: await found(
      sidecars.length > 0 ? [] : tables,
      isBids ? (problem) => notes.push(leftAlone(problem)) : refuse,
    ),
    plink: await found(plink, refuse),
    packages: await found(packages, refuse),
    sidecars: await found(sidecars, refuse),
  }
  if (problems.length > 0) throw new ImportRefused(problems)
  return { ...files, notes, leftOut }
}

const NAMED_AT_MOST = 10

/** Notes that name the files and folders that are not read; for some, how their data can be imported. */
function leftOutNotes(names: readonly string[]): Problem[] {
  const advised = names.filter((name) => remedyFor(name) !== '')
  const others = names.filter((name) => remedyFor(name) === '')
  const more = others.length - NAMED_AT_MOST
  const named = [...others.slice(0, NAMED_AT_MOST), ...(more > 0 ? [countOf(more, 'other')] : [])].join(', ')
  return [
    ...advised.map((name) => problemAt(name, null, `Left out: ${remedyFor(name)}.`)),
    ...(others.length === 0 ? [] : [problemAt('', null, `These are not read and were left out: ${named}.`)]),
  ]
}

/** Symbolic links may lead outside the folder; pipes and devices never end. */
async function placeProblem(folder: string, path: string): Promise<Problem | null> {
  const real = await realpath(join(folder, path)).catch(() => null)
  if (real === null) return problemAt(path, null, 'This link leads nowhere.')
  if (!real.startsWith(folder + sep)) return problemAt(path, null, 'This is a link that leads out of the folder.')
  return (await stat(real)).isFile() ? null : problemAt(path, null, 'This is no file.')
}

/** Dictionaries may be in any folder; other JSON files are excluded by their BIDS names. */
async function sidecarsIn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name))
    const isSidecar = path.endsWith('.json') && !/(^|\/)\./.test(path) && !NO_SIDECARS.has(entry.name)
    if (entry.isFile() && isSidecar) found.push(path)
  }
  return found.sort()
}

const NO_SIDECARS = new Set(['dataset_description.json', 'genetic_info.json'])

export function leftAlone(problem: Problem): Problem {
  return { ...problem, text: `${problem.text} The file was left alone.` }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() ?? false
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).sort()
}

/** Dot files belong to the operating system, such as macOS' "._form.tsv". */
function isTableOrSidecar(name: string): boolean {
  return !name.startsWith('.') && (name.endsWith('.tsv') || name.endsWith('.json'))
}
