/** What PLINK's .fam format writes where something is not known. */
export const NOT_KNOWN = { parent: '0', sex: '0', phenotype: '-9' } as const

export const SEX_CODES: ReadonlyMap<string, string> = new Map([
  ['M', '1'],
  ['F', '2'],
])
