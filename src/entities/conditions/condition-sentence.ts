import type { Variable } from '#contract/shapes/entities.ts'
import { conditionLine, OPERATOR_MARKS, PRESENCE_WORDS } from '#domain/conditions/condition-line.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { OPERATOR_LABELS, type Operator } from '#domain/conditions/operators.ts'
import { isFlag } from '#domain/data-types.ts'
import { formLabel } from '#domain/form-label.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { UNKNOWN_VALUE_WORDS } from '#domain/missing-labels.ts'
import { nameWords } from '#domain/text/name-words.ts'
import { textAt } from '#domain/text/text.ts'
import { valueWords } from '#entities/variables/value-words.ts'

const VERBS: Partial<Record<Operator, string>> = { ...OPERATOR_MARKS, ...PRESENCE_WORDS, EQ: 'is', NEQ: 'is not' }

type WordedVariable = Pick<Variable, 'valueMapping' | 'dataType'> | undefined

/** A condition as verb and value, without the codes of values that have a label: "is", "Yes". */
export function conditionPhrase({ operator, values }: Condition, variable: WordedVariable) {
  const isSet = operator === 'VALID' && variable !== undefined && isFlag(variable.dataType)
  const verb = isSet ? OPERATOR_LABELS.VALID : (VERBS[operator] ?? OPERATOR_LABELS[operator])
  const label = (value: string) => {
    if (value === UNKNOWN_VALUE) return UNKNOWN_VALUE_WORDS
    return (variable && textAt(variable.valueMapping, value)) || value
  }
  return { verb, value: values.map(label).join(operator === 'BETWEEN' ? ' and ' : ' or ') }
}

/** A condition in one line, with signs and the labels of its values: "SEX = 1 · Male". */
export function conditionSentence(variableName: string, condition: Condition, variable: WordedVariable): string {
  const meaning = (value: string) =>
    value === UNKNOWN_VALUE || variable === undefined || isFlag(variable.dataType) ? value : valueWords(variable, value)
  return conditionLine(variableName, condition, meaning)
}

/** A condition as a part of a name: "mood high ever: Yes". */
export function conditionName(variableName: string, condition: Condition, variable: WordedVariable): string {
  const { verb, value } = conditionPhrase(condition, variable)
  const about = nameWords(variableName)
  switch (condition.operator) {
    case 'EQ':
    case 'ANYOF':
      return `${about}: ${value}`
    case 'NEQ':
      return `${about} not ${value}`
    case 'BETWEEN':
      return `${about} ${condition.values.join('–')}`
    case 'EXISTS':
      return `${about} asked`
    default:
      return `${about} ${verb} ${value}`.trim()
  }
}

type AskedVariable = Pick<Variable, 'valueMapping' | 'dataType' | 'question' | 'contributors'>

/** A condition by question, forms and meanings of values: “Have you ever had a low mood?” (DIGS 4.0 or DIGS 3.0): Yes. */
export function conditionInWords(
  variableName: string,
  condition: Condition,
  variable: AskedVariable | undefined,
  otherVersions: readonly AskedVariable[] = [],
): string {
  const question = variable?.question.replaceAll('|', ' ').trim() ?? ''
  const isAsked = condition.operator === 'EXISTS'
  if (variable === undefined || question === '') {
    return isAsked ? `${variableName}: ${ASKED}` : conditionSentence(variableName, condition, variable)
  }
  const { verb, value } = conditionPhrase(condition, variable)
  const forms = [variable, ...otherVersions].flatMap(({ contributors: [form] }) => (form ? [formLabel(form)] : []))
  const asked = forms.length > 0 ? `“${question}” (${[...new Set(forms)].join(' or ')})` : `“${question}”`
  if (isAsked) return `${asked}: ${ASKED}`
  return condition.operator === 'EQ'
    ? `${asked}: ${value}`
    : [asked, verb, value].filter((words) => words !== '').join(' ')
}

const ASKED = 'asked, whatever the answer'
