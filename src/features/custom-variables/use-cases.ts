import type { createStore } from 'jotai'
import type { Call, Failure, Result } from '#api/result.ts'
import { constructCopy, constructInfo } from '#contract/custom-variables.ts'
import type { Construct, Variable } from '#contract/shapes/entities.ts'
import { SCORE, type ConstructType } from '#domain/custom-variables/construct-types.ts'
import { isCustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import {
  CUSTOM_VARIABLE_TYPE_UNKNOWN,
  UNABLE_TO_GET_SOURCE_VARIABLES,
  UNABLE_TO_GET_VARIABLE,
} from '#domain/messages.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import { refetchVariables } from '#features/custom-variables/draft-request.ts'

interface CommandPorts {
  readonly call: Call
  readonly store: ReturnType<typeof createStore>
}

/** A saved custom variable with its source variables. */
export interface LoadedConstruct {
  readonly construct: Construct
  readonly sources: readonly Variable[]
}

/** Loads the definition of a custom variable, to start another from it. */
export async function loadConstruct(call: Call, name: string, signal?: AbortSignal): Promise<Result<LoadedConstruct>> {
  const options = signal === undefined ? {} : { signal }
  const saved = await savedConstruct(call, name, options)
  if (!saved.ok) return saved
  const construct = saved.value
  const found = await lookUpVariables(call, construct.variables, {
    ...options,
    context: () => UNABLE_TO_GET_SOURCE_VARIABLES,
  })
  if (!found.ok) return found
  if (found.value.length < construct.variables.length) return refused(UNABLE_TO_GET_SOURCE_VARIABLES)
  return { ok: true, value: { construct, sources: found.value } }
}

/** The builder of a saved custom variable. */
export async function findStart(call: Call, name: string): Promise<Result<ConstructType>> {
  const saved = await savedConstruct(call, name)
  if (!saved.ok) return saved
  const type = saved.value.constructType || saved.value.variableType
  return type === SCORE || isCustomVariableKind(type)
    ? { ok: true, value: type }
    : refused(`${CUSTOM_VARIABLE_TYPE_UNKNOWN}: ${type}`)
}

/** Copies a custom variable into a project and returns its name there. */
export async function copyCustomVariable(
  { call, store }: CommandPorts,
  variableName: string,
  projectId: number,
): Promise<Result<string>> {
  const saved = await savedConstruct(call, variableName)
  if (!saved.ok) return saved
  const copied = await call(constructCopy, { constructId: saved.value.constructId, projectId })
  if (!copied.ok) return copied
  await refetchVariables(store.get(queryClientAtom))
  return { ok: true, value: copied.value.variableName }
}

async function savedConstruct(
  call: Call,
  name: string,
  options?: { signal?: AbortSignal },
): Promise<Result<Construct>> {
  const answer = await call(constructInfo, { constructId: name }, options)
  if (!answer.ok) return answer
  const [construct] = answer.value.customVars
  return construct ? { ok: true, value: construct } : refused(UNABLE_TO_GET_VARIABLE)
}

function refused(words: string): Failure {
  return { ok: false, status: 0, message: words, serverMessage: words, context: words, issues: [] }
}
