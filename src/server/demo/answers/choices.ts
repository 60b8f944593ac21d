import { bitsOf, chanceOf, type AskedItem } from '#server/demo/answers/asked-item.ts'

/** SQL: choices that follow from who somebody is; where it gives NULL, chance chooses. */
const SETTLED: Readonly<Record<string, string>> = {
  sex: `CASE sex WHEN 'F' THEN '1' ELSE '2' END`,
  twin: `CASE WHEN place_no > 2 AND kinship < 8 THEN '0' ELSE CASE twin WHEN 1 THEN '1' WHEN 2 THEN '2' ELSE '0' END END`,
  diagnosis: `CASE dx WHEN 'BP1' THEN '1' WHEN 'BP2' THEN '2' WHEN 'SCZ' THEN '3' WHEN 'SAD' THEN '4'
    WHEN 'MDD' THEN '5' WHEN 'ASD' THEN '6' ELSE '7' END`,
  marital: `CASE WHEN age < 19 THEN '1' END`,
  household: `CASE WHEN age < 18 THEN '3' END`,
  employment: `CASE WHEN age < 19 THEN '4' WHEN age > 70 THEN '6' END`,
  schooling: `CASE WHEN age < 12 THEN '1' WHEN age < 17 THEN '2' END`,
}

/** Weights fall from the first choice to the last. */
const FALL = 0.35
const CHANCES = 65_536

/** SQL: one of the codes; the first is the commonest. */
export function chosen(asked: AskedItem, codes: readonly string[]): string {
  const weights = codes.map((_, index) => 1 / (1 + index * FALL))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  const cases = codes.slice(0, -1).map((code, index) => {
    sum += weights[index] ?? 0
    return `WHEN ${chanceOf(asked)} < ${Math.round((sum / total) * CHANCES)} THEN '${code}'`
  })
  const byChance = `CASE ${cases.join(' ')} ELSE '${codes.at(-1) ?? ''}' END`
  const settled = SETTLED[asked.item.kind.argument]
  return settled === undefined ? byChance : `coalesce(${settled}, ${byChance})`
}

const BITS_A_CODE = 3

/** SQL: any number of the codes, sorted and joined by ";"; those who are troubled name more. */
export function severalChosen(asked: AskedItem, codes: readonly string[]): string {
  const { latent } = asked.item
  const ticks = codes.map((code, index) => {
    const chance = `((${bitsOf(asked)} >> ${index * BITS_A_CODE}) & 7)::INTEGER`
    return `CASE WHEN ${chance} < CASE WHEN ${latent} > 1200 THEN 3 ELSE 1 END THEN '${code}' END`
  })
  return `nullif(concat_ws(';', ${ticks.join(', ')}), '')`
}
