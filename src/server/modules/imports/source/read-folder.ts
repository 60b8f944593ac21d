import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isPlink, isTable, PHENOTYPE } from '#domain/import-path.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'

/** A data set's files: where each lies, by its path inside the folder. */
export type SourceFiles = ReadonlyMap<string, string>

export const PARTICIPANTS = 'participants.tsv'

/** The files of a data set by what they are. */
export interface SourceFolder {
  /** A BIDS data set's tables and sidecars; none where it is a folder of plain tables. */
  readonly bids: SourceFiles
  /** Plain tables; beside a BIDS data set only those can be pedigrees. */
  readonly tables: SourceFiles
  /** BIDS sidecars of which no table is there: a catalog alone. */
  readonly sidecars: SourceFiles
  /** PLINK's .fam and .ped. */
  readonly plink: SourceFiles
  /** Files beside a BIDS data set that cannot be read, and need not be. */
  readonly notes: readonly Problem[]
}

/** Reads the files of a data set; those of other kinds are left alone. Throws ImportRefused if there are none. */
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
  const hasTables = isBids || tables.length > 0 || plink.length > 0
  const sidecars = hasTables ? [] : await sidecarsIn(folder)
  if (!hasTables && sidecars.length === 0) {
    const text = `This is no data set: neither ${PARTICIPANTS}, ${PHENOTYPE}/*.tsv, *.csv, *.tsv, *.fam nor *.json is here.`
    throw new ImportRefused([problemAt(folder, null, text)])
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
  const notes: Problem[] = []
  const files = {
    bids: isBids ? await found(described, refuse) : new Map<string, string>(),
    tables: await found(tables, isBids ? (problem) => notes.push(leftAlone(problem)) : refuse),
    plink: await found(plink, refuse),
    sidecars: await found(sidecars, refuse),
  }
  if (problems.length > 0) throw new ImportRefused(problems)
  return { ...files, notes }
}

/** A link may lead to any file of the machine, and a pipe or device never ends. */
async function placeProblem(folder: string, path: string): Promise<Problem | null> {
  const real = await realpath(join(folder, path)).catch(() => null)
  if (real === null) return problemAt(path, null, 'This link leads nowhere.')
  if (!real.startsWith(folder + sep)) return problemAt(path, null, 'This is a link that leads out of the folder.')
  return (await stat(real)).isFile() ? null : problemAt(path, null, 'This is no file.')
}

/** Dictionaries lie in a folder of any name; which files are none is known by what BIDS calls them. */
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

/** What is wrong with a file that is not needed, as a note. */
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

/** Files whose name starts with a dot are some system's own, such as macOS's "._form.tsv". */
function isTableOrSidecar(name: string): boolean {
  return !name.startsWith('.') && (name.endsWith('.tsv') || name.endsWith('.json'))
}
