import styles from '#features/cohorts/rules/rules.module.css'
import { useAtomValue } from 'jotai'
import type { ClipboardEvent } from 'react'
import { asksForPresence } from '#domain/constraint.ts'
import type { CountRow, PedigreeRow, Variable } from '#contract/shapes/entities.ts'
import { variableSimilar } from '#contract/variables.ts'
import { formatCount, wordFor } from '#domain/numbers.ts'
import { ROOT_COHORT_ID, RULE_NOTE_MAX, SAME_QUESTION_SCORE } from '#domain/limits.ts'
import {
  STRATUM_FIELDS,
  STRATUM_WORDS,
  UNKNOWN_CHOICES,
  type RuleOptions,
  type StratumField,
  type UnknownChoice,
} from '#domain/rules.ts'
import { useCall } from '#entities/call-atoms.ts'
import { isOfferedAtom } from '#entities/session.ts'
import { cohortSummaryAtom } from '#entities/cohorts.ts'
import { Loaded } from '#entities/loaded.tsx'
import { pivotOf, type Dimension } from '#features/cohorts/count-pivot.ts'
import { ConditionEditor } from '#entities/condition-editor.tsx'
import { CohortPicker } from '#entities/pickers/cohort-picker.tsx'
import { VariablePicker } from '#entities/pickers/variable-picker.tsx'
import { QuestionBrief } from '#entities/variables/question-brief.tsx'
import { GroupFields } from '#features/cohorts/rules/group-fields.tsx'
import {
  ruleProblem,
  type DraftCondition,
  type DraftRule,
  type DraftStratum,
} from '#features/cohorts/rules/rule-draft.ts'
import { addVersions, changeRule, chooseCohort } from '#features/cohorts/rules/rule-edits.ts'
import type { RuleLookup } from '#features/cohorts/rules/rules-state.ts'
import type { EditRules } from '#features/cohorts/rules/rules-state.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'

interface RuleFieldsProps {
  rule: DraftRule
  names: RuleLookup
  /** The cohort in which the answers are drawn. */
  parentId: number
  edit: EditRules
  /** Text pasted into a field: true if it is a list of names, which become rules. */
  onPaste: (key: string, text: string) => boolean
}

/** The fields of the open row. */
export function RuleFields({ rule, names, parentId, edit, onPaste }: RuleFieldsProps) {
  const { key } = rule
  const handlePaste = (event: ClipboardEvent) => {
    if (rule.kind === 'condition' && onPaste(key, event.clipboardData.getData('text'))) event.preventDefault()
  }
  const change = (part: Partial<RuleOptions>, what?: string) =>
    edit((top) => changeRule(top, key, (before) => ({ ...before, ...part })), what)
  return (
    <div className={styles['fields']} data-fields={key} onPaste={handlePaste}>
      {rule.kind === 'condition' && <ConditionFields {...{ rule, names, parentId, edit }} />}
      {rule.kind === 'cohort' && (
        <CohortPicker
          label="Cohort"
          cohortId={rule.cohortId}
          onChoose={(cohortId) => edit((top) => chooseCohort(top, key, cohortId))}
        />
      )}
      {rule.kind === 'stratum' && <StratumFields rule={rule} edit={edit} />}
      {rule.kind === 'group' && <GroupFields group={rule} names={names} edit={edit} />}
      <div className={styles['options']}>
        {canBeUnknown(rule) && (
          <SelectField<UnknownChoice>
            label="Unknown counts as"
            value={rule.unknownAs}
            options={UNKNOWN_OPTIONS}
            onChange={(unknownAs) => change({ unknownAs })}
          />
        )}
        <TextField
          label="Note"
          value={rule.note}
          onChange={(note) => change({ note }, `note of ${key}`)}
          maxLength={RULE_NOTE_MAX}
          isOptional
        />
      </div>
    </div>
  )
}

const CHOICE_WORDS: Readonly<Record<UnknownChoice, string>> = {
  unknown: 'unknown',
  match: 'match',
  no_match: 'no match',
}
const UNKNOWN_OPTIONS = UNKNOWN_CHOICES.map((value) => ({ value, label: CHOICE_WORDS[value] }))

/** Membership, and the presence of an answer, are always known. */
function canBeUnknown(rule: DraftRule): boolean {
  if (rule.kind !== 'condition') return rule.kind !== 'cohort'
  return rule.condition === null || !asksForPresence(rule.condition)
}

interface OtherVersionsProps {
  variable: Variable
  onUse: (names: readonly string[]) => void
}

/** Other forms ask the same: their participants have no record of this one. */
function OtherVersions({ variable, onUse }: OtherVersionsProps) {
  const isOffered = useAtomValue(isOfferedAtom)(variableSimilar) && variable.variableType === 'variable'
  const { data } = useCall({
    endpoint: variableSimilar,
    request: isOffered ? { variableName: variable.variableName } : null,
    key: 'similar',
    staleTime: 10 * 60_000,
  })
  const others = (data?.data ?? []).filter(
    ({ score, dataType }) => score >= SAME_QUESTION_SCORE && dataType === variable.dataType,
  )
  if (others.length === 0) return null
  const names = others.map(({ variableName }) => variableName)
  return (
    <p className={styles['hint']}>
      {names.join(', ')} {wordFor(names.length, 'asks', 'ask')} the same in{' '}
      {wordFor(names.length, 'another form', 'other forms')}.
      <Button size="small" variant="quiet" onClick={() => onUse(names)}>
        Any of these {formatCount(names.length + 1)}
      </Button>
    </p>
  )
}

/** The values come from the strata of All Individuals. */
function StratumFields({ rule, edit }: { rule: DraftStratum; edit: EditRules }) {
  const { key, field, values } = rule
  const summary = useAtomValue(cohortSummaryAtom(ROOT_COHORT_ID))
  const change = (part: Partial<DraftStratum>) =>
    edit((top) => changeRule(top, key, (before) => (before.kind === 'stratum' ? { ...before, ...part } : before)))
  return (
    <>
      <SelectField<StratumField>
        label="Attribute"
        value={field}
        options={STRATUM_FIELDS.map((value) => ({ value, label: STRATUM_WORDS[value] }))}
        onChange={(next) => change({ field: next, values: [] })}
      />
      <Loaded resource={summary}>
        {({ data }) => (
          <fieldset className={styles['strata']}>
            <legend>{STRATUM_WORDS[field]}</legend>
            {pivotOf(data.filter(isCountRow), STRATUM_DIMENSIONS[field], null)
              .rows.filter((row) => row.key !== '')
              .map((row) => (
                <label key={row.key}>
                  <input
                    type="checkbox"
                    checked={values.includes(row.key)}
                    onChange={(event) =>
                      change({
                        values: event.target.checked
                          ? [...values, row.key]
                          : values.filter((value) => value !== row.key),
                      })
                    }
                  />
                  {row.key}
                </label>
              ))}
          </fieldset>
        )}
      </Loaded>
    </>
  )
}

const STRATUM_DIMENSIONS: Readonly<Record<StratumField, Dimension>> = {
  dx_nimh: 'dxNimh',
  collection: 'collection',
  study_id: 'studyId',
  consent: 'consent',
}

function isCountRow(row: CountRow | PedigreeRow): row is CountRow {
  return !('pedigreeCount' in row)
}

function ConditionFields({
  rule,
  names,
  parentId,
  edit,
}: Omit<RuleFieldsProps, 'rule' | 'onPaste'> & { rule: DraftCondition }) {
  const { key, variableName, condition } = rule
  const variable = variableName === null ? undefined : names.find(variableName)
  const change = (part: Partial<DraftCondition>, what?: string) =>
    edit(
      (top) => changeRule(top, key, (before) => (before.kind === 'condition' ? { ...before, ...part } : before)),
      what,
    )
  return (
    <>
      <VariablePicker
        label="Variable"
        variableName={variableName}
        onChoose={(name) => change({ variableName: name, condition: null })}
      />
      {variable && (
        <>
          <ConditionEditor
            key={variable.variableName}
            variable={variable}
            condition={condition}
            onChange={(next) => change({ condition: next }, `condition of ${key}`)}
            countedIn={parentId}
          />
          <QuestionBrief variable={variable} />
          <OtherVersions variable={variable} onUse={(others) => edit((top) => addVersions(top, key, others))} />
        </>
      )}
      {variableName !== null && variable === undefined && !names.isLoading && (
        <Notice tone="error" title={ruleProblem(rule, names.find) ?? ''} />
      )}
    </>
  )
}
