import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChapterId } from '#domain/guide.ts'
import { keysOf } from '#guide/key-tables.ts'
import { readMarkdown, type Block } from '#guide/markdown.ts'

export interface Chapter {
  readonly id: ChapterId
  readonly title: string
  readonly blocks: readonly Block[]
}

/** Reads a chapter; {key cohort.show} inserts the command's keys. */
export async function readChapter(folder: string, id: ChapterId): Promise<Chapter> {
  const text = await readFile(join(folder, 'chapters', `${id}.md`), 'utf8')
  const blocks = readMarkdown(text.replaceAll(/\{key ([\w.-]+)\}/g, (_, command: string) => `\`${keysOf(command)}\``))
  const [title] = blocks
  if (title?.kind !== 'title') throw new Error(`The guide’s chapter ${id} does not begin with its title.`)
  return { id, title: title.runs.map((run) => run.text).join(''), blocks }
}
