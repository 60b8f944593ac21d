/** The file of a bundle with the SHA-256 of each other file, as `sha256sum` writes and checks it. */
export const SUMS_FILE = 'SHA256SUMS'

export interface FileSum {
  readonly name: string
  readonly sha256: string
}

export function sumsText(files: readonly FileSum[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
}

const LINE = /^([0-9a-f]{64}) [ *](.+)$/

/** The sums of a text; null if a line is none. */
export function readSums(text: string): FileSum[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  const sums = lines.flatMap((line) => {
    const [, sha256, name] = LINE.exec(line) ?? []
    return sha256 === undefined || name === undefined ? [] : [{ name, sha256 }]
  })
  return sums.length === lines.length ? sums : null
}
