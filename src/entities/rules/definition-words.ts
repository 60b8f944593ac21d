import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { rulesInfo } from '#contract/rules.ts'
import { cohortWords, pedigreeCriterion } from '#contract/shapes/cohort-words.ts'
import { conditionOfFields } from '#contract/shapes/constraint-fields.ts'
import type { Cohort, Variable } from '#contract/shapes/entities.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { plainQuestion } from '#domain/text/plain-question.ts'
import { conditionInWords, conditionSentence } from '#entities/conditions/condition-sentence.ts'
import { variableNamesOf, type DraftGroup } from '#entities/rules/rule-draft.ts'
import { inlineRule, type RuleNames } from '#entities/rules/rule-sentence.ts'
import { draftOfRules } from '#entities/rules/rules-of-draft.ts'
import { savedRulesAtom, useNames, type RuleLookup } from '#entities/rules/saved-rules.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { meaningWords, valueWords } from '#entities/variables/value-words.ts'

/** Questions and meanings in place of the names of variables and the codes of values, for papers. */
export function inWords(names: RuleLookup): RuleNames {
  return {
    ...names,
    condition: (variableName, condition, otherVersions = []) =>
      conditionInWords(
        variableName,
        condition,
        asked(names.find(variableName)),
        otherVersions.flatMap((name) => names.find(name) ?? []),
      ),
  }
}

function asked(variable: Variable | undefined): Variable | undefined {
  return variable && { ...variable, question: plainQuestion(variable.question) }
}

/** The definition of a subset or pedigree set in words, without its parent. */
export function definitionWords(cohort: Cohort, names: RuleNames): string {
  const { variableName, constraintType, constraintValues } = cohort
  const condition = conditionOfFields({ constraintType, constraintValues: [...constraintValues] })
  if (cohortKind(constraintType) === 'subset' && variableName !== null && condition) {
    return (
      names.condition?.(variableName, condition) ??
      conditionSentence(variableName, condition, names.variable(variableName))
    )
  }
  if (cohortKind(constraintType) !== 'pedigree') return cohortWords(cohort, undefined, names.cohort)
  if (variableName === null) return 'all relatives'
  const variable = names.variable(variableName)
  const meaning = names.condition ? meaningWords : valueWords
  return `families${pedigreeCriterion(cohort, (value) => (variable ? meaning(variable, value) : value))}`
}

/** The definitions of cohorts in questions and meanings, with their rules once these are known. */
export function useDefinitionsInWords(cohorts: readonly Cohort[]): (cohort: Cohort) => string {
  const isOffered = useAtomValue(isOfferedAtom)(rulesInfo)
  const ids = cohorts.filter(({ constraintType }) => cohortKind(constraintType) === 'rules').map((one) => one.cohortId)
  const key = isOffered ? ids.join() : ''
  const savedAtom = useMemo(
    () =>
      atom((get): ReadonlyMap<number, DraftGroup> => {
        const known = key.split(',').flatMap((id) => {
          const saved = get(savedRulesAtom(Number(id))).data
          return saved ? [[Number(id), draftOfRules(saved.rules)] as const] : []
        })
        return new Map(known)
      }),
    [key],
  )
  const saved = useAtomValue(savedAtom)
  const subsets = cohorts.flatMap(({ variableName }) => variableName ?? [])
  const names = inWords(useNames([...new Set([...subsets, ...[...saved.values()].flatMap(variableNamesOf)])]))
  return (cohort) => {
    const draft = saved.get(cohort.cohortId)
    const rules = draft ? inlineRule(draft, names) : definitionWords(cohort, names)
    const isNarrowed = draft !== undefined || cohortKind(cohort.constraintType) === 'subset'
    return isNarrowed ? `members of ${cohort.parent ?? 'All Individuals'} with ${rules}` : rules
  }
}
