/** The attribute of a field that keeps keys until the rows of its text are there. */
export const KEEPS_KEYS = 'data-keeps-keys'
