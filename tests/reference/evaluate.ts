// Reference evaluator: any definition, evaluated individual by individual. It uses neither the server nor SQL.
import { notCountedFields } from '#tests/reference/condition.ts'
import { evaluateCustom } from '#tests/reference/custom-preview.ts'
import type {
  CompoundDefinition,
  ConditionsDefinition,
  CustomDefinition,
  Definition,
  DownloadDefinition,
  OverlapDefinition,
  PedigreeDefinition,
  RulesDefinition,
  SubsetDefinition,
} from '#tests/reference/definition.ts'
import { countFamilies, type FamilyMember } from '#tests/reference/families.ts'
import { Rules } from '#tests/reference/rules.ts'
import { individualOf, isReadable, membersOf, participantsOf, type World } from '#tests/reference/world.ts'
import type { Person } from '#tests/support/study.ts'

/** The parts of a result by name: counts, and the ids of members, ascending. */
export type Evaluation = Readonly<Record<string, unknown>>

/** Everything that the product shows or saves of a definition. */
export function evaluate(world: World, definition: Definition): Evaluation {
  switch (definition.kind) {
    case 'subset':
      return evaluateSubset(world, definition)
    case 'conditions':
      return evaluateConditions(world, definition)
    case 'compound':
      return evaluateCompound(world, definition)
    case 'pedigree':
      return evaluatePedigree(world, definition)
    case 'rules':
      return evaluateRules(world, definition)
    case 'custom':
      return evaluateCustom(world, definition satisfies CustomDefinition)
    case 'overlap':
      return evaluateOverlap(world, definition)
    case 'download':
      return evaluateDownload(world, definition)
  }
}

function evaluateSubset(world: World, { parentId, variable, condition }: SubsetDefinition): Evaluation {
  const split = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
  const notCounted: string[] = []
  const matching: { person: Person; value: string | null }[] = []
  for (const person of membersOf(world, parentId)) {
    const individual = individualOf(world, person)
    const outcome = individual.outcome(variable, condition)
    const { dataType, hasRecord, value } = individual.answer(variable)
    const isUnread = !isReadable(world, person) && individual.comparesText(variable, condition)
    if (outcome === true) {
      split.match++
      const isPersonal = ['identifier', 'text', 'null', 'date', 'fuzzydate'].includes(dataType)
      matching.push({ person, value: isPersonal && !isReadable(world, person) ? null : shown(dataType, value) })
    } else if (isUnread && (outcome === null || !hasRecord)) notCounted.push(person.collection)
    else if (!hasRecord) split.no_record++
    else if (outcome === null) split.unknown++
    else split.no_match++
  }
  return {
    split: { ...split, ...notCountedFields(notCounted) },
    members: matching.map(({ person }) => person.id),
    size: matching.length,
    rows: countRows(matching),
  }
}

/** For each condition, its outcome for each participant, and whether there is a record. */
function evaluateConditions(world: World, { tested }: ConditionsDefinition): Evaluation {
  const individuals = participantsOf(world).map((person) => individualOf(world, person))
  const outcomes = tested.map(({ variable, condition }) =>
    individuals.map((individual) => [individual.outcome(variable, condition), individual.answer(variable).hasRecord]),
  )
  return Object.fromEntries(
    tested.map(({ variable, condition }, nth) => [`${nth} ${variable} ${JSON.stringify(condition)}`, outcomes[nth]]),
  )
}

function evaluateCompound(world: World, { parentId, secondId, operation }: CompoundDefinition): Evaluation {
  const idsOf = (cohortId: number) => new Set(membersOf(world, cohortId).map(({ id }) => id))
  const [first, second] = [idsOf(parentId), idsOf(secondId)]
  const members = participantsOf(world).filter(({ id }) => {
    if (operation === 'UNION') return first.has(id) || second.has(id)
    return operation === 'INTERSECT' ? first.has(id) && second.has(id) : first.has(id) && !second.has(id)
  })
  return {
    members: members.map(({ id }) => id),
    size: members.length,
    rows: countRows(members.map((person) => ({ person, value: null }))),
  }
}

function evaluatePedigree(world: World, { parentId, criterion }: PedigreeDefinition): Evaluation {
  const parent = new Set(membersOf(world, parentId).map(({ id }) => id))
  const familyOf = ({ id, family }: Person) => (family === null ? `alone ${id}` : `family ${family}`)
  const withReadable = new Set(
    participantsOf(world)
      .filter((person) => isReadable(world, person))
      .map(familyOf),
  )
  const notCounted: string[] = []
  const members = participantsOf(world).map((person): FamilyMember => {
    const isHidden = world.isSuppressing && !isReadable(world, person) && withReadable.has(familyOf(person))
    const isInParent = parent.has(person.id) && !isHidden
    const individual = individualOf(world, person)
    const isAffected = criterion ? individual.outcome(criterion.variable, criterion.condition) : false
    const isUnread = !isReadable(world, person) && criterion !== null
    if (isUnread && isInParent && isAffected === null)
      if (individual.comparesText(criterion.variable, criterion.condition)) notCounted.push(person.collection)
    return {
      family: familyOf(person),
      collection: person.collection,
      isAffected,
      isInParent,
      isPlaceholder: person.isPlaceholder ?? false,
    }
  })
  const { kept, totals, data } = countFamilies(members, criterion)
  const relatives = participantsOf(world).filter((person) => kept.has(familyOf(person)))
  return {
    members: relatives.map(({ id }) => id),
    size: relatives.length,
    totals: { ...totals, ...notCountedFields(notCounted) },
    families: data,
  }
}

function evaluateRules(world: World, { parentId, rules, savedId }: RulesDefinition): Evaluation {
  const evaluator = new Rules(world)
  const parent = membersOf(world, parentId)
  const members = parent.filter((person) => evaluator.outcome(rules, person) === true)
  const ids = new Set(members.map(({ id }) => id))
  const saved = membersOf(world, savedId)
  const savedIds = new Set(saved.map(({ id }) => id))
  const { split, assumed } = evaluator.splitOf(rules, parent)
  return {
    split,
    assumed,
    members: [...ids],
    size: ids.size,
    rows: countRows(members.map((person) => ({ person, value: null }))),
    rules: evaluator.splitsOf(rules, parent),
    placeholders: members.filter(({ isPlaceholder }) => isPlaceholder).length,
    steps: evaluator.stepsOf(rules, parent),
    changes: {
      entered: members.filter(({ id }) => !savedIds.has(id)).length,
      left: saved.filter(({ id }) => !ids.has(id)).length,
      stayed: members.filter(({ id }) => savedIds.has(id)).length,
    },
  }
}

/** Each individual of any of the cohorts once, by the cohorts that it is a member of. */
function evaluateOverlap(world: World, { cohortIds }: OverlapDefinition): Evaluation {
  const sets = cohortIds.map((id) => new Set(membersOf(world, id).map((person) => person.id)))
  const counts = new Map<string, number>()
  for (const { id } of participantsOf(world)) {
    const containing = cohortIds.filter((_, place) => sets[place]?.has(id))
    if (containing.length > 0) counts.set(containing.join(' '), (counts.get(containing.join(' ')) ?? 0) + 1)
  }
  return { overlap: [...counts].sort(([one], [other]) => (one < other ? -1 : 1)) }
}

/** A row for each readable member who is not withdrawn; a missing answer is an empty cell. */
function evaluateDownload(world: World, { cohortId, variables }: DownloadDefinition): Evaluation {
  const members = membersOf(world, cohortId).filter(
    (person) => isReadable(world, person) && !world.withdrawn.includes(person.id),
  )
  const lines = members.map((person) => [
    ...[person.id, person.family, person.collection, person.study, person.consent, person.dx].map((cell) => cell ?? ''),
    ...variables.map((name) => {
      const { dataType, value } = individualOf(world, person).answer(name)
      return shown(dataType, value) ?? ''
    }),
  ])
  return { lines, size: lines.length, cohort: membersOf(world, cohortId).length }
}

/** Numbers as JavaScript writes them. */
function shown(dataType: string, value: string | null): string | null {
  return value !== null && dataType === 'numberrange' ? String(Number(value) + 0) : value
}

/** Counts by stratum and value, sorted. */
function countRows(matching: readonly { readonly person: Person; readonly value: string | null }[]) {
  const counts = new Map<string, number>()
  for (const { person, value } of matching) {
    const { collection, study, consent = '', dx = '' } = person
    const key = JSON.stringify([collection, study, consent, dx, value])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
}
