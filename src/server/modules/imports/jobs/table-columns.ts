import { readBlocks } from '#server/modules/imports/source/decode-text.ts'
import { tableOf } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused } from '#server/modules/imports/source/problem.ts'
import { readFolder } from '#server/modules/imports/source/read-folder.ts'

export async function tableColumns(folder: string): Promise<string[]> {
  const names = new Set<string>()
  try {
    for (const [file, path] of (await readFolder(folder)).tables) {
      for (const name of await headerOf(file, path)) names.add(name)
    }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
  }
  return [...names]
}

async function headerOf(file: string, path: string): Promise<readonly string[]> {
  try {
    return (await tableOf(file, firstOf(readBlocks(file, path)), null)).header
  } catch (error) {
    if (error instanceof ImportRefused) return []
    throw error
  }
}

/** The header is in the first block. */
async function* firstOf(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  for await (const block of blocks) {
    yield block
    return
  }
}
