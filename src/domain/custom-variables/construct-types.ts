/** Kinds of custom variables by their sources: one variable, all pairs of two, or any number (spec section 3). */
export const CUSTOM_VARIABLE_KINDS = ['downcode', 'merge', 'multiple'] as const
export type CustomVariableKind = (typeof CUSTOM_VARIABLE_KINDS)[number]

/** The construct type of a number computed by a formula; the other kinds have values with definitions. */
export const SCORE = 'score'
export const CONSTRUCT_TYPES = [...CUSTOM_VARIABLE_KINDS, SCORE] as const
export type ConstructType = (typeof CONSTRUCT_TYPES)[number]

/** Construct types of spec section 5; back ends may send others. */
export function isCustomVariableKind(type: string): type is CustomVariableKind {
  return CUSTOM_VARIABLE_KINDS.some((kind) => kind === type)
}
