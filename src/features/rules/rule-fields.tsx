import { useAtomValue } from 'jotai'
import type { ClipboardEvent } from 'react'
import { UNKNOWN_CHOICES, type RuleOptions, type UnknownChoice } from '#domain/cohorts/rules.ts'
import { asksForPresence } from '#domain/conditions/constraint.ts'
import { RULE_NOTE_MAX } from '#domain/limits.ts'
import { CohortPicker } from '#entities/cohorts/cohort-picker.tsx'
import { ConditionEditor } from '#entities/conditions/condition-editor.tsx'
import { ruleProblem, type DraftCondition, type DraftRule } from '#entities/rules/rule-draft.ts'
import type { RuleLookup } from '#entities/rules/saved-rules.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { QuestionBrief } from '#entities/variables/question-brief.tsx'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { GroupFields } from '#features/rules/group-fields.tsx'
import { OtherVersions } from '#features/rules/other-versions.tsx'
import { addVersions, changeRule, chooseCohort } from '#features/rules/rule-edits.ts'
import type { EditRules } from '#features/rules/rules-state.ts'
import { StratumFields } from '#features/rules/stratum-fields.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#features/rules/rules.module.css'

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
            label="If the answer is missing"
            description={MISSING_MEANS}
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

const MISSING_MEANS =
  'For individuals with a record but no answer, and for individuals who never received the form. Undecided is neither match nor no match.'

const CHOICE_WORDS: Readonly<Record<UnknownChoice, string>> = {
  unknown: 'undecided (default)',
  match: 'counts as match',
  no_match: 'counts as no match',
}
const UNKNOWN_OPTIONS = UNKNOWN_CHOICES.map((value) => ({ value, label: CHOICE_WORDS[value] }))

/** Membership, and the presence of an answer, are always known. */
function canBeUnknown(rule: DraftRule): boolean {
  if (rule.kind !== 'condition') return rule.kind !== 'cohort'
  return rule.condition === null || !asksForPresence(rule.condition)
}

function ConditionFields({
  rule,
  names,
  parentId,
  edit,
}: Omit<RuleFieldsProps, 'rule' | 'onPaste'> & { rule: DraftCondition }) {
  const { key, variableName, condition } = rule
  const variable = variableName === null ? undefined : names.find(variableName)
  const hasVersions = useAtomValue(capabilitiesAtom).includes('rule-versions')
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
          <OtherVersions
            variable={variable}
            onUse={(others) => edit((top) => addVersions(top, key, others, hasVersions))}
          />
        </>
      )}
      {variableName !== null &&
        variable === undefined &&
        (names.isLoading ? <Skeleton /> : <Notice tone="error" title={ruleProblem(rule, names.find) ?? ''} />)}
    </>
  )
}
