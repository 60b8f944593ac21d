/** The lines of a text file with content, without blank lines and comments. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** The columns of a line, separated by bars. */
export function columnsOf(line: string): string[] {
  return line.split('|').map((column) => column.trim())
}

/** A block of lines after a head, which begins with the keyword of all heads. */
export interface Block {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function blocksOf(text: string, keyword: string): Block[] {
  const blocks: { head: string[]; rows: string[][] }[] = []
  for (const line of linesOf(text)) {
    if (line.startsWith(`${keyword} `)) blocks.push({ head: columnsOf(line.slice(keyword.length)), rows: [] })
    else blocks.at(-1)?.rows.push(columnsOf(line))
  }
  return blocks
}
