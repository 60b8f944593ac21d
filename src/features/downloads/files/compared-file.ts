import type { fileInfo } from '#contract/downloads.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import type { CitedFile } from '#domain/citation.ts'
import { countOf } from '#domain/numbers.ts'

/** The query key of downloaded files. */
export const DOWNLOAD_FILES_KEY = 'download-files'

export type EarlierFile = ResponseOf<typeof fileInfo>

/** Whether a file that was made again has the bytes of the first, and if not, why. */
export function comparedWords(earlier: EarlierFile): string {
  const [latest] = earlier.again
  if (latest === undefined) return ''
  if (earlier.file.sha256 === null) return 'Done, without individuals who were withdrawn since'
  if (latest.sha256 === earlier.file.sha256) return 'Done: the same bytes as the first file'
  return `Done, but other bytes than the first file: ${reasonWords(earlier, latest.software)}`
}

function reasonWords({ file, leftOut }: EarlierFile, software: string): string {
  if (leftOut.length > 0) return leftOutWords(leftOut)
  if (software !== file.software) return `it was made by ${file.software}, and now by ${software}`
  return 'neither access nor version of the program explains it. Please report it'
}

/** Individuals who are not in a file that is made again. */
export function leftOutWords(leftOut: EarlierFile['leftOut']): string {
  const parts = leftOut.map(({ collection, count }) =>
    count === null ? `individuals of ${collection}` : `${countOf(count, 'individual')} of ${collection}`,
  )
  return `you may no longer read ${parts.join(', ')}`
}

/** A downloaded file as papers cite it. */
export function citedFile(file: EarlierFile['file']): CitedFile {
  const { cohortName, setName, rows, variables, madeAt, software, release, releaseHash, sha256 } = file
  return {
    cohortName,
    setName,
    rows,
    variables,
    madeAt: new Date(madeAt),
    software,
    release: release === null ? null : { name: release, contentHash: releaseHash },
    sha256,
  }
}
