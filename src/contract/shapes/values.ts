import * as v from 'valibot'
import { ANY_NAME_MAX, ANY_TEXT_MAX, DESCRIPTION_MAX, PASSWORD_MAX, SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'

/**
 * Lenient parsing of any back end: ids and counts as numbers or numeric strings, null for an absent field, lists bare
 * or in their envelope. Normalised here and nowhere else.
 */

const numeric = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/, 'Expected a whole number'), v.transform(Number))]),
  v.safeInteger('Expected a whole number'),
)

export const id = v.pipe(numeric, v.minValue(1, 'Expected an id'))
export const count = v.pipe(numeric, v.minValue(0, 'Expected a count'))
export const optionalId = v.nullish(id)
export const idOrNull = v.nullish(id, null)
export const countOrZero = v.nullish(count, 0)
/** Null if suppressed. */
export const countOrHidden = v.nullish(count, null)

/**
 * Individuals whose texts a condition did not compare, because the user may not read their collections; absent if zero.
 */
export const notCounted = { not_counted: v.nullish(count), not_counted_collections: v.nullish(v.array(v.string())) }

const scalar = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))
export const textOrEmpty = v.nullish(scalar, '')
export const textOrNull = v.nullish(scalar, null)
export const optionalText = v.nullish(v.string())

/** The version of a saved item's content as read; an edit of an outdated version is rejected with 412. */
export const versionSent = v.nullish(v.pipe(v.string(), v.maxLength(64)))

/** Texts in requests; texts in responses have no limit. */
export const descriptionSent = textUpTo(DESCRIPTION_MAX)
export const nameSent = textUpTo(ANY_NAME_MAX)
export const textSent = textUpTo(ANY_TEXT_MAX)
export const searchSent = textUpTo(SEARCH_TEXT_MAX)
export const passwordSent = textUpTo(PASSWORD_MAX)

// @__NO_SIDE_EFFECTS__
function textUpTo(longest: number) {
  return v.pipe(v.string(), v.maxLength(longest, `Expected at most ${formatCount(longest)} characters`))
}

/** Names of variables in requests. */
// @__NO_SIDE_EFFECTS__
export function namesSent(most: number) {
  return v.pipe(v.array(nameSent), v.maxLength(most, `Expected at most ${formatCount(most)} names`))
}

export const textList = v.nullish(v.array(scalar), [])

/** Texts by data code. A valibot record would drop codes such as `__proto__` and `constructor`. */
export const textByCode = v.pipe(
  v.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  v.transform((value): [string, unknown][] => Object.entries(value)),
  v.array(v.tuple([v.string(), textOrEmpty])),
  v.transform((entries): Record<string, string> => Object.fromEntries(entries)),
)

/** `collections` travels as a list or as its JSON string. */
export const collectionList = v.nullish(
  v.union([
    v.array(v.string()),
    v.pipe(
      v.string(),
      v.transform((text) => (text.trim() === '' ? '[]' : text)),
      v.parseJson(),
      v.array(v.string()),
    ),
  ]),
  [],
)

/** A list, bare or in an envelope under its name; parsed to the envelope. */
// @__NO_SIDE_EFFECTS__
export function listNamed<const Name extends string, Item extends v.GenericSchema>(name: Name, item: Item) {
  type Envelope = { [Key in Name]: v.InferOutput<Item>[] }
  const list = v.array(item)
  return v.pipe(
    v.union([
      list,
      v.pipe(
        v.looseObject({ [name]: list }),
        v.transform((envelope) => envelope[name] ?? []),
      ),
    ]),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed key is widened to an index signature
    v.transform((items) => ({ [name]: items }) as Envelope),
  )
}

/** Whether a replacement runs dependants again. */
export const rerunSent = v.nullish(v.boolean(), false)
