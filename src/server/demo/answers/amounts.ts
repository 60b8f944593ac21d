import { chanceOf, secondChanceOf, type FormItem } from '#server/demo/answers/form-item.ts'

/** The definition of a number: "12..40 weeks", optionally preceded by mean and standard deviation. */
export interface Amount {
  readonly mean: number
  readonly deviation: number
  readonly least: number
  readonly most: number
  readonly unit: string
}

/** Parses "62 14 0..120 points" or "0..120 points". */
export function readAmount(argument: string): Amount {
  const words = argument.split(' ')
  const index = words.findIndex((word) => word.includes('..'))
  const [least = 0, most = 0] = (words[index] ?? '').split('..').map(Number)
  const [mean = 0, deviation = 0] = words.slice(0, index).map(Number)
  return { mean, deviation, least, most, unit: words.slice(index + 1).join(' ') }
}

/** SQL: a count, mostly small, larger with a high latent trait. */
export function countOf(asked: FormItem): string {
  const { least, most } = readAmount(asked.item.kind.argument)
  const chance = `(${chanceOf(asked)} / 65536.0)`
  const share = `greatest(0, least(1, ${chance} * ${chance} * (0.45 + ${asked.item.latent} / 5000.0)))`
  return `(${least} + round(${most - least} * ${share}))::DOUBLE`
}

/** Standard deviation of the sum of two uniform numbers. */
const CHANCE_DEVIATION = 26_755
const FALLS_WITH: readonly string[] = ['fun', 'slp', 'dep', 'man', 'hea']

/** SQL: a measurement around its mean. Measurements of one body correlate. */
export function measureOf(asked: FormItem): string {
  const { mean, deviation, least, most, unit } = readAmount(asked.item.kind.argument)
  const chance = `((${chanceOf(asked)} + ${secondChanceOf(asked)} - 65535) / ${CHANCE_DEVIATION}.0)`
  const away = awayFromMean(asked, unit, mean, chance)
  const digits = deviation >= 3 ? 0 : deviation >= 0.2 ? 1 : 2
  const grown = growthOf(unit, mean)
  return `greatest(${least}, least(${most}, round((${mean} + ${deviation} * ${away})${grown}, ${digits})))::DOUBLE`
}

function awayFromMean(asked: FormItem, unit: string, mean: number, chance: string): string {
  const bySex = `CASE sex WHEN 'M' THEN 0.55 ELSE -0.55 END`
  if (unit === 'kg' && mean > 40) return `(build / 1150.0 + ${bySex} + ${chance} * 0.1)`
  if (unit === 'cm' && mean > 120) return `(stature / 1350.0 + ${bySex} * 1.3 + ${chance} * 0.03)`
  if (unit === 'cm' && mean > 80) return `(build / 1150.0 + ${chance} * 0.3)`
  const { latent } = asked.item
  const isSlow = unit === 'seconds' || unit === 'ms'
  const sign = isSlow || FALLS_WITH.includes(latent) ? '-' : '+'
  return `(${chance} * 0.85 ${sign} ${latent} / 2400.0)`
}

/** SQL: children are smaller and lighter. */
function growthOf(unit: string, mean: number): string {
  if (unit === 'kg' && mean > 40) return ' * least(1, 0.15 + age * 0.05)'
  if (unit === 'cm' && mean > 80) return ' * least(1, 0.43 + age * 0.034)'
  return ''
}

/** SQL: age at onset of a trait. */
export function firstAge(asked: FormItem): string {
  const { latent } = asked.item
  const chance = chanceOf(asked)
  if (latent === 'alc' || latent === 'drug') return clampedAge(`start + (${chance} >> 13)`)
  if (latent === 'tra' || latent === 'hea') return clampedAge(`4 + (age - 4) * ${chance} // 65536`)
  return clampedAge(`onset + (${chance} >> 14) - 1`)
}

/** SQL: age at the last occurrence, not before the onset. */
export function lastAge(asked: FormItem): string {
  const { latent } = asked.item
  const from = latent === 'alc' || latent === 'drug' ? 'start + 8' : 'onset + 3'
  const chance = chanceOf(asked)
  return clampedAge(`greatest(${from}, age - (age - onset) * ${chance} // 65536 * ${chance} // 65536)`)
}

function clampedAge(expression: string): string {
  return `greatest(2, least(age, ${expression}))::DOUBLE`
}
