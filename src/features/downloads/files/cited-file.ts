import type { CitedFile } from '#domain/citation.ts'
import type { EarlierFile } from '#features/downloads/files/compared-file.ts'

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
