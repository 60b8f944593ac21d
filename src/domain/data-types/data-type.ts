import type { Operator } from '#domain/conditions/operators.ts'

/**
 * The format of an answer, which decides storage and comparison: a number; one code, the code of a ticked box or
 * several codes of a list; a date as the interval of possible days; or a text.
 */
export type AnswerKind = 'number' | 'code' | 'flag' | 'codes' | 'date' | 'text'

/** A data type of variables. Its file formats are in server/model/data-types.ts. */
export interface DataTypeDescriptor {
  /** The name on screen; the API has its own names. */
  readonly word: string
  readonly kind: AnswerKind
  /** Offered by a builder (spec section 5, "Allowed operators per type"). */
  readonly operators: readonly Operator[]
  /** Beyond the specification; a builder shows them on request. */
  readonly moreOperators?: readonly Operator[]
  /** Letter and hue of its tag; fixed, and distinguishable with colour blindness. */
  readonly tag?: { readonly letter: string; readonly hue: number }
  /** Single answers identify or describe one person, so they are named only to readers of the collection. */
  readonly isPersonal?: boolean
  /** The error of a condition's value, or null. Without this function every text is valid. */
  readonly valueProblem?: (value: string, operator: Operator) => string | null
  /** Whether the two values of BETWEEN are in order. */
  readonly isAscending?: (low: string, high: string) => boolean
  /** Properties of the input field. */
  readonly input?: {
    /** The texts that the field admits while typing. */
    readonly pattern?: RegExp
    readonly hint?: string
    readonly mode?: 'decimal'
    readonly isUpperCase?: boolean
  }
}

/** Operators of types whose values have an order. */
export const ORDERED: readonly Operator[] = ['EQ', 'NEQ', 'GT', 'LT', 'GTE', 'LTE', 'BETWEEN']
