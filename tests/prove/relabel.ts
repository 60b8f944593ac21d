import type { RuleGroup } from '#domain/cohorts/rules.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import type { Criteria } from '#domain/conditions/criteria.ts'
import type { Definition } from '#tests/reference/definition.ts'
import type { MadeVariable } from '#tests/reference/made.ts'
import type { NamedRule } from '#tests/reference/rules.ts'
import type { World } from '#tests/reference/world.ts'
import type { Person, StudyForm } from '#tests/support/study.ts'

/** Codes of variables that no formula reads as numbers. Their order becomes another one. */
const CODES: Readonly<Record<string, string>> = { '1': 'z', '2': 'y', '10': 'x', NA: 'w' }
const CODED = /^MULTICATEGORY(?:_B)?$/

/** The same world with other ids, family ids and codes; participants, forms and variables are in another order. */
export function relabelledWorld(world: World): World {
  const { study, made, cohorts, withdrawn } = world
  return {
    ...world,
    study: {
      participants: study.participants.map(relabelledPerson).toReversed(),
      forms: study.forms.map(relabelledForm).toReversed(),
    },
    made: made.map((variable) => ('formula' in variable ? variable : relabelledMade(variable))),
    cohorts: cohorts.map((ids) => ids.map(relabelledId).toReversed()),
    withdrawn: withdrawn.map(relabelledId),
  }
}

export function relabelledDefinition(definition: Definition): Definition {
  switch (definition.kind) {
    case 'subset':
      return { ...definition, condition: relabelledCondition(definition.variable, definition.condition) }
    case 'rules':
      return { ...definition, rules: relabelledGroup(definition.rules) }
    default:
      return definition
  }
}

/** Reverses the order of ids, and with it the numbers in the database. */
function relabelledId(id: string): string {
  return `X${10_000 - Number(id.slice(1))}`
}

function relabelledPerson({ id, family, father, mother, twinOf, ...person }: Person): Person {
  return {
    ...person,
    id: relabelledId(id),
    family: family === null ? null : `family of ${family}`,
    ...(father !== undefined && { father: relabelledId(father) }),
    ...(mother !== undefined && { mother: relabelledId(mother) }),
    ...(twinOf !== undefined && { twinOf: relabelledId(twinOf) }),
  }
}

function relabelledForm({ variables, records, ...form }: StudyForm): StudyForm {
  return {
    ...form,
    variables: variables.toReversed().map((variable) => {
      const { name, possibleValues } = variable
      return CODED.test(name) && possibleValues ? { ...variable, possibleValues: possibleValues.map(codeOf) } : variable
    }),
    records: Object.fromEntries(
      Object.entries(records).map(([id, answers]) => [
        relabelledId(id),
        Object.fromEntries(
          Object.entries(answers).map(([name, answer]) => [name, CODED.test(name) ? codesOf(answer) : answer]),
        ),
      ]),
    ),
  }
}

function relabelledMade(variable: MadeVariable): MadeVariable {
  return {
    ...variable,
    values: variable.values.map(({ name, criteria }) => ({ name, criteria: relabelledCriteria(criteria) })),
  }
}

function relabelledCriteria({ relationship, parts }: Criteria<string>): Criteria<string> {
  return {
    relationship,
    parts: parts.map((part) =>
      'relationship' in part
        ? relabelledCriteria(part)
        : { ...part, condition: relabelledCondition(part.variable, part.condition) },
    ),
  }
}

function relabelledGroup(group: RuleGroup<string>): RuleGroup<string> {
  const relabelled = (rule: NamedRule): NamedRule => {
    if (rule.kind === 'group') return relabelledGroup(rule)
    return rule.kind === 'condition' ? { ...rule, condition: relabelledCondition(rule.variable, rule.condition) } : rule
  }
  return { ...group, rules: group.rules.map(relabelled) }
}

function relabelledCondition(variable: string, { operator, values }: Condition): Condition {
  return { operator, values: CODED.test(variable) ? values.map(codesOf) : values }
}

function codeOf(code: string): string {
  return CODES[code] ?? code
}

function codesOf(text: string): string {
  return text.split(';').map(codeOf).sort().join(';')
}
