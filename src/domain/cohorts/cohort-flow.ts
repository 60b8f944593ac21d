import { countOf, formatCount } from '#domain/numbers.ts'

/** A number of individuals: null if suppressed, undefined while it loads. */
export type FlowCount = number | null | undefined

/** The outcomes of individuals who do not match, in drawing order. */
export const FLOW_OUTCOMES = [
  { key: 'noMatch', label: 'No match' },
  { key: 'unknown', label: 'Unknown' },
  { key: 'noRecord', label: 'No record' },
  { key: 'notCounted', label: 'Not counted' },
] as const
export type FlowOutcome = (typeof FLOW_OUTCOMES)[number]['key']

/** Individuals who leave or join the flow at a step. */
export interface FlowArm {
  readonly label: string
  readonly count: FlowCount
  /** Empty without a split. */
  readonly outcomes: readonly { readonly key: FlowOutcome; readonly count: FlowCount }[]
}

/** One box of a CONSORT flow, and the arms between it and the box before. */
export interface FlowStep {
  readonly key: string
  readonly name: string
  /** The condition that leads to this step. */
  readonly words: string
  readonly count: FlowCount
  /** The number of families of a pedigree cohort. */
  readonly families: number | null
  /** Individuals of the box who are relatives without data; null if none, suppressed or unknown. */
  readonly placeholders: number | null
  /** The second cohort of a compound set, if its steps are not in the flow. */
  readonly joined: { readonly name: string; readonly count: FlowCount } | null
  readonly excluded: FlowArm | null
  readonly added: FlowArm | null
  /** A rule before the last of a cohort, which is no cohort itself. */
  readonly isRule: boolean
  /** A rule that is switched off, without effect. */
  readonly isOff: boolean
  /** 0 for the flow itself, 1 for the steps of a second cohort before they join, 2 for those of its own second cohort. */
  readonly lane: number
  /** The second cohort to which the steps lead; "" in the flow itself. */
  readonly arm: string
}

/** A number in a picture or a file. */
export function flowCountText(count: FlowCount, format = formatCount): string {
  if (count === undefined) return '…'
  return count === null ? 'hidden' : format(count)
}

export function outcomeLabel(key: FlowOutcome): string {
  return FLOW_OUTCOMES.find((outcome) => outcome.key === key)?.label ?? ''
}

/** "Flow of Adults: 106,466 individuals, 4,098 after 3 steps". */
export function flowTitle(name: string, steps: readonly FlowStep[]): string {
  const [first, ...others] = steps.filter(({ isOff, lane }) => !isOff && lane === 0)
  const whole = first?.count
  const start = typeof whole === 'number' ? countOf(whole, 'individual') : `${flowCountText(whole)} individuals`
  const last = others.at(-1)
  const end = last ? `, ${flowCountText(last.count)} after ${countOf(others.length, 'step')}` : ''
  return `Flow of ${name}: ${start}${end}`
}

/** The boxes and arms as rows, headers first; outcomes and arms of no step have no column. */
export function flowTable(steps: readonly FlowStep[], format = formatCount): string[][] {
  const text = (count: FlowCount) => flowCountText(count, format)
  const armCount = (arm: FlowArm | null) => (arm ? text(arm.count) : '')
  const outcomes = FLOW_OUTCOMES.filter(({ key }) =>
    steps.some(({ excluded }) => excluded?.outcomes.some((outcome) => outcome.key === key)),
  )
  const columns: { readonly header: string; readonly cell: (step: FlowStep) => string }[] = [
    { header: 'Arm', cell: ({ arm }) => arm },
    { header: 'Step', cell: ({ name, words }) => (words === '' ? name : `${name}: ${words}`) },
    { header: 'Individuals', cell: ({ count, isOff }) => (isOff ? 'off' : text(count)) },
    { header: 'Without data', cell: ({ placeholders }) => (placeholders === null ? '' : format(placeholders)) },
    { header: 'Families', cell: ({ families }) => (families === null ? '' : format(families)) },
    { header: 'Excluded', cell: ({ excluded }) => armCount(excluded) },
    ...outcomes.map(({ key, label }) => ({
      header: label,
      cell: ({ excluded }: FlowStep) => {
        const outcome = excluded?.outcomes.find((one) => one.key === key)
        return outcome ? text(outcome.count) : ''
      },
    })),
    { header: 'Added', cell: ({ added }) => armCount(added) },
  ]
  const shown = columns.filter(
    ({ header, cell }) =>
      !['Arm', 'Without data', 'Families', 'Added'].includes(header) || steps.some((step) => cell(step) !== ''),
  )
  return [shown.map(({ header }) => header), ...steps.map((step) => shown.map(({ cell }) => cell(step)))]
}
