import { renamed } from '#contract/shapes/rename-variables.ts'
import type { Rules } from '#features/definitions/definition.ts'
import type { Exchange } from '#features/definitions/exchange/exchange-text.ts'

type Rule = Rules['rules'][number]

/** The document with other names of variables in its conditions, sources and sets. */
export function renamedDocument(document: Exchange, nameOf: (name: string) => string): Exchange {
  const rule = (given: Rule): Rule => {
    if ('rules' in given) return { ...given, rules: given.rules.map(rule) }
    return 'variableName' in given ? { ...given, variableName: nameOf(given.variableName) } : given
  }
  return {
    ...document,
    customVariables: document.customVariables.map((step) => renamed(step, nameOf)),
    cohorts: document.cohorts.map((step) =>
      step.cohortType === 'rules'
        ? { ...step, rules: { ...step.rules, rules: step.rules.rules.map(rule) } }
        : { ...step, ...(step.variable && { variable: nameOf(step.variable) }) },
    ),
    variableSets: document.variableSets.map((set) => ({
      ...set,
      variables: [...new Set(set.variables.map(nameOf))],
    })),
  }
}
