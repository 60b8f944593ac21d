import { COLLECTION_CODES } from '#domain/access.ts'
import { formLabel, shortFormLabel, type FormVersion } from '#domain/form-label.ts'
import { KINDS, TYPES } from '#domain/search/variable-query.ts'
import { foldText } from '#domain/text/text.ts'

/** The values that complete the field of the last term, apart from those of the grammar. */
export interface CompletionValues {
  readonly form: readonly string[]
  readonly section: readonly string[]
  readonly cohort: readonly string[]
}

const COMPLETIONS_MAX = 8

/** The last term, up to its end or within quotes. */
const LAST_TERM = /(?:^|\s)(([a-z]+):(?:"([^"]*)|([^"\s]*)))$/iu

/** The query with its last term completed in each possible way; none without a term that has a value to complete. */
export function completeVariableQuery(text: string, catalog: CompletionValues): readonly string[] {
  const [, term = '', name = '', quoted, plain = ''] = LAST_TERM.exec(text) ?? []
  const field = name.toLowerCase()
  const own = { type: [...TYPES.keys()], kind: Object.keys(KINDS), collection: COLLECTION_CODES }
  const values: readonly string[] = new Map(Object.entries({ ...own, ...catalog })).get(field) ?? []
  const wanted = foldText(quoted ?? plain)
  const before = text.slice(0, text.length - term.length)
  return values
    .filter((one) => foldText(one).startsWith(wanted) && foldText(one) !== wanted)
    .slice(0, COMPLETIONS_MAX)
    .map((one) => `${before}${field}:${/\s/u.test(one) ? `"${one}"` : one} `)
}

/** The labels of forms, then their short ones: the values of `form:` in a search. */
export function formValues(forms: readonly FormVersion[]): readonly string[] {
  const sorted = (labels: readonly string[]) => [...new Set(labels)].toSorted()
  return [...new Set([...sorted(forms.map(formLabel)), ...sorted(forms.map(shortFormLabel))])]
}
