import type { Call, Result } from '#api/result.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { OPERATOR_LABELS, valueCount } from '#domain/conditions/operators.ts'
import { acceptedOperators, dataTypeWord, isCoded } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { textAt } from '#domain/text/text.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import type { Exchange } from '#features/definitions/exchange/exchange-text.ts'
import { cohortPlacesIn, mentionsIn, type ItemKey, type Mention } from '#features/definitions/exchange/mentions.ts'

/** Variables of this server by names of the document, in capitals. */
export type Mapping = Readonly<Record<string, string>>

/** A base variable of the document. */
export interface NeededVariable {
  readonly name: string
  readonly there: DescribedVariable | undefined
  /** On this server: of the same name, or as mapped. Null if it is missing. */
  readonly here: Variable | null
  readonly check: VariableCheck
}

export type Reasons = ReadonlyMap<ItemKey, readonly string[]>

/** The base variables of a document, looked up on this server. */
export async function neededVariables(
  call: Call,
  document: Exchange,
  mapping: Mapping,
): Promise<Result<NeededVariable[]>> {
  const documentNames = new Set(document.customVariables.map(({ name }) => name.toUpperCase()))
  const mentions = new Map<string, Mention[]>()
  for (const mention of [...mentionsIn(document).values()].flat()) {
    if (documentNames.has(mention.variableName.toUpperCase())) continue
    mentions.set(mention.variableName, [...(mentions.get(mention.variableName) ?? []), mention])
  }
  const targetOf = (name: string) => mapping[name.toUpperCase()] ?? name
  const found = await lookUpVariables(call, [...new Set([...mentions.keys()].map(targetOf))])
  if (!found.ok) return found
  const byName = new Map(found.value.map((variable) => [variable.variableName.toUpperCase(), variable]))
  const described = new Map(document.variables.map((one) => [one.variableName.toUpperCase(), one]))
  return {
    ok: true,
    value: [...mentions].map(([name, uses]) => {
      const here = byName.get(targetOf(name).toUpperCase()) ?? null
      const there = described.get(name.toUpperCase())
      return { name, there, here, check: here ? checkVariable(here, uses, there) : { errors: [], warnings: [] } }
    }),
  }
}

/** Why items cannot be imported; an item that is built on such an item cannot be imported either. */
export function reasons(document: Exchange, variables: readonly NeededVariable[]): Reasons {
  const missing = new Set(variables.filter(({ here }) => here === null).map(({ name }) => name))
  const customPlaces = new Map(document.customVariables.map(({ name }, place) => [name.toUpperCase(), place]))
  const described = new Map(document.variables.map((one) => [one.variableName.toUpperCase(), one]))
  const hereByName = new Map(variables.map(({ name, here }) => [name, here]))
  const found = new Map<ItemKey, readonly string[]>()
  for (const [key, mentions] of mentionsIn(document)) {
    const because = new Set<string>()
    for (const name of new Set(mentions.map(({ variableName }) => variableName))) {
      const here = hereByName.get(name)
      const custom = customPlaces.get(name.toUpperCase())
      if (missing.has(name)) because.add(`${name} is missing here.`)
      else if (here) {
        const uses = mentions.filter(({ variableName }) => variableName === name)
        for (const error of checkVariable(here, uses, described.get(name.toUpperCase())).errors) because.add(error)
      } else if (custom !== undefined && found.has(`custom-variable ${custom}`)) {
        because.add(`It uses ${name}, which cannot be imported.`)
      }
    }
    const [kind, place] = key.split(' ')
    const step = kind === 'cohort' ? document.cohorts[Number(place)] : undefined
    for (const base of step ? cohortPlacesIn(step) : []) {
      if (!found.has(`cohort ${base}`)) continue
      because.add(`It is built on “${document.cohorts[base]?.name ?? ''}”, which cannot be imported.`)
    }
    if (because.size > 0) found.set(key, [...because])
  }
  return found
}

/** A variable as the sender's server describes it. */
type DescribedVariable = Exchange['variables'][number]

/** Why conditions on a variable of this server would not mean the same. */
interface VariableCheck {
  /** Stop the import of what uses the variable. */
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** Compares a variable of this server with its uses, and with the sender's description if there is one. */
function checkVariable(
  here: Variable,
  mentions: readonly Mention[],
  there: DescribedVariable | undefined,
): VariableCheck {
  const { variableName, dataType } = here
  const conditions = mentions.flatMap(({ condition }) => condition ?? [])
  const operators = [...new Set(conditions.map(({ operator }) => operator))]
  const accepted = acceptedOperators(dataType)
  const unusable = accepted.length === 0 ? [] : operators.filter((operator) => !accepted.includes(operator))
  const values = isCoded(dataType)
    ? [...new Set(conditions.flatMap((one) => (valueCount(one.operator) === 'none' ? [] : one.values)))]
    : []
  const isListed = here.possibleValues.length > 0
  const absent = values.filter((value) => isListed && value !== UNKNOWN_VALUE && !here.possibleValues.includes(value))
  return {
    errors: [
      ...unusable.map(
        (operator) =>
          `${variableName} is ${dataTypeWord(dataType)} here, which cannot use “${OPERATOR_LABELS[operator]}”.`,
      ),
      ...(absent.length > 0 ? [`${variableName} has no value ${absent.join(', ')} here.`] : []),
    ],
    warnings: there === undefined ? [] : differences(here, there, values),
  }
}

function differences(here: Variable, there: DescribedVariable, values: readonly string[]): string[] {
  const { variableName, dataType } = here
  const meanings = values.flatMap((value) => {
    const [meaning, other] = [textAt(here.valueMapping, value), textAt(there.valueMapping, value)]
    return meaning !== '' && other !== '' && meaning !== other
      ? [`${value} means “${meaning}” here and “${other}” there`]
      : []
  })
  return [
    ...(there.dataType !== '' && there.dataType !== dataType
      ? [`${variableName} is ${dataTypeWord(dataType)} here and ${dataTypeWord(there.dataType)} there.`]
      : []),
    ...(meanings.length > 0 ? [`${variableName}: ${meanings.join('; ')}.`] : []),
  ]
}
