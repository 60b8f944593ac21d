import { useAtomValue } from 'jotai'
import { useMemo, type ClipboardEvent } from 'react'
import { rulesNew } from '#contract/rules.ts'
import type { Variable, CountRow, PedigreeRow } from '#contract/shapes/entities.ts'
import { variableSimilar } from '#contract/variables.ts'
import {
  NO_RULE_OPTIONS,
  UNKNOWN_CHOICES,
  type RuleOptions,
  type UnknownChoice,
  STRATUM_FIELDS,
  STRATUM_WORDS,
  type StratumField,
} from '#domain/cohorts/rules.ts'
import { asksForPresence, type Condition } from '#domain/conditions/constraint.ts'
import { isFlag } from '#domain/data-types.ts'
import { RULE_NOTE_MAX, SAME_QUESTION_SCORE, ROOT_COHORT_ID } from '#domain/limits.ts'
import { formatCount, wordFor } from '#domain/numbers.ts'
import { CohortPicker } from '#entities/cohorts/cohort-picker.tsx'
import { cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { pivotOf, type Dimension } from '#entities/cohorts/counts/count-pivot.ts'
import { ConditionEditor } from '#entities/conditions/condition-editor.tsx'
import {
  holdsRules,
  ruleProblem,
  type DraftCondition,
  type DraftGroup,
  type DraftRule,
  type DraftStratum,
} from '#entities/rules/rule-draft.ts'
import type { RuleLookup } from '#entities/rules/saved-rules.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom, isOfferedAtom } from '#entities/session/session.ts'
import { cohortRowsAtom } from '#entities/sources/choice-rows.ts'
import { QuestionBrief } from '#entities/variables/question-brief.tsx'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { catalogAtom } from '#entities/variables/variables.ts'
import { GroupFields } from '#features/rules/group-fields.tsx'
import { changeRule, chooseCohort, isExcluded } from '#features/rules/rule-edits.ts'
import { cohortOfRow, kindOfRow, kindRows, rowsOfCohorts } from '#features/rules/rule-kinds.ts'
import type { EditRules } from '#features/rules/rules-state.ts'
import type { RuleRows } from '#features/rules/use-rule-rows.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#features/rules/rules.module.css'

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

interface RuleFieldsProps {
  rule: DraftRule
  /** The group of the rule; null for the top. */
  group: DraftGroup | null
  names: RuleLookup
  /** The cohort in which the answers are drawn. */
  parentId: number
  edit: EditRules
  showsOptions: boolean
  /** Text pasted into a field: true if it is a list of names, which become rules. */
  onPaste: (key: string, text: string) => boolean
  acts: FieldActs
}

/** The changes of a rule by its fields. */
export type FieldActs = Pick<
  RuleRows,
  'choose' | 'chooseCohort' | 'chooseMembership' | 'addVersions' | 'chooseVersions' | 'replaceBlank'
>

/** The fields of the open row. */
export function RuleFields({ rule, group, names, parentId, edit, showsOptions, onPaste, acts }: RuleFieldsProps) {
  const { key } = rule
  const handlePaste = (event: ClipboardEvent) => {
    if (rule.kind === 'condition' && onPaste(key, event.clipboardData.getData('text'))) event.preventDefault()
  }
  const change = (part: Partial<RuleOptions>, what?: string) =>
    edit((top) => changeRule(top, key, (before) => ({ ...before, ...part })), what)
  const hasOptions = showsOptions || rule.note !== '' || rule.unknownAs !== NO_RULE_OPTIONS.unknownAs
  return (
    <div className={styles['fields']} data-fields={key} data-kind={rule.kind} onPaste={handlePaste}>
      {rule.kind === 'condition' && <ConditionFields {...{ rule, group, names, parentId, edit, acts }} />}
      {rule.kind === 'cohort' && (
        <>
          <CohortPicker
            label="Cohort"
            cohortId={rule.cohortId}
            onChoose={(cohortId) => edit((top) => chooseCohort(top, key, cohortId))}
          />
          <SelectField
            label="Membership"
            value={isExcluded(group) ? 'not-in' : 'in'}
            options={MEMBERSHIPS}
            onChange={(next) => acts.chooseMembership(key, next === 'in')}
          />
        </>
      )}
      {rule.kind === 'stratum' && <StratumFields rule={rule} edit={edit} />}
      {rule.kind === 'group' && <GroupFields group={rule} names={names} edit={edit} />}
      {hasOptions && (
        <div className={styles['options']} data-options={key}>
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
      )}
    </div>
  )
}

const MEMBERSHIPS = [
  { value: 'in', label: 'in the cohort' },
  { value: 'not-in', label: 'not in the cohort' },
] as const

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
  if (rule.kind === 'group') return holdsRules(rule)
  if (rule.kind !== 'condition') return rule.kind !== 'cohort'
  return rule.condition === null || !asksForPresence(rule.condition)
}

function ConditionFields({
  rule,
  group,
  names,
  parentId,
  edit,
  acts,
}: Omit<RuleFieldsProps, 'rule' | 'showsOptions' | 'onPaste'> & { rule: DraftCondition }) {
  const { key, variableName, condition } = rule
  const variable = variableName === null ? undefined : names.find(variableName)
  const capabilities = useAtomValue(capabilitiesAtom)
  const hasVersions = capabilities.includes('rule-versions')
  const hasStrata = capabilities.includes('rule-strata')
  const catalog = useAtomValue(catalogAtom).data
  const others = useMemo(() => ({ label: 'Or add', rows: kindRows(hasStrata) }), [hasStrata])
  const cohorts = useAtomValue(cohortRowsAtom)
  const besides = useMemo(
    () => ({ label: 'Saved cohorts', rows: cohorts.status === 'ready' ? rowsOfCohorts(cohorts.rows) : [] }),
    [cohorts],
  )
  const otherVersions = useOtherVersions(variable)
  const alike = useOtherVersions(group?.areVersions ? versionBeside(group, key, names) : undefined)
  const keepsRules = useAtomValue(isOfferedAtom)(rulesNew)
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
        onChoose={(name) => {
          const dataType = catalog?.find((hit) => hit.variableName === name)?.dataType ?? ''
          acts.choose(key, name, alike, isFlag(dataType) ? IS_SET : null)
        }}
        onVersions={(versions) => acts.chooseVersions(key, versions, hasVersions)}
        others={variableName === null ? others : undefined}
        besides={variableName === null ? besides : undefined}
        onOther={(value) => {
          const cohortId = cohortOfRow(value)
          if (cohortId !== undefined) return acts.chooseCohort(key, cohortId)
          const kind = kindOfRow(value)
          if (kind) acts.replaceBlank(key, kind)
        }}
      />
      {variable && (
        <>
          <ConditionEditor
            key={variable.variableName}
            variable={variable}
            condition={condition}
            onChange={(next) => change({ condition: next }, `condition of ${key}`)}
            countedIn={parentId}
            isSentence={keepsRules}
          />
          <div className={styles['wide']}>
            <QuestionBrief variable={variable} />
            {otherVersions.length > 0 && !isAnyOf(group, otherVersions) && (
              <OtherVersions names={otherVersions} onUse={() => acts.addVersions(key, otherVersions, hasVersions)} />
            )}
          </div>
        </>
      )}
      {variableName !== null &&
        variable === undefined &&
        (names.isLoading ? <Skeleton /> : <Notice tone="error" title={ruleProblem(rule, names.find) ?? ''} />)}
    </>
  )
}

/** The one condition on a flag. */
const IS_SET: Condition = { operator: 'VALID', values: [] }

/** Another rule of a group of versions; all ask the same. */
function versionBeside({ rules }: DraftGroup, key: string, { find }: RuleLookup): Variable | undefined {
  const [other] = rules.flatMap((rule) =>
    rule.kind === 'condition' && rule.key !== key && rule.variableName !== null ? [rule.variableName] : [],
  )
  return other === undefined ? undefined : find(other)
}

/** Whether other versions already stand beside a rule. */
function isAnyOf(group: DraftGroup | null, others: readonly string[]): boolean {
  if (group === null || group.match === 'all') return false
  const names = new Set(group.rules.map((rule) => (rule.kind === 'condition' ? rule.variableName : null)))
  return group.areVersions || others.every((name) => names.has(name))
}

/** The variables of other forms that ask the same: their participants have no record of this one. */
function useOtherVersions(variable: Variable | undefined): readonly string[] {
  const isOffered = useAtomValue(isOfferedAtom)(variableSimilar)
  const { data } = useCall({
    endpoint: variableSimilar,
    request: isOffered && variable?.variableType === 'variable' ? { variableName: variable.variableName } : null,
    key: 'similar',
    staleTime: 10 * 60_000,
  })
  return (data?.data ?? []).flatMap(({ score, dataType, variableName }) =>
    score >= SAME_QUESTION_SCORE && dataType === variable?.dataType ? [variableName] : [],
  )
}

function OtherVersions({ names, onUse }: { names: readonly string[]; onUse: () => void }) {
  return (
    <p className={styles['hint']}>
      {names.join(', ')} {wordFor(names.length, 'asks', 'ask')} the same in{' '}
      {wordFor(names.length, 'another form', 'other forms')}.
      <Button size="small" variant="quiet" onClick={onUse}>
        Any of these {formatCount(names.length + 1)}
      </Button>
    </p>
  )
}
