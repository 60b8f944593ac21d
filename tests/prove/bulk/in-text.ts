import { isDeepStrictEqual } from 'node:util'
import { groupOf } from '#contract/shapes/rules-of-definition.ts'
import { NO_RULE_OPTIONS, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import type { Criteria } from '#domain/conditions/criteria.ts'
import { formulaText } from '#domain/scores/formula.ts'
import { parseStudy } from '#domain/study/parse-study.ts'
import { printItem } from '#domain/study/print-study.ts'
import { resolveDeclaration } from '#domain/study/resolve-study.ts'
import type { StudyLookup } from '#domain/study/study-lookup.ts'
import type { CohortTerm, StudyItem } from '#domain/study/study.ts'
import type { DatabaseEngine } from '#tests/prove/database-engine.ts'
import type { Definition } from '#tests/reference/definition.ts'
import type { Made } from '#tests/reference/made.ts'

/** A definition as it is read from its text, or the lines of what differs; null if it has no text. */
export type Reread = { readonly definition: Definition } | { readonly lines: readonly string[] } | null

/** Writes a definition in the language of study files, and reads it again. */
export function reread(engine: DatabaseEngine, definition: Definition): Reread {
  const item = itemOf(engine, definition)
  if (item === null) return null
  const lookup = lookupIn(engine)
  const text = printItem(item, lookup)
  const { declarations, problems } = parseStudy(text)
  const [node] = declarations
  const resolved = node ? resolveDeclaration(node, lookup) : { problems }
  if (!('item' in resolved)) return { lines: [text, ...resolved.problems.map(({ message }) => message)] }
  const again = printItem(resolved.item, lookup)
  // Generated objects have no prototype.
  if (!isDeepStrictEqual(resolved.item, structuredClone(item))) return { lines: [text, JSON.stringify(resolved.item)] }
  return again === text ? { definition: definitionOf(definition, resolved.item) } : { lines: [text, again] }
}

const NAMED = { name: 'Written', description: '' }

function itemOf(engine: DatabaseEngine, definition: Definition): StudyItem | null {
  const cohort = (term: CohortTerm): StudyItem => ({ kind: 'cohort', ...NAMED, term })
  switch (definition.kind) {
    case 'conditions': {
      const [tested, second] = definition.tested
      return tested && !second ? cohort({ kind: 'subset', parentId: 1, ...tested }) : null
    }
    case 'subset':
      return cohort(definition)
    case 'compound':
      return cohort(definition)
    case 'pedigree': {
      const { parentId, criterion } = definition
      if (criterion === null) return cohort({ kind: 'pedigree', parentId, criterion })
      const { affectedCount: count, ...others } = criterion
      return cohort({ kind: 'pedigree', parentId, criterion: { ...others, count } })
    }
    case 'rules':
      return cohort({ kind: 'rules', parentId: definition.parentId, top: definition.rules })
    case 'custom': {
      const made = engine.world.made.find(({ name }) => name === definition.variable)
      return made ? itemOfMade(made) : null
    }
    case 'overlap':
    case 'download':
      return null
  }
}

/** A definition of the same kind from the item that was read. */
function definitionOf(written: Definition, item: StudyItem): Definition {
  if (item.kind !== 'cohort') return written
  const { term } = item
  switch (term.kind) {
    case 'subset':
      return written.kind === 'conditions'
        ? { kind: 'conditions', tested: [{ variable: term.variable, condition: term.condition }] }
        : term
    case 'compound':
      return term
    case 'pedigree': {
      if (term.criterion === null) return { kind: 'pedigree', parentId: term.parentId, criterion: null }
      const { count: affectedCount, ...others } = term.criterion
      return { kind: 'pedigree', parentId: term.parentId, criterion: { ...others, affectedCount } }
    }
    case 'rules':
      return written.kind === 'rules' ? { ...written, parentId: term.parentId, rules: term.top } : written
  }
}

function itemOfMade(made: Made): StudyItem {
  if ('formula' in made) return { kind: 'score', name: made.name, description: '', formula: formulaText(made.formula) }
  const { name, kind = 'multiple', sources, values, defaultValue } = made
  return {
    kind: 'variable',
    name,
    description: '',
    type: kind,
    sources,
    values: values.map((value) => ({ name: value.name, description: '', rules: groupOfCriteria(value.criteria) })),
    defaultValue: defaultValue ?? '',
  }
}

function groupOfCriteria({ relationship, parts }: Criteria<string>): RuleGroup<string> {
  const rules = parts.map((part): Rule<string> =>
    'relationship' in part ? groupOfCriteria(part) : { ...NO_RULE_OPTIONS, kind: 'condition', ...part },
  )
  return groupOf(relationship === 'AND' ? 'all' : 'any', rules)
}

function lookupIn(engine: DatabaseEngine): StudyLookup {
  const cohortName = (id: number) => (id === 1 ? 'All Individuals' : `Cohort ${id}`)
  return {
    variable: (written) => {
      const found = engine.known(written)
      return found && { name: found.name, dataType: found.dataType, codes: found.possibleValues, meanings: {} }
    },
    cohort: (name) => (name === cohortName(1) ? 1 : Number(name.replace('Cohort ', ''))),
    cohortName,
    stratum: () => null,
    versions: (name) => [name],
    variableNames: () => [],
    cohortNames: () => [],
    form: () => undefined,
    formLabels: () => [],
    set: (name) => name,
    setNames: () => [],
  }
}
