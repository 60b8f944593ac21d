import { VALUE_NAME_MAX, VARIABLE_NAME_MAX } from '#domain/limits.ts'
import { EXCLUDED_CHARACTERS, type NameRule } from '#domain/text/names.ts'

/** Converts a text to a value name: accents are dropped, other excluded characters become underscores. */
export function cleanValueName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
}

/**
 * The first text that fits, without excluded characters, as a suggested name. If none fits, the last is truncated after
 * a word.
 */
export function suggestableName(texts: readonly string[], { maxLength }: NameRule): string {
  const names = texts.map((text) => text.replaceAll(/\s+/g, ' ').replaceAll(EXCLUDED_CHARACTERS, '').trim())
  const fitting = names.find((name) => name.length <= maxLength)
  if (fitting !== undefined) return fitting
  const last = names.at(-1) ?? ''
  const cut = last.slice(0, maxLength).replace(/\p{Cs}$/u, '')
  const behindWord = last.slice(0, maxLength + 1).replace(/[\s,;·]+\S*$/u, '')
  return behindWord.length > maxLength / 2 ? behindWord : cut.trim()
}

/** Converts a meaning to a unique value name. */
export function nameOfValue(meaning: string, isTaken: (name: string) => boolean): string {
  const plain = meaning.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const name =
    plain
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, VALUE_NAME_MAX) || 'value'
  return isTaken(name) ? freeVariableName(name, isTaken) : name
}

/** The suggested name if it is free, else followed by 2, 3 …; truncated if it would be too long. */
export function freeName(suggestion: string, { maxLength }: NameRule, isTaken: (name: string) => boolean): string {
  let name = suggestion
  for (let number = 2; isTaken(name); number++) {
    const ending = ` ${number}`
    name = suggestion.slice(0, maxLength - ending.length).trimEnd() + ending
  }
  return name
}

/** Appends _2, _3 … until the name is free; truncates it if it would be too long. */
export function freeVariableName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 2; ; number++) {
    const ending = `_${number}`
    const candidate = name.slice(0, VARIABLE_NAME_MAX - ending.length) + ending
    if (!isTaken(candidate)) return candidate
  }
}
