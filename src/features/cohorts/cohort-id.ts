/** The cohort id that a part of a URL gives; null where it gives none. */
export function cohortIdIn(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
