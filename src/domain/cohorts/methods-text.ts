import {
  flowCountText,
  outcomeLabel,
  type FlowArm,
  type FlowCount,
  type FlowOutcome,
  type FlowStep,
} from '#domain/cohorts/cohort-flow.ts'
import { placeholderWords } from '#domain/cohorts/cohort-notes.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { formatSize } from '#domain/numbers.ts'

export interface MethodsOfCohort {
  readonly name: string
  /** The boxes of its flow, All Individuals first. */
  readonly steps: readonly FlowStep[]
  /** Name and version. */
  readonly software: string
  /** The data that were counted, in words: "data release 2026.1". */
  readonly data: string
}

/** How a cohort was selected, as a paragraph for the methods of a paper. Suppressed counts are "hidden". */
export function methodsOfCohort({ name, steps, software, data }: MethodsOfCohort): string {
  const counted = steps.filter(({ isOff }) => !isOff)
  const rows = counted.map(stepWords)
  const isShown = (outcome: FlowOutcome) =>
    counted.some(({ excluded }) => excluded?.outcomes.some(({ key, count }) => key === outcome && count !== 0))
  return [
    `The cohort “${name}” was selected with ${software} from ${data}.`,
    ...rows,
    ...(isShown('unknown') ? ['Unknown: individuals without an answer that decides the condition.'] : []),
    ...(isShown('noRecord') ? ['No record: individuals who never received the form of the condition.'] : []),
  ].join(' ')
}

function stepWords(step: FlowStep): string {
  const { name, words, count, placeholders, families, joined, excluded, added, isRule, lane, arm } = step
  const ofThem = [
    placeholderWords(placeholders),
    ...(families === null ? [] : [`in ${flowCountText(families)} families`]),
  ].filter((note) => note !== '')
  const had = [individuals(count), ...ofThem].join(', ')
  const moves = [
    ...(excluded ? [`${moved(excluded.count)} excluded${outcomesOf(excluded)}`] : []),
    ...(added ? [`${moved(added.count)} added`] : []),
    ...(joined ? [`it was combined with “${joined.name}” (${individuals(joined.count)})`] : []),
  ]
  const place = lane === 0 ? '' : `For “${arm}”: `
  const after = words === '' ? '' : `After the condition ${words}, `
  const start =
    name === ALL_INDIVIDUALS
      ? `the data contained ${had}`
      : `${after}${isRule ? had : `the cohort “${name}” had ${had}`}`
  const sentence = [isRule ? `${start} remained` : start, ...moves].join('; ')
  return `${place}${place === '' ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence}.`
}

function moved(count: FlowCount): string {
  return `${flowCountText(count)} ${count === 1 ? 'was' : 'were'}`
}

function individuals(count: FlowCount): string {
  return `${flowCountText(count)} ${count === 1 ? 'individual' : 'individuals'}`
}

function outcomesOf({ outcomes }: FlowArm): string {
  const parts = outcomes
    .filter(({ count }) => count !== 0)
    .map(({ key, count }) => `${flowCountText(count)} ${outcomeLabel(key).toLowerCase()}`)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

export interface MethodsOfComparison {
  readonly cohorts: readonly {
    readonly name: string
    /** Its definition. */
    readonly words: string
    /** Null if suppressed. */
    readonly size: number | null
  }[]
  /** Individuals by the cohorts that contain them and no others, as places; null if they are not counted. */
  readonly overlaps: readonly { readonly places: readonly number[]; readonly count: number | null }[] | null
  /** Name and version. */
  readonly software: string
  /** The data that were counted, in words; null without releases. */
  readonly data: string | null
}

/** How cohorts were compared, as a paragraph for the methods of a paper. Suppressed counts are "hidden". */
export function methodsOfComparison({ cohorts, overlaps, software, data }: MethodsOfComparison): string {
  const nameAt = (place: number) => `“${cohorts[place]?.name ?? ''}”`
  const shared = (overlaps ?? []).filter(({ places, count }) => places.length > 1 && count !== 0)
  const sharedWords = shared.map(({ places, count }) => {
    const only = places.length < cohorts.length ? ' only' : ''
    return `${sizeWords(count)} in ${places.map(nameAt).join(' and ')}${only}`
  })
  return [
    `${cohorts.length} cohorts were compared with ${software}${data === null ? '' : `, ${data}`}.`,
    ...cohorts.map(({ name, words, size }) => `“${name}” (${words}): ${sizeWords(size)}.`),
    ...(overlaps === null ? [] : [`Shared: ${sharedWords.length === 0 ? 'no individuals' : sharedWords.join(', ')}.`]),
  ].join(' ')
}

function sizeWords(count: number | null): string {
  return `${formatSize(count)} ${count === 1 ? 'individual' : 'individuals'}`
}
