import { isCategory, isFlag, isNumber } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'

/** The missing phenotype, for every kind of trait. */
export const PLINK_MISSING = 'NA'

/** The form of a variable in a PLINK phenotype file. */
export type PlinkTrait =
  | { readonly kind: 'quantitative' }
  /** 1 for a control, 2 for a case; other codes are missing. A flag has no code for controls. */
  | { readonly kind: 'case-control'; readonly control: string | null; readonly affected: string }
  /** Category names, which PLINK 2 reads and `--split-cat-pheno` splits into traits. */
  | { readonly kind: 'categories' }

/** The message for ids that collide in a file with columns separated by blanks. */
export function idsCollide(one: string, other: string): string {
  return `PLINK has no blanks within ids, so that "${one}" and "${other}" would be one. Change one of these ids.`
}

/** The category name of a code: blanks become underscores. */
export function categoryName(code: string): string {
  return `${PLINK_CATEGORY}${code.trim().replaceAll(/[ \t\n\r]/g, '_')}`
}

export interface PlinkVariable {
  readonly dataType: string
  readonly codes: readonly { readonly code: string; readonly meaning: string }[]
}

/**
 * PLINK's form of a variable; null for texts, dates, identifiers and answers with several codes, and for categories
 * with colliding names. Two codes become case and control only if their meanings identify them: a wrong guess would
 * invert a study.
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

/** Prefix of category names, so that no code is parsed as a number or as missing. */
export const PLINK_CATEGORY = 'C_'
