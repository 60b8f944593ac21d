import { formLabel } from '#domain/form-label.ts'
import { countOf, formatCount, wordFor } from '#domain/numbers.ts'
import { compareNaturally } from '#domain/text/natural-order.ts'
import { textAt } from '#domain/text/text.ts'

/** A variable that may be one of several versions of a question. */
interface Asking {
  readonly variableName: string
  readonly question: string
  /** The form first; none of a custom variable. */
  readonly contributors: readonly {
    readonly instrument: string
    readonly section: string
    readonly version: string
  }[]
}

interface TypedAsking extends Asking {
  readonly dataType: string
}

/** The values of a variable with their meanings. */
interface Coded {
  readonly variableName: string
  readonly possibleValues: readonly string[]
  readonly valueMapping: Readonly<Record<string, string>>
}

/**
 * Equal for the versions of a question in one instrument; a custom variable, and a variable without a question, is a
 * question by itself.
 */
export function questionOf({ variableName, question, contributors: [form] }: Asking): string {
  return form && question !== '' ? JSON.stringify([form.instrument, form.section, question]) : variableName
}

/** A row of a table: one variable, or the versions of a question, newest first. */
export interface Question {
  readonly names: readonly [string, ...string[]]
  /** The forms of the versions, also of one that has a row beside the others; empty for a question with one variable. */
  readonly forms: readonly string[]
}

export interface Questions {
  readonly questions: readonly Question[]
  /** Why versions of a question have rows of their own. */
  readonly apart: readonly string[]
}

/** Variables that are one row, by their names. */
export type Joins = readonly (readonly string[])[]

/** The joined variables in a parameter of a URL: `SEX,DEM2_SEX;AGE,DEM2_AGE`. */
export function joinsText(joins: Joins): string {
  return joins.map((names) => names.join(',')).join(';')
}

export function joinsIn(text: string): Joins {
  return text
    .split(';')
    .map((names) => [...new Set(names.split(',').filter(Boolean))])
    .filter((names) => names.length > 1)
}

/**
 * Joins the versions of each question, at the place of the first; `joins` are further versions of some of them. Versions
 * of different data types, and versions whose codes differ in meaning, are not joined.
 */
export function joinVersions(
  names: readonly string[],
  variables: readonly (TypedAsking & Coded)[],
  joins: Joins = [],
): Questions {
  const byName = new Map(variables.map((variable) => [variable.variableName, variable]))
  const joinOf = new Map(joins.flatMap((joined) => joined.map((name) => [name, joined] as const)))
  const folds = new Map<string, [string, ...string[]]>()
  for (const name of names) {
    const variable = byName.get(name)
    const joined = (joinOf.get(name) ?? []).filter((other) => byName.get(other)?.dataType === variable?.dataType)
    const isJoined = joined.length > 1
    const key = isJoined ? joined.join() : variable ? questionKey(variable) : name
    const fold = folds.get(key)
    if (!fold) folds.set(key, isJoined ? [name, ...joined.filter((other) => other !== name)] : [name])
    else if (!isJoined) fold.push(name)
  }
  const apart: string[] = []
  const questions = [...folds.values()].flatMap((fold): Question[] => {
    const versions = fold.flatMap((name) => byName.get(name) ?? []).toSorted(newestFirst)
    const [newest, ...older] = versions
    if (!newest || older.length === 0) return [alone(fold[0])]
    if (!joinOf.has(fold[0]) && !areVersions(versions)) return fold.map(alone)
    const conflicts = differentMeanings(versions)
    if (conflicts.length === 0) {
      return [
        { names: [newest.variableName, ...older.map(({ variableName }) => variableName)], forms: versions.map(formOf) },
      ]
    }
    apart.push(...conflicts)
    return fold.filter((name) => names.includes(name)).map(alone)
  })
  return { questions, apart }
}

/** A row for each version, newest first at the place of their question. */
export function separated({ questions, apart }: Questions): Questions {
  return {
    questions: questions.flatMap(({ names, forms }) =>
      names.map((name, place): Question => ({ names: [name], forms: forms.slice(place, place + 1) })),
    ),
    apart,
  }
}

/** "3 versions", or "1 of 3 versions" where a number counts only some; empty for a question with one. */
export function versionWords(used: number, all: number): string {
  if (all < 2) return ''
  return used < all ? `${formatCount(used)} of ${countOf(all, 'version')}` : countOf(all, 'version')
}

/** Whether variables are of different versions: one version may ask in the same words for several things. */
function areVersions(variables: readonly Asking[]): boolean {
  return new Set(variables.map(({ contributors: [form] }) => form?.version ?? '')).size === variables.length
}

/** Equal for variables that are joined. */
function questionKey(variable: TypedAsking): string {
  return JSON.stringify([questionOf(variable), variable.dataType])
}

export function alone(name: string): Question {
  return { names: [name], forms: [] }
}

function formOf({ contributors: [form] }: Asking): string {
  return form ? formLabel(form) : ''
}

function newestFirst(one: Asking, other: Asking): number {
  return compareNaturally(other.contributors[0]?.version ?? '', one.contributors[0]?.version ?? '')
}

/** The versions of the rows' questions that the catalog has and the rows lack, by the first names of the rows. */
export function otherVersions(
  questions: readonly Pick<Question, 'names'>[],
  catalog: readonly TypedAsking[],
): ReadonlyMap<string, readonly string[]> {
  const described = new Set(questions.flatMap(({ names }) => names))
  const texts = new Set(catalog.flatMap((hit) => (described.has(hit.variableName) ? [hit.question] : [])))
  const keys = new Map<string, string>()
  const byKey = new Map<string, TypedAsking[]>()
  for (const hit of catalog) {
    if (!texts.has(hit.question)) continue
    const key = questionKey(hit)
    keys.set(hit.variableName, key)
    byKey.set(key, [...(byKey.get(key) ?? []), hit])
  }
  return new Map(
    questions.flatMap(({ names: [first] }) => {
      const versions = byKey.get(keys.get(first) ?? '') ?? []
      const others = versions.map(({ variableName }) => variableName).filter((name) => !described.has(name))
      if (!areVersions(versions)) return []
      return others.length > 0 ? [[first, others] as const] : []
    }),
  )
}

/** The versions of questions that a definition asks and a set lacks, if the set has another version of the question. */
export function lackedVersions(
  questions: readonly (readonly string[])[],
  variables: readonly string[],
): readonly (readonly string[])[] {
  return questions.flatMap((names) => {
    const lacked = names.filter((name) => !variables.includes(name))
    return lacked.length > 0 && lacked.length < names.length ? [lacked] : []
  })
}

/** The warning that the set lacks versions by which the cohort is defined. */
export function lackedWords(
  lacked: readonly (readonly string[])[],
  { cohortName, setName }: { readonly cohortName: string; readonly setName: string },
): string {
  const names = [...new Set(lacked.flat())]
  const questions = wordFor(lacked.length, 'a question', `${formatCount(lacked.length)} questions`)
  return `“${cohortName}” is defined by any version of ${questions}; “${setName}” lacks ${countOf(names.length, 'version')}: ${names.join(', ')}.`
}

/** Codes with different meanings in some variables, each as a sentence. Case makes no difference. */
export function differentMeanings(
  variables: readonly Coded[],
  codes: Iterable<string> = new Set(variables.flatMap(({ possibleValues }) => possibleValues)),
): string[] {
  return [...codes].flatMap((code) => {
    const byMeaning = new Map<string, { readonly meaning: string; readonly names: string[] }>()
    for (const { variableName, possibleValues, valueMapping } of variables) {
      if (!possibleValues.includes(code)) continue
      const meaning = textAt(valueMapping, code) || code
      const group = byMeaning.get(meaning.trim().toLowerCase()) ?? { meaning, names: [] }
      group.names.push(variableName)
      byMeaning.set(meaning.trim().toLowerCase(), group)
    }
    if (byMeaning.size < 2) return []
    const words = [...byMeaning.values()].map(({ meaning, names }) => `"${meaning}" in ${names.join(', ')}`)
    return [`Code ${code} is ${words.join('; ')}.`]
  })
}
