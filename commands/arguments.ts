import type { RouteParams } from '#command-kit/declaration.ts'

/** An id out of a path or query, or undefined where there is none or it is none. */
export function idIn(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

export function idParam(params: RouteParams): number | undefined {
  return idIn(params['id'])
}

/** The id of a path in which it may be left out: undefined where it is, null where it is none. */
export function optionalIdParam(params: RouteParams): number | undefined | null {
  return params['id'] === undefined ? undefined : (idParam(params) ?? null)
}

/** Variable names, separated by commas; each once. */
export function namesIn(text: string | null): readonly string[] {
  return [...new Set((text ?? '').split(',').filter(Boolean))]
}

export function textOf(id: number | undefined): string | undefined {
  return id === undefined ? undefined : String(id)
}
