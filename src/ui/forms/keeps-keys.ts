/** The attribute of a field that keeps keys until the rows of its text are there. */
export const KEEPS_KEYS = 'data-keeps-keys'

/** Its value for a search over a list: letters after a waiting key are for the row. */
export const KEEPS_LETTERS = 'letters'
