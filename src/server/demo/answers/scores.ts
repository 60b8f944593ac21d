import type { AskedItem } from '#server/demo/answers/asked-item.ts'
import { shareOf } from '#server/demo/model/noise.ts'

/** How much of an answer comes from the trait that it is about: per thousandth of a deviation, in 65,536ths of chance. */
const LOADING = 24
const MEAN = 32_768
/** Of chance and trait together, in people without a diagnosis. */
const DEVIATION = 30_560

/** Deviations above the mean at which a yes, or the first step of a scale, begins. */
const RARE = { ungated: 1.35, gated: 0.75, scale: 0.45, gatedScale: -0.1 }

/** How far scales that people answer in the middle begin below the others. */
const CENTRED = new Set(['agree', 'confidence', 'known', 'helped', 'rating'])
const CENTRED_START = -1.35
/** Of each step of a scale. */
const STEP_WIDTH = 18_947

/** SQL: how strongly the person tends to a yes, from the chance that is given. */
export function scoreOf(asked: AskedItem, chance: string): string {
  return `${asked.item.latent} * ${LOADING} + ${chance}`
}

function threshold(deviations: number): number {
  return Math.round(MEAN + deviations * DEVIATION)
}

/** Some answers are rarer than others, for no other reason than that they are. */
function own({ item }: AskedItem): number {
  return item.kind.rarer + (shareOf(item.code) - 0.5) * 0.6
}

/** SQL: whether the answer is yes. */
export function isYes(asked: AskedItem): string {
  const start = asked.gatePlace === null ? RARE.ungated : RARE.gated
  return `s${asked.place} > ${threshold(start + own(asked))}`
}

/** SQL: the code on a scale whose codes follow each other, least first. */
export function stepOf(asked: AskedItem, codes: readonly string[]): string {
  const isCentred = CENTRED.has(asked.item.kind.argument)
  const start = isCentred ? CENTRED_START : asked.gatePlace === null ? RARE.scale : RARE.gatedScale
  const from = threshold(start + own(asked)) - STEP_WIDTH
  const lowest = (codes[0] ?? '0').charCodeAt(0)
  const step = `greatest(0, least(${codes.length - 1}, (s${asked.place} - ${from}) // ${STEP_WIDTH}))`
  return `chr((${lowest} + ${step})::INTEGER)`
}
