import type { Call, Result } from '#api/result.ts'
import { constructInfo } from '#contract/custom-variables.ts'

const NOT_FOUND = 404

/** The id of a custom variable by its name; rejected for any other variable. */
export async function findCustomVariable(call: Call, variableName: string): Promise<Result<number>> {
  const answer = await call(constructInfo, { constructId: variableName }, { silent: [NOT_FOUND] })
  if (!answer.ok) {
    return answer.status === NOT_FOUND ? { ...answer, message: 'Only custom variables have a history.' } : answer
  }
  const [variable] = answer.value.customVars
  if (variable === undefined) throw new Error('The response has no custom variable.')
  return { ok: true, value: variable.constructId }
}
