import { rulesProblem, type RuleGroup } from '#domain/cohorts/rules.ts'
import type { Case } from '#tests/prove/case.ts'
import type { Definition } from '#tests/reference/definition.ts'
import type { Made } from '#tests/reference/made.ts'
import type { NamedRule } from '#tests/reference/rules.ts'
import type { World } from '#tests/reference/world.ts'
import type { Study } from '#tests/support/study.ts'

/** Whether a case still fails. */
type Fails = (smaller: Case) => Promise<boolean>

/**
 * Delta debugging: removes whatever the failure does not need, until nothing more can be removed or the time is over.
 */
export async function shrink(failing: Case, fails: Fails, until: number): Promise<Case> {
  let smallest = failing
  for (let isSmaller = true; isSmaller && Date.now() < until;) {
    isSmaller = false
    for (const candidate of smallerCases(smallest)) {
      if (Date.now() >= until) break
      if (!(await fails(candidate))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest
}

function* smallerCases(whole: Case): Generator<Case> {
  const { world } = whole
  const withWorld = (changed: Partial<World>): Case => ({ ...whole, world: { ...world, ...changed } })
  const { participants } = world.study
  // Halves, quarters and so on, then one at a time.
  for (let size = Math.ceil(participants.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < participants.length; from += size) {
      const leaving = new Set(participants.slice(from, from + size).map(({ id }) => id))
      if (leaving.size < participants.length) yield { ...whole, world: withoutParticipants(world, leaving) }
    }
  }
  const used = usedMade(whole)
  if (used.length < world.made.length) yield withWorld({ made: used })
  const study = withoutUnnamed(world.study, JSON.stringify([whole.definition, used]))
  if (study) yield withWorld({ study })
  for (const [place, form] of world.study.forms.entries()) {
    for (const id of Object.keys(form.records)) yield withWorld({ study: withoutRecord(world.study, place, id) })
    for (const { name } of form.variables) {
      const isAnswered = Object.values(form.records).some((record) => Object.hasOwn(record, name))
      if (isAnswered) yield withWorld({ study: withoutAnswers(world.study, place, name) })
    }
  }
  for (const place of world.cohorts.keys()) {
    if (world.cohorts[place]?.length) yield withWorld({ cohorts: world.cohorts.with(place, []) })
  }
  for (const definition of smallerDefinitions(whole.definition)) yield { ...whole, definition }
  for (const [place, made] of world.made.entries()) {
    for (const smaller of smallerMade(made)) yield withWorld({ made: world.made.with(place, smaller) })
  }
  if (!world.reader.isAdmin) yield withWorld({ reader: { isAdmin: true, collections: [] }, isSuppressing: false })
}

function withoutParticipants(world: World, leaving: ReadonlySet<string>): World {
  const { participants, forms } = world.study
  const stays = (id: string) => !leaving.has(id)
  return {
    ...world,
    study: {
      participants: participants
        .filter(({ id }) => stays(id))
        .map(({ father, mother, twinOf, ...person }) => ({
          ...person,
          ...(father !== undefined && stays(father) && { father }),
          ...(mother !== undefined && stays(mother) && { mother }),
          ...(twinOf !== undefined && stays(twinOf) && { twinOf }),
        })),
      forms: forms.map((form) => ({
        ...form,
        records: Object.fromEntries(Object.entries(form.records).filter(([id]) => stays(id))),
      })),
    },
    cohorts: world.cohorts.map((ids) => ids.filter(stays)),
    withdrawn: world.withdrawn.filter(stays),
  }
}

function withoutRecord({ participants, forms }: Study, place: number, id: string): Study {
  return {
    participants,
    forms: forms.map((form, index) => {
      const others = Object.entries(form.records).filter(([personId]) => personId !== id)
      return index === place ? { ...form, records: Object.fromEntries(others) } : form
    }),
  }
}

function withoutAnswers({ participants, forms }: Study, place: number, name: string): Study {
  return {
    participants,
    forms: forms.map((form, index) => {
      if (index !== place) return form
      const records = Object.entries(form.records).map(([id, answers]) => {
        return [id, Object.fromEntries(Object.entries(answers).filter(([column]) => column !== name))] as const
      })
      return { ...form, records: Object.fromEntries(records) }
    }),
  }
}

/** Without the variables that no definition names; null if there are none. */
function withoutUnnamed({ participants, forms }: Study, text: string): Study | null {
  const isNamed = (name: string) => text.includes(`"${name}"`)
  if (forms.every(({ variables }) => variables.every(({ name }) => isNamed(name)))) return null
  const named = forms.map((form) => ({
    ...form,
    variables: form.variables.filter(({ name }) => isNamed(name)),
    records: Object.fromEntries(
      Object.entries(form.records).map(([id, answers]) => {
        return [id, Object.fromEntries(Object.entries(answers).filter(([name]) => isNamed(name)))] as const
      }),
    ),
  }))
  return { participants, forms: named.filter(({ variables }) => variables.length > 0) }
}

/** The custom variables that the definition names, and those that these name. */
function usedMade({ world, definition }: Case): Made[] {
  const names = new Set<string>()
  const add = (text: string): void => {
    for (const made of world.made) {
      if (names.has(made.name) || !text.includes(`"${made.name}"`)) continue
      names.add(made.name)
      const { name: _, ...content } = made
      add(JSON.stringify(content))
    }
  }
  add(JSON.stringify(definition))
  return world.made.filter(({ name }) => names.has(name))
}

function* smallerMade(made: Made): Generator<Made> {
  if ('formula' in made) return
  for (const [place, { name, criteria }] of made.values.entries()) {
    for (const index of criteria.parts.keys()) {
      const smaller = { name, criteria: { ...criteria, parts: criteria.parts.toSpliced(index, 1) } }
      yield { ...made, values: made.values.with(place, smaller) }
    }
  }
  if (made.defaultValue !== null) yield { ...made, defaultValue: null }
}

function* smallerDefinitions(definition: Definition): Generator<Definition> {
  if ('parentId' in definition && definition.parentId !== 1) yield { ...definition, parentId: 1 }
  if (definition.kind === 'conditions' && definition.tested.length > 1) {
    for (const condition of definition.tested) yield { ...definition, tested: [condition] }
  }
  if (definition.kind === 'rules') {
    for (const rules of smallerGroups(definition.rules)) {
      if (rulesProblem(rules) === null) yield { ...definition, rules }
    }
  }
  if (definition.kind === 'download' && definition.variables.length > 1) {
    for (const place of definition.variables.keys())
      yield { ...definition, variables: definition.variables.toSpliced(place, 1) }
  }
}

function* smallerGroups(group: RuleGroup<string>): Generator<RuleGroup<string>> {
  for (const [place, rule] of group.rules.entries()) {
    yield { ...group, rules: group.rules.toSpliced(place, 1) }
    if (rule.kind !== 'group') continue
    yield rule
    for (const smaller of smallerGroups(rule)) yield { ...group, rules: group.rules.with(place, smaller) }
    const others: readonly NamedRule[] = rule.rules
    yield { ...group, rules: [...group.rules.slice(0, place), ...others, ...group.rules.slice(place + 1)] }
  }
}
