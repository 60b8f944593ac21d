import type { Failure, Call, Result } from '#api/result.ts'
import { copyText } from '#command-kit/clipboard.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import { constructList } from '#contract/custom-variables.ts'
import type { Variable, VariableSet } from '#contract/shapes/entities.ts'
import { variableSetInfo } from '#contract/variable-sets.ts'
import { isCoded } from '#domain/data-types.ts'
import type { Exported } from '#domain/exported.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { textAt } from '#domain/text/text.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import { refusal, cohortCollector, customVariableCollector } from '#features/definitions/copy-definition.ts'
import { exchangeText, EMPTY_EXCHANGE, type Exchange, giveText } from '#features/definitions/exchange/exchange-text.ts'
import { mentionsIn } from '#features/definitions/exchange/mentions.ts'
import { encodeShared, shareLink } from '#features/definitions/exchange/share-code.ts'
import { saveNamed } from '#ui/save-file.ts'

/** Larger files are no definitions: a thousand cohorts take about a megabyte. */
const FILE_BYTES_MAX = 20_000_000
const LINK_MAX = 60_000

/** Opens the browser's file dialog; the chosen file is shown on the import page. */
export function openExchangeFile({ toast, ...ports }: Pick<CommandContext, 'store' | 'run' | 'toast'>): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.json,application/json'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void importFile(ports, file).then((failure) => failure && toast.error(failure.message))
  })
  input.click()
}

/** Shows a file on the import page. */
export async function importFile(
  { store, run }: Pick<CommandContext, 'store' | 'run'>,
  file: File,
): Promise<Failure | void> {
  if (file.size > FILE_BYTES_MAX) return refusal(`${file.name} is too large to be a file of definitions.`)
  giveText(store, await file.text())
  await run({ id: 'definitions.import', args: {} })
}

/** Saves the definitions of objects through the browser. */
export async function saveExchange(
  { call }: Pick<CommandContext, 'call'>,
  exported: Exported | null,
): Promise<Failure | void> {
  const collected = await collectExchange(call, exported ?? {})
  if (!collected.ok) return collected
  const text = await exchangeText(collected.value)
  saveNamed(new Blob([text], { type: 'application/json' }), 'definitions.json')
}

export async function saveExchangeOfProject({
  call,
  project,
}: Pick<CommandContext, 'call' | 'project'>): Promise<Failure | void> {
  const exported = await exportedOfProject(call, project?.projectId)
  return exported.ok ? saveExchange({ call }, exported.value) : exported
}

/** Copies a link with the definitions in its fragment, which browsers do not send to servers. */
export async function copyShareLink(
  { call }: Pick<CommandContext, 'call'>,
  exported: Exported | null,
): Promise<Failure | void> {
  const collected = await collectExchange(call, exported ?? {})
  if (!collected.ok) return collected
  const code = await encodeShared(await exchangeText(collected.value))
  if (code.length > LINK_MAX) return refusal('These definitions are too long for a link: save them as a file.')
  await copyText(shareLink(globalThis.location.origin, '/definitions/import', code))
}

/** Everything that a user has in a project. */
export async function exportedOfProject(call: Call, projectId: number | undefined): Promise<Result<Exported>> {
  const [cohorts, sets, variables] = await Promise.all([
    call(cohortInfo, { projectId }),
    call(variableSetInfo, { projectId }),
    call(constructList, { projectId }),
  ])
  if (!cohorts.ok) return cohorts
  if (!sets.ok) return sets
  if (!variables.ok) return variables
  return {
    ok: true,
    value: {
      cohortIds: cohorts.value.cohorts.map(({ cohortId }) => cohortId).filter((id) => id !== ROOT_COHORT_ID),
      variableSetIds: sets.value.variableSets.map(({ variableSetId }) => variableSetId),
      variableNames: variables.value.customVars.map(({ variableName }) => variableName),
    },
  }
}

/** The definitions of objects with all that they are built on. Contains no members, counts or answers. */
export async function collectExchange(call: Call, exported: Exported): Promise<Result<Exchange>> {
  const { steps: cohorts, visit } = cohortCollector(call)
  for (const cohortId of exported.cohortIds ?? []) {
    const place = await visit(cohortId)
    if (!place.ok) return place
  }
  const sets = await setsOf(call, exported.variableSetIds ?? [])
  if (!sets.ok) return sets
  const custom = customVariableCollector(call)
  const used = namesIn({ ...EMPTY_EXCHANGE, cohorts, variableSets: sets.value })
  const found = await lookUpVariables(call, [...new Set([...(exported.variableNames ?? []), ...used])])
  if (!found.ok) return found
  for (const { variableName, variableType } of found.value) {
    const failure = variableType === 'variable' ? null : await custom.visit(variableName)
    if (failure) return failure
  }
  const document = { ...EMPTY_EXCHANGE, cohorts, variableSets: sets.value, customVariables: custom.steps }
  if (cohorts.length + sets.value.length + custom.steps.length === 0) {
    return refusal('There are no cohorts, variable sets or custom variables to export.')
  }
  const variables = await variablesOf(call, document)
  return variables.ok ? { ok: true, value: { ...document, variables: variables.value } } : variables
}

async function setsOf(call: Call, ids: readonly number[]): Promise<Result<Exchange['variableSets']>> {
  const sets: VariableSet[] = []
  for (const variableSetId of ids) {
    const answer = await call(variableSetInfo, { variableSetId })
    if (!answer.ok) return answer
    const set = answer.value.variableSets.find((one) => one.variableSetId === variableSetId)
    if (set === undefined) return refusal('A variable set was deleted.')
    sets.push(set)
  }
  return {
    ok: true,
    value: sets.map(({ name, description, variables }) => ({ name, description, variables: [...variables] })),
  }
}

/** The catalog's description of the base variables in use. */
async function variablesOf(call: Call, document: Exchange): Promise<Result<Exchange['variables']>> {
  const found = await lookUpVariables(call, namesIn(document))
  if (!found.ok) return found
  return { ok: true, value: found.value.filter(({ variableType }) => variableType === 'variable').map(described) }
}

function namesIn(document: Exchange): string[] {
  const names = [...mentionsIn(document).values()].flat().map(({ variableName }) => variableName)
  return [...new Set(names)].toSorted()
}

/** Codes are part of the catalog; listed values of other types could be answers, so they stay out. */
function described({ variableName, dataType, question, possibleValues, valueMapping }: Variable) {
  const codes = isCoded(dataType) ? possibleValues : []
  return {
    variableName,
    dataType,
    question,
    possibleValues: codes,
    valueMapping: Object.fromEntries(codes.map((code) => [code, textAt(valueMapping, code)])),
  }
}
