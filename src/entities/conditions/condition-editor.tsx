import { useRef, useState } from 'react'
import type { Variable } from '#contract/shapes/entities.ts'
import { PRESENCE_WORDS } from '#domain/conditions/condition-line.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { conditionProblem, valueProblem } from '#domain/conditions/constraint.ts'
import { OPERATOR_LABELS, valueCount, type Operator } from '#domain/conditions/operators.ts'
import { descriptorOf, isCoded, isFlag, moreOperators, offeredOperators } from '#domain/data-types.ts'
import { compareNaturally } from '#domain/text/natural-order.ts'
import { ConditionPicture, type ConditionPictureProps } from '#entities/distributions/condition-picture.tsx'
import { valueWords } from '#entities/variables/value-words.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import styles from '#entities/conditions/condition-editor.module.css'

interface ConditionEditorProps extends Omit<ConditionPictureProps, 'cohortId'> {
  /** The cohort whose answers are drawn below the fields, if any. */
  countedIn?: number
  /** All operators, those on the presence of an answer by their questions; the fields stand in the line around them. */
  isSentence?: boolean
  /** Codes are listed until one is chosen. */
  isListed?: boolean
  /** The server's error for the value, shown below it. */
  refusal?: string | null | undefined
}

export function ConditionEditor(props: ConditionEditorProps) {
  const { variable, condition, onChange, countedIn, refusal, isSentence = false, isListed = isSentence } = props
  const shown = condition ?? beginning(variable)
  const values = shown?.values ?? []
  const [showsMore, setShowsMore] = useState(false)
  const editor = useRef<HTMLDivElement>(null)
  const operators = operatorsFor(variable, shown, showsMore || isSentence)
  const presence = isSentence && !isFlag(variable.dataType) ? PRESENCE : isSentence ? PRESENCE.slice(1) : []
  return (
    <div ref={editor} className={styles['editor']} data-sentence={isSentence} data-values={values.length}>
      <SelectField<Operator>
        label="Operator"
        value={shown?.operator ?? ''}
        options={[
          ...operators.filter((value) => presence.every((one) => one.value !== value)).map(labelledOperator),
          ...presence,
        ]}
        onChange={(next) => onChange({ operator: next, values: valuesFor(next, values) })}
      />
      {shown && (
        <ValueInputs
          variable={variable}
          operator={shown.operator}
          values={values}
          onChange={(next, operator = shown.operator) => onChange({ operator, values: next })}
          refusal={refusal ?? null}
          isListed={isListed}
        />
      )}
      {!isSentence && moreOperators(variable.dataType).some((more) => !operators.includes(more)) && (
        // Below the operator, but after the value for the keyboard.
        <Button
          size="small"
          variant="quiet"
          className={styles['more']}
          onClick={() => {
            setShowsMore(true)
            editor.current?.querySelector('select')?.focus()
          }}
        >
          More operators
        </Button>
      )}
      {countedIn !== undefined && <ConditionPicture {...{ variable, condition, onChange }} cohortId={countedIn} />}
    </div>
  )
}

/** An operator with its label in the specification. */
function labelledOperator(value: Operator) {
  return { value, label: OPERATOR_LABELS[value] }
}

const PRESENCE: readonly { readonly value: Operator; readonly label: string }[] = [
  { value: 'VALID', label: PRESENCE_WORDS.VALID },
  { value: 'EXISTS', label: PRESENCE_WORDS.EXISTS },
]

/** The offered operators, and the condition's own: EXISTS, for example, in an imported definition. */
function operatorsFor({ dataType }: Variable, condition: Condition | null, showsMore: boolean): readonly Operator[] {
  const offered = [...offeredOperators(dataType), ...(showsMore ? moreOperators(dataType) : [])]
  return condition === null || offered.includes(condition.operator) ? offered : [...offered, condition.operator]
}

/** Preselects the first operator, unless it is a complete condition by itself. */
function beginning(variable: Variable): Condition | null {
  const condition = emptyCondition(variable)
  return condition === null || valueCount(condition.operator) === 'none' ? null : condition
}

/** The first operator of the type, without a value. */
export function emptyCondition(variable: Variable): Condition | null {
  const [operator] = offeredOperators(variable.dataType)
  return operator === undefined ? null : { operator, values: valuesFor(operator, []) }
}

function valuesFor(operator: Operator, values: readonly string[]): readonly string[] {
  const count = valueCount(operator)
  if (count === 'none') return []
  if (count === 'any') return values.filter((value) => value !== '')
  return Array.from({ length: count === 'two' ? 2 : 1 }, (_, index) => values[index] ?? '')
}

interface ValueInputsProps {
  variable: Variable
  operator: Operator
  values: readonly string[]
  /** With another operator, if one was typed before the value. */
  onChange: (values: readonly string[], operator?: Operator) => void
  refusal: string | null
  /** Codes are listed until one is chosen. */
  isListed: boolean
}

/** The possible values in the order of their codes. */
function inOrder({ possibleValues }: Variable): readonly string[] {
  return possibleValues.toSorted(compareNaturally)
}

function ValueInputs(props: ValueInputsProps) {
  const { variable, operator, values, onChange } = props
  const count = valueCount(operator)
  if (count === 'none') return null
  if (count === 'any') return <SeveralCodes variable={variable} values={values} onChange={onChange} />
  if (isCoded(variable.dataType) && variable.possibleValues.length > 0) {
    return (
      <SelectField
        label="Value"
        value={values[0] ?? ''}
        options={inOrder(variable).map((value) => ({ value, label: valueWords(variable, value) }))}
        placeholder="Choose a value…"
        isListed={props.isListed && values[0] === ''}
        onChange={(value) => onChange([value])}
        problem={props.refusal}
      />
    )
  }
  return values.map((value, index) => (
    <TypedValue
      // oxlint-disable-next-line react/no-array-index-key -- the two ends of BETWEEN differ by their place alone
      key={index}
      {...props}
      label={count === 'two' ? (index === 0 ? 'From' : 'To') : 'Value'}
      value={value}
      refusal={index === 0 ? props.refusal : null}
      onValue={(next) => onChange(values.map((other, position) => (position === index ? next : other)))}
      onOperator={index === 0 ? (next, text) => onChange([text], next) : undefined}
    />
  ))
}

interface TypedValueProps extends ValueInputsProps {
  label: string
  value: string
  onValue: (value: string) => void
  /** With the text after the operator. */
  onOperator: ((operator: Operator, value: string) => void) | undefined
}

function TypedValue({ variable, operator, values, label, value, onValue, onOperator, refusal }: TypedValueProps) {
  const isLast = value === values.at(-1)
  const orderProblem = isLast && values.length > 1 ? conditionProblem(variable.dataType, { operator, values }) : null
  const input = descriptorOf(variable.dataType)?.input
  const canCompare = onOperator !== undefined && offeredOperators(variable.dataType).includes('GTE')
  return (
    <TextField
      label={label}
      value={value}
      onChange={(text) => {
        const next = input?.isUpperCase ? text.toUpperCase() : text
        const [sign, rest] = canCompare ? signBefore(next) : [null, next]
        if (sign === null) onValue(next)
        else onOperator?.(sign === '=' && rest === '' ? orEqual(operator) : OPERATOR_SIGNS[sign], rest)
      }}
      pattern={canCompare ? withSign(input?.pattern) : input?.pattern}
      problemOf={(text) => valueProblem(variable.dataType, operator, text) ?? orderProblem}
      refusal={refusal}
      hint={input?.hint}
      inputMode={input?.mode ?? 'text'}
    />
  )
}

const OPERATOR_SIGNS = { '>=': 'GTE', '<=': 'LTE', '>': 'GT', '<': 'LT', '≥': 'GTE', '≤': 'LTE', '=': 'EQ' } as const
const SIGN = String.raw`\s*(>=|<=|[<>=≤≥])\s*`
const OR_EQUAL: Partial<Record<Operator, Operator>> = { GT: 'GTE', LT: 'LTE' }

/** The sign of an operator typed or pasted before a value, and the text after it. */
function signBefore(text: string): readonly [sign: keyof typeof OPERATOR_SIGNS | null, rest: string] {
  const [begin = '', written] = new RegExp(`^${SIGN}`).exec(text) ?? []
  const sign = written !== undefined && isSign(written) ? written : null
  return [sign, text.slice(begin.length)]
}

function isSign(text: string): text is keyof typeof OPERATOR_SIGNS {
  return Object.hasOwn(OPERATOR_SIGNS, text)
}

/** "=" typed after ">" or "<" makes it "or equal". */
function orEqual(before: Operator): Operator {
  return OR_EQUAL[before] ?? 'EQ'
}

function withSign(pattern: RegExp | undefined): RegExp | undefined {
  return pattern && new RegExp(`^(?:${SIGN})?${pattern.source.replace('^', '')}`, pattern.flags)
}

function SeveralCodes({ variable, values, onChange }: Pick<ValueInputsProps, 'variable' | 'values' | 'onChange'>) {
  const [typed, setTyped] = useState(values.join(', '))
  if (variable.possibleValues.length === 0) {
    return (
      <TextField
        label="Values, separated by commas"
        value={typed}
        onChange={(text) => {
          setTyped(text)
          onChange(
            text
              .split(',')
              .map((part) => part.trim())
              .filter(Boolean),
          )
        }}
      />
    )
  }
  return (
    <fieldset className={styles['codes']}>
      <legend>Values</legend>
      {inOrder(variable).map((value) => (
        <label key={value} className={styles['code']}>
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={(event) =>
              onChange(
                variable.possibleValues.filter((other) =>
                  other === value ? event.target.checked : values.includes(other),
                ),
              )
            }
          />
          {valueWords(variable, value)}
        </label>
      ))}
    </fieldset>
  )
}
