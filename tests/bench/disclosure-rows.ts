import { addAttackers, PASSWORD, readTargets, studyOf, type LabelledTarget } from '#tests/bench/disclosure-study.ts'
import type { StudySize } from '#tests/bench/large-study.ts'
import { inferenceLimitFor } from '#server/disclosure/ledger/inference-limit.ts'
import { startOnStudy } from '#tests/bench/bench-server.ts'
import { randomFrom } from '#tests/bench/random-from.ts'
import type { BenchRow } from '#tests/bench/report.ts'
import { signIn } from '#tests/support/api-session.ts'
import { ATTACKS, type PublishedAttack } from '#tests/support/attacks/attacks.ts'
import type { Target, Usage } from '#tests/support/attacks/target.ts'

const MINIMUM_CELL = 10
const AT_ONCE = 2
const MOST_ACCURATE = 55
/** What an attacker knows of the server. */
const LIMIT = inferenceLimitFor(MOST_ACCURATE / 100)
/** By trial; an attacker can work it out from the documented budget. */
const COUNTS_WITHIN_LIMIT = 12

export interface DisclosureOptions {
  /** Parts of the names of attacks; empty for all. */
  readonly only: readonly string[]
  /** Multiplies the number of targets. */
  readonly factor: number
  readonly participants?: number | undefined
}

/** Published attacks on the answer of one individual, over HTTP, without and with disclosure control. */
export async function measureDisclosure({ only, factor, participants }: DisclosureOptions): Promise<BenchRow[]> {
  const study = studyOf(participants)
  const attacks = attacksNamed(only).map((attack) => ({
    ...attack,
    targets: Math.max(2, Math.round(attack.targets * factor)),
  }))
  const targets = await readTargets(study, Math.max(...attacks.map((attack) => attack.targets)))
  const off = await measureWith(study, { minimum: 1 }, attacks, targets)
  const on = await measureWith(study, { minimum: MINIMUM_CELL }, attacks, targets)
  const pooled = attacks.filter(({ accounts }) => accounts > 1)
  const sharing = await measureWith(study, { minimum: MINIMUM_CELL, isShared: true }, pooled, targets)
  const sharedOf = (attack: PublishedAttack) => sharing[pooled.indexOf(attack)]
  const averages = attacks.filter(({ isAverage }) => isAverage)
  const limited = await measureWith(
    study,
    { minimum: LIMIT.minimumCell, inferenceLimit: MOST_ACCURATE },
    averages,
    targets,
  )
  const limitedOf = (attack: PublishedAttack) => limited[averages.indexOf(attack)]
  console.table(
    attacks.map((attack, place) => ({
      attack: attack.name,
      source: attack.source,
      'off %': accuracyText(off[place]),
      'on %': accuracyText(on[place]),
      'shared ledger %': accuracyText(sharedOf(attack)),
      'limit %': accuracyText(limitedOf(attack)),
      targets: on[place]?.targets,
      queries: perTarget(on[place], 'queries'),
      refused: perTarget(on[place], 'refused'),
      s: Math.round(((off[place]?.milliseconds ?? 0) + (on[place]?.milliseconds ?? 0)) / 1_000),
    })),
  )
  return attacks.map((attack, place) => ({
    what: `${attack.name}, answers inferred`,
    value: 100 * ((limitedOf(attack) ?? sharedOf(attack) ?? on[place])?.accuracy ?? Number.NaN),
    budget: MOST_ACCURATE,
    unit: '%',
    reference: { name: 'without MIN_CELL', value: 100 * (off[place]?.accuracy ?? Number.NaN) },
  }))
}

/** By their names or, if no attack has the name, by a part of it. */
function attacksNamed(only: readonly string[]): readonly PublishedAttack[] {
  const isNamed = (part: string) => ATTACKS.some(({ name }) => name === part)
  return ATTACKS.filter(
    ({ name }) => only.length === 0 || only.some((part) => (isNamed(part) ? name === part : name.includes(part))),
  )
}

interface Control {
  /** MIN_CELL; 1 suppresses nothing. */
  readonly minimum: number
  /** SHARED_LEDGER */
  readonly isShared?: boolean
  /** INFERENCE_LIMIT */
  readonly inferenceLimit?: number
}

interface Measured {
  readonly accuracy: number
  /** The share of targets about which the attacker learned nothing. */
  readonly uninformed: number
  readonly targets: number
  readonly used: Usage
  readonly milliseconds: number
}

async function measureWith(
  study: StudySize,
  { minimum, isShared = false, inferenceLimit }: Control,
  attacks: readonly PublishedAttack[],
  targets: readonly LabelledTarget[],
): Promise<Measured[]> {
  if (attacks.length === 0) return []
  const accounts = attacks.reduce((sum, attack) => sum + attack.targets * attack.accounts, 0)
  const product = await startOnStudy(study, addAttackers(accounts), {
    MIN_CELL: String(minimum),
    SHARED_LEDGER: isShared ? '1' : '0',
    ...(inferenceLimit !== undefined && { INFERENCE_LIMIT: String(inferenceLimit) }),
    BEACON: 'org.example.bench',
  })
  try {
    const measured: Measured[] = []
    let firstAccount = 0
    for (const attack of attacks) {
      const own = targets.slice(0, attack.targets)
      const known = { minimum, ...(inferenceLimit !== undefined && { mostCounts: COUNTS_WITHIN_LIMIT }) }
      measured.push(await measureAttack(product.url, attack, own, known, firstAccount))
      firstAccount += own.length * attack.accounts
      const control = [
        `MIN_CELL ${minimum}`,
        ...(isShared ? ['shared ledger'] : []),
        ...(inferenceLimit ? ['limit'] : []),
      ]
      console.log(`${control.join(', ')}, ${attack.name}: ${accuracyText(measured.at(-1))} %`)
    }
    return measured
  } finally {
    await product.stop()
  }
}

/** Each target is attacked by accounts of its own, which have asked nothing before. */
async function measureAttack(
  url: string,
  { attack, accounts: count }: PublishedAttack,
  targets: readonly LabelledTarget[],
  known: Pick<Target, 'minimum' | 'mostCounts'>,
  firstAccount: number,
): Promise<Measured> {
  const used: Usage = { queries: 0, refused: 0 }
  const begun = performance.now()
  let [right, coins] = [0, 0]
  let next = 0
  const work = async () => {
    for (let place = next++; place < targets.length; place = next++) {
      const labelled = targets[place]
      if (!labelled) continue
      const random = randomFrom(1 + place)
      const accounts = []
      for (let nth = 0; nth < count; nth++) {
        accounts.push((await signIn(url, `attacker${firstAccount + place * count + nth}`, PASSWORD)).call)
      }
      const inferred = await attack({ accounts, random, used }, { ...labelled.target, ...known })
      // Without information the attacker tosses a coin.
      if (inferred === null) coins++
      else if (inferred === labelled.answer) right++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return {
    accuracy: (right + coins / 2) / targets.length,
    uninformed: coins / targets.length,
    targets: targets.length,
    used,
    milliseconds: performance.now() - begun,
  }
}

/** With the 95 % confidence interval of Wilson. */
function accuracyText(measured: Measured | undefined): string {
  if (!measured) return ''
  const { accuracy, targets } = measured
  const z = 1.96
  const spread = z * Math.sqrt((accuracy * (1 - accuracy)) / targets + (z * z) / (4 * targets * targets))
  const [low = 0, high = 0] = [-1, 1].map(
    (sign) => (accuracy + (z * z) / (2 * targets) + sign * spread) / (1 + (z * z) / targets),
  )
  return `${(100 * accuracy).toFixed(1)} (${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)})`
}

function perTarget(measured: Measured | undefined, what: keyof Usage): string {
  return measured ? (measured.used[what] / measured.targets).toFixed(1) : ''
}
