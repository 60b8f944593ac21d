import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeText } from '#server/import/decode-text.ts'
import { ImportRefused, problemAt, type Problem } from '#server/import/problem.ts'

/** The texts of a data set's files, by their path inside the folder. */
export type SourceFiles = ReadonlyMap<string, string>

export const PARTICIPANTS = 'participants.tsv'
export const PHENOTYPE = 'phenotype'

/** The files of a data set by what they are. */
export interface SourceFolder {
  /** A BIDS data set's tables and sidecars; none where it is a folder of plain tables. */
  readonly bids: SourceFiles
  /** Plain tables; beside a BIDS data set only those can be pedigrees. */
  readonly tables: SourceFiles
  /** PLINK's .fam and .ped. */
  readonly plink: SourceFiles
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
  const tables = top.filter((name) => /\.[ct]sv$/i.test(name) && name !== PARTICIPANTS)
  const plink = top.filter((name) => /\.(fam|ped)$/i.test(name))
  if (!isBids && tables.length === 0 && plink.length === 0) {
    const text = `This is no data set: neither ${PARTICIPANTS}, ${PHENOTYPE}/*.tsv, *.csv, *.tsv nor *.fam is here.`
    throw new ImportRefused([problemAt(folder, null, text)])
  }
  const read = async (paths: readonly string[]) =>
    decodeAll(await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)))
  return { bids: isBids ? await read(described) : new Map(), tables: await read(tables), plink: await read(plink) }
}

function decodeAll(files: readonly (readonly [string, Uint8Array])[]): SourceFiles {
  const texts = new Map<string, string>()
  const problems: Problem[] = []
  for (const [path, bytes] of files) {
    try {
      texts.set(path, decodeText(path, bytes))
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw new ImportRefused(problems)
  return texts
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
