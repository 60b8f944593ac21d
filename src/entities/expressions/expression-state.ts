import { atom, type Atom } from 'jotai'
import type { RuleGroup } from '#domain/cohorts/rules.ts'
import { parseExpression } from '#domain/expressions/parse-expression.ts'
import { namesIn, NO_NAMES, resolveExpression } from '#domain/expressions/resolve-expression.ts'
import type { ExpressionProblem } from '#domain/expressions/tokens.ts'
import { lookupAtomOf, type LookupState } from '#entities/expressions/expression-lookup.ts'

/** A text as rules. */
export interface ExpressionState {
  readonly text: string
  /** The rules; null while names are looked up, and after an error. */
  readonly top: RuleGroup<string> | null
  readonly problems: readonly ExpressionProblem[]
  readonly isLoading: boolean
  readonly names: LookupState
}

const NONE: readonly ExpressionProblem[] = []

/** The rules of a text that changes. */
export function expressionAtomOf(textAtom: Atom<string>): Atom<ExpressionState> {
  const parsedAtom = atom((get) => parseExpression(get(textAtom)))
  const namesAtom = lookupAtomOf(
    atom((get) => {
      const parsed = get(parsedAtom)
      return 'node' in parsed ? namesIn(parsed.node) : NO_NAMES
    }),
  )
  return atom((get): ExpressionState => {
    const text = get(textAtom)
    const parsed = get(parsedAtom)
    const names = get(namesAtom)
    const state = { text, top: null, problems: NONE, isLoading: false, names }
    if ('problem' in parsed) return { ...state, problems: [parsed.problem] }
    if (names.error) return { ...state, problems: [{ from: 0, to: text.length, message: names.error.message }] }
    if (names.isLoading) return { ...state, isLoading: true }
    return { ...state, ...resolveExpression(parsed.node, names.lookup) }
  })
}
