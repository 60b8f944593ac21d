/** A description with what its last sentences state: the unit of a score, and the range it should be in. */
export interface ScoreMeaning {
  readonly description: string
  readonly unit: string
  /** Numbers as typed; both are empty without a range. */
  readonly least: string
  readonly most: string
}

/** The description with a sentence for the unit and one for the expected range. */
export function describedMeaning(meaning: ScoreMeaning): string {
  const { description, unit } = meaning
  const range = expectedRange(meaning)
  return [
    description.trim(),
    unit.trim() && `Unit: ${unit.trim()}.`,
    range && `Expected range: ${range.least} to ${range.most}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Reads the sentences of `describedMeaning`. */
export function meaningIn(text: string): ScoreMeaning {
  const [, whole = '', unit = '', least = '', most = ''] =
    /^(.*?)(?:(?:^|\s+)Unit: ([^\s.][^.]*)\.)?(?:(?:^|\s+)Expected range: (\S+) to (\S+)\.)?$/su.exec(text.trim()) ?? []
  const meaning = { description: whole, unit, least, most }
  return least === '' || expectedRange(meaning) ? meaning : { description: text.trim(), unit: '', least: '', most: '' }
}

/** Numbers as typed. */
export type Range = Pick<ScoreMeaning, 'least' | 'most'>

/** The expected range; null if it is not complete. */
export function expectedRange({ least, most }: Range): Range | null {
  return isNumber(least) && isNumber(most) && Number(least) <= Number(most) ? { least, most } : null
}

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/u.test(text)
}

/** Why the fields of a range give none; null for a range, or for empty fields. */
export function rangeProblem({ least, most }: Range): string | null {
  if (least === '' && most === '') return null
  if (!isNumber(least) || !isNumber(most)) return 'Enter two numbers.'
  return expectedRange({ least, most }) ? null : 'The first number must not be above the second.'
}

/** A formula that is 1 for a score outside the range and 0 for one inside; its sum is their number. */
export function outsideFormula(formula: string, { least, most }: Range): string {
  return `IF((${formula}) < ${least}, 1, IF((${formula}) > ${most}, 1, 0))`
}
