import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeText } from '#server/import/decode-text.ts'
import { ImportRefused, problemAt, type Problem } from '#server/import/problem.ts'

/** The texts of a data set's files, by their path inside the folder. */
export type SourceFiles = ReadonlyMap<string, string>

export const PARTICIPANTS = 'participants.tsv'
export const PHENOTYPE = 'phenotype'

/** Reads the tables and sidecars of a BIDS data set; other files are left alone. Throws ImportRefused if it is none. */
export async function readFolder(folder: string): Promise<SourceFiles> {
  if (!(await isFolder(folder))) throw new ImportRefused([problemAt(folder, null, 'There is no such folder.')])
  const top = await filesIn(folder)
  const forms = (await isFolder(join(folder, PHENOTYPE))) ? await filesIn(join(folder, PHENOTYPE)) : []
  const paths = [
    ...top.filter((name) => name === PARTICIPANTS || name === 'participants.json'),
    ...forms.filter(isTableOrSidecar).map((name) => `${PHENOTYPE}/${name}`),
  ]
  if (!paths.some((path) => path.endsWith('.tsv'))) {
    const text = `This is no data set: neither ${PARTICIPANTS} nor ${PHENOTYPE}/*.tsv is here.`
    throw new ImportRefused([problemAt(folder, null, text)])
  }
  return decodeAll(await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)))
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
