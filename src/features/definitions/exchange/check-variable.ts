import type { Variable } from '#contract/shapes/entities.ts'
import { OPERATOR_LABELS, valueCount } from '#domain/conditions/operators.ts'
import { acceptedOperators, dataTypeWord, isCoded } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { textAt } from '#domain/text/text.ts'
import type { Exchange } from '#features/definitions/exchange/exchange-text.ts'
import type { Mention } from '#features/definitions/exchange/mentions.ts'

/** A variable as the sender's server describes it. */
export type DescribedVariable = Exchange['variables'][number]

/** Why conditions on a variable of this server would not mean the same. */
export interface VariableCheck {
  /** Stop the import of what uses the variable. */
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** Compares a variable of this server with its uses, and with the sender's description if there is one. */
export function checkVariable(
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
    const [own, other] = [textAt(here.valueMapping, value), textAt(there.valueMapping, value)]
    return own !== '' && other !== '' && own !== other ? [`${value} means “${own}” here and “${other}” there`] : []
  })
  return [
    ...(there.dataType !== '' && there.dataType !== dataType
      ? [`${variableName} is ${dataTypeWord(dataType)} here and ${dataTypeWord(there.dataType)} there.`]
      : []),
    ...(meanings.length > 0 ? [`${variableName}: ${meanings.join('; ')}.`] : []),
  ]
}
