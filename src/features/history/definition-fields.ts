import type { historyInfo } from '#contract/history.ts'
import { cohortWords } from '#contract/shapes/cohort-words.ts'
import { conditionOfFields, definitionWords } from '#contract/shapes/constraint-fields.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { BY_RULES } from '#domain/cohorts/cohorts.ts'
import { headingWords, ruleNotes, stratumSentence } from '#domain/cohorts/rule-words.ts'
import { isFamilySize } from '#domain/cohorts/rules.ts'
import { conditionSentence } from '#entities/conditions/condition-sentence.ts'

export type ObjectVersion = ResponseOf<typeof historyInfo>['data'][number]
export type ObjectDefinition = ObjectVersion['definition']
type CohortDefinition = NonNullable<ObjectDefinition['cohort']>
type Rules = Extract<CohortDefinition, { readonly rules: unknown }>['rules']
type Rule = Rules['rules'][number]

/** A part of a definition in words: one text, or a list. */
export type DefinitionField =
  | { readonly label: string; readonly text: string }
  | { readonly label: string; readonly items: readonly string[] }

/** Names of cohorts by id; undefined for a cohort that is deleted for good. */
export type CohortNames = (cohortId: number) => string | undefined

/** A definition in words, by part. */
export function fieldsOf(definition: ObjectDefinition, nameOf: CohortNames): readonly DefinitionField[] {
  const { name, description, variables, cohort, construct } = definition
  return [
    { label: 'Name', text: name },
    { label: 'Description', text: description },
    ...(variables ? [{ label: 'Variables', items: variables }] : []),
    ...(cohort ? cohortFields(cohort, nameOf) : []),
    ...(construct ? constructFields(construct) : []),
  ]
}

function cohortFields(cohort: CohortDefinition, nameOf: CohortNames): DefinitionField[] {
  const parent = nameOf(cohort.parentId) ?? `cohort ${cohort.parentId}`
  const none = { parent, parentId: cohort.parentId, secondparentId: null, constraintValues: [], variableName: null }
  const noFamilies = { minPedsize: null, pedConstraint: null, pedConstraintCount: null }
  if ('rules' in cohort) {
    const { rules } = cohort
    const words = cohortWords({ ...none, ...noFamilies, constraintType: BY_RULES })
    const heading = [headingWords(groupIn(rules)), notesOf(rules)].filter(Boolean).join(' · ')
    return [
      { label: 'Definition', text: words },
      { label: 'Match', text: heading },
      { label: 'Rules', items: ruleLines(rules.rules, nameOf, 0) },
    ]
  }
  const saved = {
    ...none,
    secondparentId: cohort.secondparentId ?? null,
    constraintType: cohort.cohortType === 'pedigree' ? 'PEDIGREE' : (cohort.constraintType ?? null),
    constraintValues: cohort.constraintValues ?? [],
    variableName: cohort.variable ?? null,
    minPedsize: cohort.minPedsize ?? null,
    pedConstraint: cohort.pedConstraint ?? null,
    pedConstraintCount: cohort.pedConstraintCount ?? null,
  }
  return [{ label: 'Definition', text: cohortWords(saved, undefined, nameOf) }]
}

/** One line a rule; those of a group follow it, indented. */
function ruleLines(rules: readonly Rule[], nameOf: CohortNames, level: number): string[] {
  return rules.flatMap((rule) => {
    const words = [ruleWords(rule, nameOf), notesOf(rule)].filter(Boolean).join(' · ')
    const line = `${'– '.repeat(level)}${words}`
    const below = 'rules' in rule && !isFamilySize(groupIn(rule)) ? rule.rules : []
    return [line, ...ruleLines(below, nameOf, level + 1)]
  })
}

function ruleWords(rule: Rule, nameOf: CohortNames): string {
  if ('rules' in rule) return headingWords(groupIn(rule))
  if ('cohortId' in rule) return `in ${nameOf(rule.cohortId) ?? `cohort ${rule.cohortId}`}`
  if ('stratum' in rule) return stratumSentence({ field: rule.stratum, values: rule.values })
  const condition = conditionOfFields(rule)
  return condition ? conditionSentence(rule.variableName, condition, undefined) : rule.variableName
}

/** A saved group as its words need it. */
function groupIn({ rules, ...group }: Omit<Rules, 'version'>) {
  return {
    ...group,
    rules: rules.map((rule) => ({
      kind: 'rules' in rule ? 'group' : 'rule',
      isOff: rule.off,
      cohortId: 'cohortId' in rule ? rule.cohortId : null,
    })),
  }
}

function notesOf({ off: isOff, unknownAs, note }: Pick<Rules, 'off' | 'unknownAs' | 'note'>): string {
  return ruleNotes({ isOff, unknownAs, note })
}

function constructFields(construct: NonNullable<ObjectDefinition['construct']>): DefinitionField[] {
  const { variables, values, defaultValue, formula } = construct
  const words = values.map(({ name, description, definition }) => {
    const meaning = [definitionWords(definition), description].filter(Boolean).join(' · ')
    return meaning === '' ? name : `${name}: ${meaning}`
  })
  return [
    { label: 'Variables', items: variables },
    { label: 'Values', items: words },
    { label: 'Default value', text: defaultValue },
    { label: 'Formula', text: formula },
  ]
}
