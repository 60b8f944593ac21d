import {
  COHORT_NAME_MAX,
  PROJECT_NAME_MAX,
  VALUE_NAME_MAX,
  VARIABLE_NAME_MAX,
  VARIABLE_NAME_MIN,
  VARIABLE_SET_NAME_MAX,
} from '#domain/limits.ts'
import { required, VARIABLE_NAME_TOO_SHORT } from '#domain/messages.ts'

/** Format of a name: `input` admits keystrokes, `problem` validates a finished name (spec section 5). */
export interface NameRule {
  readonly maxLength: number
  readonly input: RegExp
  readonly problem: (name: string) => string | null
}

/**
 * Invisible characters that make names look alike or reverse them: controls, line separators, soft hyphens, zero-width
 * characters, bidirectional marks. Escapes for a character class.
 */
const HIDDEN = '\\u0000-\\u001F\\u007F-\\u009F\\u00AD\\u061C\\u180E\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF'
const hidden = new RegExp(`[${HIDDEN}]|\\p{Cs}`, 'u')
/** The characters that no name may have. */
export const EXCLUDED_CHARACTERS = new RegExp(`['"\\\\${HIDDEN}]`, 'g')
/** Letters without a glyph, such as Hangul fillers, and combining marks without a base. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\p{M}\u2800]/gu

function plainName(maxLength: number, isRequired: boolean): NameRule {
  const input = new RegExp(`^[^'"\\\\${HIDDEN}]{0,${maxLength}}$`)
  return {
    maxLength,
    input,
    problem: (name) => {
      if (name.trim() === '') return isRequired ? required('Name') : null
      if (name.length > maxLength) return `Name is too long; maximum ${maxLength} characters`
      if (hidden.test(name)) return 'Name cannot contain control characters or others that are not seen.'
      if (name.replaceAll(UNSEEN, '') === '') return 'Name needs a character that can be seen.'
      return input.test(name) ? null : 'Name cannot contain quotes or backslashes.'
    },
  }
}

export const COHORT_NAME = plainName(COHORT_NAME_MAX, true)
export const VARIABLE_SET_NAME = plainName(VARIABLE_SET_NAME_MAX, true)
export const PROJECT_NAME = plainName(PROJECT_NAME_MAX, false)

export const VARIABLE_NAME: NameRule = {
  maxLength: VARIABLE_NAME_MAX,
  input: new RegExp(`^([A-Za-z_][A-Za-z0-9_]{0,${VARIABLE_NAME_MAX - 1}})?$`),
  problem: (name) => {
    if (name === '') return required('Name')
    if (name.length < VARIABLE_NAME_MIN) return VARIABLE_NAME_TOO_SHORT
    return VARIABLE_NAME.input.test(name)
      ? null
      : `Use up to ${VARIABLE_NAME_MAX} letters, digits or underscores, not starting with a digit.`
  },
}

export const VALUE_NAME: NameRule = {
  maxLength: VALUE_NAME_MAX,
  input: new RegExp(`^[A-Za-z0-9_]{0,${VALUE_NAME_MAX}}$`),
  problem: (name) => {
    if (name === '') return required('Name')
    return VALUE_NAME.input.test(name) ? null : `Use up to ${VALUE_NAME_MAX} letters, digits or underscores.`
  },
}

const BLANKS = /\s+/g
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Names that look alike have the same key: compatibility forms (NFKC), case and runs of blanks are folded, invisible
 * characters dropped. Unique names are compared by it.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').replaceAll(IGNORABLE, '').toLowerCase().normalize('NFKC').replaceAll(BLANKS, ' ').trim()
}

export const VALUE_NAME_HINT = `Up to ${VALUE_NAME_MAX} letters, digits or underscores; blanks become underscores.`
