import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import { constructEdit, constructInfo } from '#contract/custom-variables.ts'
import type { Naming } from '#entities/dialogs/naming-dialog.tsx'
import type { Read } from '#entities/server-state/saves.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

/** A custom variable's saved name and description. */
export async function readCustomVariable(
  { call }: Pick<Ports, 'call'>,
  constructId: number,
): Promise<Result<Read<Naming>>> {
  const answer = await call(constructInfo, { constructId })
  if (!answer.ok) return answer
  const { name = '', description = '', version = null } = answer.value.customVars[0] ?? {}
  return { ok: true, value: { thing: { name, description }, version } }
}

export function editCustomVariable(
  { call }: Pick<Ports, 'call'>,
  constructId: number,
  naming: Naming,
  version: string | null,
): Promise<Result<unknown>> {
  return call(constructEdit, { constructId, ...naming, version })
}

/** Changes the name alone. */
export async function renameCustomVariable(ports: Ports, constructId: number, name: string): Promise<Result<unknown>> {
  const read = await readCustomVariable(ports, constructId)
  if (!read.ok) return read
  const saved = await editCustomVariable(ports, constructId, { ...read.value.thing, name }, read.value.version)
  if (saved.ok) await refreshCustomVariables(ports)
  return saved
}

/** Refetches lists and pages with names of custom variables. */
export async function refreshCustomVariables({ queryClient }: Pick<Ports, 'queryClient'>): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => SHOWS_NAMES.has(String(queryKey[0])) })
}

const SHOWS_NAMES = new Set(['catalog', 'variable', 'custom-variables'])
