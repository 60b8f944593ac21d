import { useAtomValue } from 'jotai'
import { rulesNew } from '#contract/rules.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { isSingleRelative, RELATIVE_WORDS } from '#domain/cohorts/rule-words.ts'
import { isFamilySize, RELATIVES, type RelativesCount, type RuleMatch } from '#domain/cohorts/rules.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { countOf } from '#domain/numbers.ts'
import { textAt } from '#domain/text/text.ts'
import { ConditionEditor } from '#entities/conditions/condition-editor.tsx'
import type { DraftCondition, DraftGroup } from '#entities/rules/rule-draft.ts'
import type { RuleLookup } from '#entities/rules/saved-rules.ts'
import { capabilitiesAtom, isOfferedAtom } from '#entities/session/session.ts'
import { changeRule, shareCondition } from '#features/rules/rule-edits.ts'
import type { EditRules } from '#features/rules/rules-state.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#features/rules/rules.module.css'

const MATCHES: readonly { value: RuleMatch; label: string }[] = [
  { value: 'all', label: 'all of' },
  { value: 'any', label: 'any of' },
  { value: 'none', label: 'none of' },
  { value: 'atLeast', label: 'at least … of' },
]

type About = 'participant' | RelativesCount['scope']

/** Relatives by recorded parents need the capability `rule-relations`. */
function aboutOptions(hasRelations: boolean): { value: About; label: string }[] {
  const scopes = hasRelations ? RELATIVES : (['family', 'relatives'] as const)
  return [
    { value: 'participant', label: 'the participant' },
    ...scopes.map((value) => {
      const [one, several] = RELATIVE_WORDS[value]
      if (value === 'family') return { value, label: `${several}, the participant included` }
      return { value, label: value === 'mother' || value === 'father' ? `the ${one}` : several }
    }),
  ]
}

const COMPARISONS: readonly { value: RelativesCount['comparison']; label: string }[] = [
  { value: 'min', label: 'at least' },
  { value: 'max', label: 'at most' },
  { value: 'equal', label: 'exactly' },
]

/** Relatives of a group at first; there is one mother and one father. */
function relativesAbout(scope: RelativesCount['scope'], before: RelativesCount | null): RelativesCount {
  if (scope === 'mother' || scope === 'father') return { scope, comparison: 'min', count: 1 }
  const { comparison, count } = before && !isSingleRelative(before) ? before : FIRST_RELATIVES
  return { scope, comparison, count }
}

const FIRST_RELATIVES = { comparison: 'min', count: 2 } as const

interface GroupFieldsProps {
  group: DraftGroup
  names: RuleLookup
  edit: EditRules
}

/** How the rules of a group combine, and the individuals that they are about. */
export function GroupFields({ group, names, edit }: GroupFieldsProps) {
  const { key, match, count, relatives, areVersions } = group
  const capabilities = useAtomValue(capabilitiesAtom)
  const hasRelations = capabilities.includes('rule-relations')
  const hasVersions = capabilities.includes('rule-versions')
  const keepsRules = useAtomValue(isOfferedAtom)(rulesNew)
  const isOfConditions = group.rules.length > 1 && group.rules.every(({ kind }) => kind === 'condition')
  const change = (part: Partial<DraftGroup>, what?: string) =>
    edit((top) => changeRule(top, key, (before) => (before.kind === 'group' ? { ...before, ...part } : before)), what)
  const shared = sharedCondition(group, names)
  const howMany = relatives !== null && !isSingleRelative(relatives) && (
    <>
      <SelectField
        label="How many"
        value={relatives.comparison}
        options={COMPARISONS}
        onChange={(comparison) => change({ relatives: { ...relatives, comparison } })}
      />
      <NumberField
        label={isFamilySize(group) ? 'Number of members' : 'Number of relatives'}
        value={relatives.count}
        onChange={(next) => change({ relatives: { ...relatives, count: next } }, `members of ${key}`)}
      />
    </>
  )
  if (isFamilySize(group)) {
    return (
      <div className={styles['group']}>
        <span aria-hidden="true">Family of</span>
        {howMany}
        <span aria-hidden="true">members</span>
      </div>
    )
  }
  return (
    <>
      <div className={styles['group']}>
        <SelectField<RuleMatch>
          label="Match"
          value={match}
          options={MATCHES}
          onChange={(next) => change({ match: next, ...(next === 'atLeast' && count < 2 && { count: 2 }) })}
        />
        {match === 'atLeast' && (
          <NumberField
            label="Number of rules"
            value={count}
            onChange={(next) => change({ count: next }, `count of ${key}`)}
          />
        )}
        <span className={styles['about']}>
          {' '}
          <span aria-hidden="true">about</span>
          <SelectField<About>
            label="About"
            value={relatives?.scope ?? 'participant'}
            options={aboutOptions(hasRelations)}
            onChange={(about) =>
              change({ relatives: about === 'participant' ? null : relativesAbout(about, relatives) })
            }
          />
        </span>{' '}
        {howMany}
      </div>
      {(areVersions || (hasVersions && isOfConditions)) && (
        <label className={styles['versions']}>
          <input
            type="checkbox"
            checked={areVersions}
            onChange={({ target }) => change({ areVersions: target.checked })}
          />
          Versions of one question: those that a participant never received take no part
        </label>
      )}
      {!shared && isOfConditions && names.isLoading && <Skeleton />}
      {shared && (
        <fieldset className={styles['shared']}>
          <legend>One condition for {countOf(group.rules.length, 'rule')}</legend>
          <ConditionEditor
            variable={shared.variable}
            condition={shared.condition}
            onChange={(condition) => edit((top) => shareCondition(top, key, condition), `conditions of ${key}`)}
            isSentence={keepsRules}
            isListed
          />
        </fieldset>
      )}
    </>
  )
}

interface NumberFieldProps {
  label: string
  value: number
  onChange: (value: number) => void
}

function NumberField({ label, value, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      value={value === 0 ? '' : String(value)}
      onChange={(text) => onChange(Number(text))}
      pattern={/^\d{0,3}$/}
      inputMode="numeric"
    />
  )
}

interface Shared {
  /** With the possible values of all. */
  readonly variable: Variable
  /** Null if the conditions differ. */
  readonly condition: Condition | null
}

/** The common condition of a group of conditions on variables of one type; null for other groups. */
function sharedCondition({ rules }: DraftGroup, { find }: RuleLookup): Shared | null {
  const conditions = rules.filter((rule): rule is DraftCondition => rule.kind === 'condition')
  const variables = conditions.flatMap(({ variableName }) => (variableName === null ? [] : (find(variableName) ?? [])))
  const [first] = variables
  const isOneType = variables.every(({ dataType }) => dataType === first?.dataType)
  if (first === undefined || !isOneType || variables.length < 2 || variables.length !== rules.length) return null
  const [{ condition } = { condition: null }] = conditions
  const isSame = conditions.every((one) => JSON.stringify(one.condition) === JSON.stringify(condition))
  const possibleValues = [...new Set(variables.flatMap((one) => one.possibleValues))]
  const meanings = (code: string) => [
    ...new Set(variables.map((one) => textAt(one.valueMapping, code)).filter(Boolean)),
  ]
  const valueMapping = Object.fromEntries(possibleValues.map((code) => [code, meanings(code).join(' / ')]))
  return { variable: { ...first, possibleValues, valueMapping }, condition: isSame ? condition : null }
}
