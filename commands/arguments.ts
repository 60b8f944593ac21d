import type { RouteParams, Subject } from '#command-kit/declaration.ts'

/** Parses an id; undefined if missing or invalid. */
export function idIn(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

export function idParam(params: RouteParams): number | undefined {
  return idIn(params['id'])
}

/** Parses an optional id: undefined if missing, null if invalid. */
export function optionalIdParam(params: RouteParams): number | undefined | null {
  return params['id'] === undefined ? undefined : (idParam(params) ?? null)
}

/** Variable names separated by commas, without duplicates. */
export function namesIn(text: string | null): readonly string[] {
  return [...new Set((text ?? '').split(',').filter(Boolean))]
}

export function textOf(id: number | undefined): string | undefined {
  return id === undefined ? undefined : String(id)
}

export function variableNamesOf(subjects: readonly Subject[]): readonly string[] {
  return subjects.flatMap(({ kind, value }) => (kind === 'variable' ? [String(value)] : []))
}
