export interface FormVersion {
  readonly instrument: string
  readonly version: string
}

/** The label of a form version: "DIGS 4.0". */
export function formLabel({ instrument, version }: FormVersion): string {
  return [instrument, version].filter(Boolean).join(' ')
}

/** The label in a table: the initials of a name of several words, "LDI 3.1". */
export function shortFormLabel({ instrument, version }: FormVersion): string {
  const words = instrument.match(/[\p{L}\p{N}][\p{L}\p{N}'’.]*/gu) ?? []
  const initials = words.filter((word) => !/^(?:and|of|the|for|in|to)$/iu.test(word)).map((word) => word.charAt(0))
  return formLabel({ instrument: words.length > 1 ? initials.join('').toUpperCase() : instrument, version })
}
