import { isCategory, isFlag, isNumber } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'

/** What stands for a missing phenotype: PLINK takes it so whatever the trait's kind. */
export const PLINK_MISSING = 'NA'

/** How a variable stands in a PLINK phenotype file. */
export type PlinkTrait =
  | { readonly kind: 'quantitative' }
  /** 1 for a control, 2 for a case; a code of neither is missing. A flag names no code for controls. */
  | { readonly kind: 'case-control'; readonly control: string | null; readonly affected: string }
  /** Names of categories, which PLINK 2 reads and `--split-cat-pheno` makes traits of. */
  | { readonly kind: 'categories' }

/** Why ids cannot be in a file whose columns are separated by blanks. */
export function idsCollide(one: string, other: string): string {
  return `PLINK has no blanks within ids, so that "${one}" and "${other}" would be one. Change one of these ids.`
}

/** A code as the name of a category: its blanks are underscores. */
export function categoryName(code: string): string {
  return `${PLINK_CATEGORY}${code.trim().replaceAll(/[ \t\n\r]/g, '_')}`
}

export interface PlinkVariable {
  readonly dataType: string
  readonly codes: readonly { readonly code: string; readonly meaning: string }[]
}

/**
 * PLINK's form of a variable; null for texts, dates, identifiers and answers of several codes, which are no traits, and
 * for categories of which two would have one name.
 * Two codes become case and control only where their meanings say which is which: a guess would turn a study around.
 */
export function plinkTrait({ dataType, codes }: PlinkVariable): PlinkTrait | null {
  if (isNumber(dataType)) return { kind: 'quantitative' }
  const [first, second, third] = codes.filter(({ code }) => code !== UNKNOWN_VALUE)
  if (isFlag(dataType)) return first ? { kind: 'case-control', control: null, affected: first.code } : null
  if (!isCategory(dataType)) return null
  if (first && second && !third) {
    const no = [first, second].find(({ meaning }) => NO.test(meaning))
    const yes = [first, second].find(({ meaning }) => YES.test(meaning))
    if (no && yes && no !== yes) return { kind: 'case-control', control: no.code, affected: yes.code }
  }
  const names = new Set(codes.map(({ code }) => categoryName(code)))
  return names.size === codes.length ? { kind: 'categories' } : null
}

const NO = /^(no|never|absent|unaffected|control)\b/i
const YES = /^(yes|present|affected|case)\b/i

/** Begins the name of a category, so that no code is read as a number or as missing; blanks in it become underscores. */
export const PLINK_CATEGORY = 'C_'
