import {
  flowCountText,
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
  return [`The cohort “${name}” was selected with ${software} from ${data}.`, ...counted.map(stepWords)].join(' ')
}

function stepWords(step: FlowStep): string {
  const { count, placeholders, families, joined, excluded, added, lane, arm } = step
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
  const sentence = [startOf(step, had), ...moves].join('; ')
  return `${place}${place === '' ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence}.`
}

/** `had`: the individuals of the step, in words. */
function startOf({ name, words, joined, added, isRule }: FlowStep, had: string): string {
  if (name === ALL_INDIVIDUALS) return `the data contained ${had}`
  const cohort = isRule ? '' : `, the cohort “${name}”,`
  // Individuals who were added are not of those before.
  if (words !== '' && !added && !joined) return `of these, ${had}${cohort} met the condition ${words}`
  const after = words === '' ? '' : `after the condition ${words}, `
  return isRule ? `${after}${had} remained` : `${after}the cohort “${name}” had ${had}`
}

function moved(count: FlowCount): string {
  return `${flowCountText(count)} ${count === 1 ? 'was' : 'were'}`
}

function individuals(count: FlowCount): string {
  return `${flowCountText(count)} ${count === 1 ? 'individual' : 'individuals'}`
}

const OUTCOME_WORDS: Readonly<Record<FlowOutcome, string>> = {
  noMatch: 'did not match',
  unknown: 'had no answer that decides',
  noRecord: 'never received the form',
  notCounted: 'were not counted',
}

function outcomesOf({ outcomes }: FlowArm): string {
  const parts = outcomes
    .filter(({ count }) => count !== 0)
    .map(({ key, count }) => `${flowCountText(count)} ${OUTCOME_WORDS[key]}`)
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
