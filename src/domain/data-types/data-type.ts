import type { Operator } from '#domain/operators.ts'

/**
 * The form of an answer, which decides how it is stored and compared: a number; one code, the code of a ticked box or
 * several codes of a list of possible values; a date as the interval of its possible days; or a text.
 */
export type AnswerKind = 'number' | 'code' | 'flag' | 'codes' | 'date' | 'text'

/** One data type of variables. How files write it stands in server/model/data-types.ts. */
export interface DataTypeDescriptor {
  /** Its name on screen; the API has names of its own. */
  readonly word: string
  readonly kind: AnswerKind
  /** Offered by a builder (spec section 5, "Allowed operators per type"). */
  readonly operators: readonly Operator[]
  /** Beyond the specification; a builder shows them on request. */
  readonly moreOperators?: readonly Operator[]
  /** Letter and hue of its tag; steady, and told apart by colour-blind eyes as well. */
  readonly tag?: { readonly letter: string; readonly hue: number }
  /** Single answers identify or describe one person, so they are named only to readers of the collection. */
  readonly isPersonal?: boolean
  /** What is wrong with a value of a condition, or null. Without it every text is a value. */
  readonly valueProblem?: (value: string, operator: Operator) => string | null
  /** Whether the two values of BETWEEN stand in order. */
  readonly isAscending?: (low: string, high: string) => boolean
  /** How a value is typed. */
  readonly input?: {
    /** The texts that the field admits while typing. */
    readonly pattern: RegExp
    readonly hint?: string
    readonly mode?: 'decimal'
    readonly isUpperCase?: boolean
  }
}

/** Operators of types whose values have an order. */
export const ORDERED: readonly Operator[] = ['EQ', 'NEQ', 'GT', 'LT', 'GTE', 'LTE', 'BETWEEN']
