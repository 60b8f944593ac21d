import { atom, type Getter } from 'jotai'
import * as v from 'valibot'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { isCategory, isNumber } from '#domain/data-types.ts'
import { textAt } from '#domain/text/text.ts'
import { currentProjectIdAtom } from '#entities/projects/projects.ts'
import { userAtom } from '#entities/session/session.ts'

/** Names under which data sets record sex at birth and age. */
const SEX_NAMES = ['SEX', 'GENDER', 'SEX_AT_BIRTH']
const AGE_NAMES = ['AGE', 'AGE_YEARS', 'AGE_TODAY', 'AGE_AT_INTERVIEW', 'INTERVIEW_AGE']

/** The names of the variables. */
export interface SexAndAge {
  readonly sex: string
  readonly age: string
}

/** The names to look up: the chosen variables, or else the usual names. */
export function namesToFind(chosen: SexAndAge | null): string[] {
  return chosen ? [...new Set([chosen.sex, chosen.age])] : [...SEX_NAMES, ...AGE_NAMES]
}

/** The chosen variables, or of those with a usual name the ones with the most answers; null if one is missing. */
export function sexAndAgeIn(found: readonly Variable[], chosen: SexAndAge | null) {
  const most = (names: readonly string[], isFit: (variable: Variable) => boolean) =>
    found
      .filter((variable) => names.includes(variable.variableName.toUpperCase()) && isFit(variable))
      .toSorted((one, other) => other.observations - one.observations)[0]
  const sex = most(chosen ? [chosen.sex.toUpperCase()] : SEX_NAMES, ({ dataType }) => isCategory(dataType))
  const age = most(chosen ? [chosen.age.toUpperCase()] : AGE_NAMES, ({ dataType }) => isNumber(dataType))
  return sex && age && sidesOf(sex) ? { sex, age } : null
}

const StoredNames = v.record(v.string(), v.object({ sex: v.string(), age: v.string() }))
const storedNames = userStorageAtom('pyramid', StoredNames, {})

const ownNamesAtom = (get: Getter) => storedNames(get(userAtom)?.username ?? '')
const projectKey = (get: Getter) => String(get(currentProjectIdAtom).data ?? '')

/** The variables that the user chose in the current project, kept in the browser; null for the usual names. */
export const chosenSexAndAgeAtom = atom(
  (get): SexAndAge | null => get(ownNamesAtom(get))[projectKey(get)] ?? null,
  (get, set, names: SexAndAge) => {
    const stored = ownNamesAtom(get)
    set(stored, { ...get(stored), [projectKey(get)]: names })
  },
)

/** One sex, a value of its variable. */
export interface Side {
  readonly value: string
  readonly words: string
}

const MALE = /^(m|males?|man|men|boys?)$/i
const FEMALE = /^(f|females?|woman|women|girls?)$/i

/** Male at the left and female at the right by their meanings; otherwise the first two values. */
export function sidesOf({ possibleValues, valueMapping }: Variable): readonly [Side, Side] | null {
  const sides = possibleValues.map((value): Side => ({ value, words: textAt(valueMapping, value) || value }))
  const named = (pattern: RegExp) => sides.find(({ value, words }) => pattern.test(words) || pattern.test(value))
  const [first, second] = sides
  const [male, female] = [named(MALE), named(FEMALE)]
  if (male && female) return [male, female]
  return first && second ? [first, second] : null
}
