import type { RouteParams } from '#command-kit/declaration.ts'

/** An id out of a path or query, or undefined where there is none or it is none. */
export function idIn(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

export function idParam(params: RouteParams): number | undefined {
  return idIn(params['id'])
}

export function textOf(id: number | undefined): string | undefined {
  return id === undefined ? undefined : String(id)
}
