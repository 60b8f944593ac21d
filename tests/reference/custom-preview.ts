// Reference evaluator: the counts of a custom variable of any type before it is saved ("Custom variables", "Scores").
import { notCountedFields } from '#tests/reference/condition.ts'
import type { CustomDefinition } from '#tests/reference/definition.ts'
import type { MadeValue } from '#tests/reference/individual.ts'
import type { MadeVariable } from '#tests/reference/made.ts'
import { individualOf, isReadable, membersOf, participantsOf, type World } from '#tests/reference/world.ts'
import type { Person } from '#tests/support/study.ts'

export function evaluateCustom(world: World, { cohortId, variable }: CustomDefinition) {
  const made = world.made.find(({ name }) => name === variable)
  if (!made) throw new Error(`There is no ${variable}.`)
  const members = membersOf(world, cohortId)
  const answers = participantsOf(world).map((person) => {
    const { dataType, value, hasRecord } = individualOf(world, person).answer(variable)
    const isNumber = dataType === 'numberrange' && value !== null
    return [person.id, isNumber ? String(Number(value) + 0) : value, hasRecord]
  })
  const counts = 'formula' in made ? evaluateScore(world, made.name, members) : evaluateValues(world, made, members)
  return { answers, ...counts }
}

/** Nothing is computed from answers that the reader may not read. */
function evaluateScore(world: World, name: string, members: readonly Person[]) {
  const readable = members.filter((person) => isReadable(world, person))
  const answers = readable.map((person) => individualOf(world, person).answer(name))
  const unread = members.filter((person) => !isReadable(world, person)).map(({ collection }) => collection)
  const match = answers.filter(({ isKnown }) => isKnown).length
  const unknown = answers.filter(({ isKnown, hasRecord }) => !isKnown && hasRecord).length
  const noRecord = answers.filter(({ isKnown, hasRecord }) => !isKnown && !hasRecord).length
  return { split: { match, no_match: 0, unknown, no_record: noRecord, ...notCountedFields(unread) }, answered: match }
}

function evaluateValues(world: World, made: MadeVariable, members: readonly Person[]) {
  const counted: MadeValue[] = []
  const notCounted: string[] = []
  for (const person of members) {
    const individual = individualOf(world, person)
    const value = individual.madeValue(made)
    if (!value.answer.isKnown && individual.hasUnreadText(made.name)) notCounted.push(person.collection)
    else counted.push(value)
  }
  const among = (holds: (value: MadeValue) => boolean) => counted.filter(holds).length
  /** The place of the value by its definition. */
  const placeOf = ({ answer, holding, isDefault }: MadeValue) =>
    answer.isKnown && !isDefault ? (holding[0] ?? -1) : -1
  const isRecorded = ({ answer }: MadeValue) => answer.hasRecord
  const isUnknown = ({ answer }: MadeValue) => !answer.isKnown
  const noRecord = among((value) => isUnknown(value) && !isRecorded(value))
  const noAnswer = among((value) => value.isMissing && isRecorded(value))
  const isUndecided = (value: MadeValue) => isUnknown(value) && !value.isMissing && isRecorded(value)
  const values = made.values.map(({ name }, place) => ({ name, count: among((value) => placeOf(value) === place) }))
  const inDefault = among(({ isDefault }) => isDefault)
  const unread = notCountedFields(notCounted)
  return {
    values,
    default: inDefault,
    unknown: among(isUndecided),
    no_record: noRecord,
    no_answer: noAnswer,
    partly_missing:
      made.sources.length > 1
        ? {
            default: among((value) => value.isDefault && value.isPartlyMissing),
            unknown: among((value) => isUndecided(value) && value.isPartlyMissing),
          }
        : null,
    overlaps: made.values.flatMap((first, taken) =>
      made.values.flatMap((value, place) => {
        const count =
          place > taken ? among((counted) => placeOf(counted) === taken && counted.holding.includes(place)) : 0
        return count === 0 ? [] : [{ value: value.name, taken_by: first.name, count }]
      }),
    ),
    split: {
      match: values.reduce((sum, { count }) => sum + count, 0),
      no_match: inDefault,
      unknown: among(isUndecided) + noAnswer,
      no_record: noRecord,
      ...unread,
    },
    ...unread,
  }
}
