import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import { openEndOf } from '#domain/expressions/complete-expression.ts'
import { afterDeclaration } from '#domain/study/parse-study.ts'
import { DECLARATION_WORDS } from '#domain/study/study.ts'
import { completionsAt, isWholeWord, type CompletionNames } from '#entities/expressions/expression-completions.ts'

const DECLARATION = new RegExp(`^[ \\t]*(?:${DECLARATION_WORDS.join('|')})\\b`, 'gimu')

/** Where the declaration begins that the text ends with. */
function startOfDeclaration(text: string): number {
  return [...text.matchAll(DECLARATION)].at(-1)?.index ?? text.length
}

/** Completes names and words of the declaration before the cursor; `namesFor` looks a variable up. */
export function studyCompletions(namesFor: (variable: string | null) => Promise<CompletionNames>): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const text = context.state.sliceDoc(0, context.pos)
    const line = context.state.doc.lineAt(context.pos)
    const begun = /^[ \t]*(\p{L}*)$/u.exec(text.slice(line.from))
    const words = begun ? DECLARATION_WORDS.filter((word) => word.startsWith((begun[1] ?? '').toLowerCase())) : []
    const declarations = words.map((word) => ({ label: word, apply: `${word} ` }))
    const isTyped = context.explicit || /[\p{L}\p{N}_"]$/u.test(text)
    if (!isTyped) return null
    const start = startOfDeclaration(text)
    const end = start === text.length ? null : openEndOf(text.slice(start), afterDeclaration)
    const wordStart = context.pos - (begun?.[1] ?? '').length
    const from = end ? start + end.before.length : wordStart
    const expected = end?.expected
    const variable = expected && 'variable' in expected ? expected.variable : null
    // Enter after a whole word or a closed quotation is a new line.
    const isBegun = context.explicit || from < context.pos
    const names = end && isBegun ? await namesFor(variable) : null
    const isOpen = end && names && (context.explicit || !isWholeWord(end, names))
    const completions = isOpen ? completionsAt(end, names) : []
    const options = completions.map(({ title, detail, note, text: apply }) => ({
      label: title,
      apply,
      ...(detail !== undefined || note !== undefined
        ? { detail: [detail, note].filter((part) => part !== undefined).join(' · ') }
        : {}),
    }))
    // A new line may begin the next declaration.
    const all = [...options, ...(from === wordStart ? declarations : [])]
    return all.length > 0 ? { from, options: all, filter: false } : null
  }
}
