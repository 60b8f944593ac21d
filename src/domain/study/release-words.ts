import { formatCount } from '#domain/numbers.ts'

/** The release that a study file names. */
export interface FileRelease {
  readonly name: string
  readonly isKnown: boolean
  /** The name of the present one. */
  readonly present: string
}

/** Whether cohorts are counted on the release, too. */
export function isEarlierRelease(release: FileRelease | null): release is FileRelease {
  return release !== null && release.isKnown && release.name !== release.present
}

/** The release of a file beside the present one, as a sentence; empty if it is the present one. */
export function releaseSentence(release: FileRelease | null): string {
  if (release === null || release.name === release.present) return ''
  return release.isKnown
    ? `The file names release ${release.name}; the present one is ${release.present}.`
    : `There is no release “${release.name}” here: cohorts are counted on ${release.present} only.`
}

/** The size of a cohort on the release: "2,140 on 2025.1". */
export function sizeAtReleaseWords(size: number | null, { name }: FileRelease): string {
  return size === null ? `not counted on ${name}` : `${formatCount(size)} on ${name}`
}
