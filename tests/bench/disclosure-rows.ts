import { startOnStudy } from '#tests/bench/bench-server.ts'
import { addAttackers, PASSWORD, readTargets, studyOf, type LabelledTarget } from '#tests/bench/disclosure-study.ts'
import type { StudySize } from '#tests/bench/large-study.ts'
import { randomFrom } from '#tests/bench/random-from.ts'
import type { BenchRow } from '#tests/bench/report.ts'
import { signIn } from '#tests/support/api-session.ts'
import { ATTACKS, type PublishedAttack } from '#tests/support/attacks/attacks.ts'
import type { Usage } from '#tests/support/attacks/target.ts'

const MINIMUM_CELL = 10
const AT_ONCE = 2
const MOST_ACCURATE = 55

export interface DisclosureOptions {
  /** Parts of the names of attacks; empty for all. */
  readonly only: readonly string[]
  /** Names of controls; empty for all. */
  readonly controls: readonly string[]
  /** Multiplies the number of targets. */
  readonly factor: number
  readonly participants?: number | undefined
}

const OFF: Control = { name: 'shown', minimum: 1 }
const ON: Control = { name: 'suppressed', minimum: MINIMUM_CELL }
const NONE: Control = { name: 'none', minimum: 1 }

const CONTROLS: readonly Control[] = [OFF, ON, NONE]

/** Published attacks on the answer of one individual, over HTTP, without and with disclosure control. */
export async function measureDisclosure(options: DisclosureOptions): Promise<BenchRow[]> {
  const study = studyOf(options.participants)
  const attacks = attacksNamed(options.only).map((attack) => ({
    ...attack,
    targets: Math.max(2, Math.round(attack.targets * options.factor)),
  }))
  const controls = CONTROLS.filter(({ name }) => options.controls.length === 0 || options.controls.includes(name))
  const targets = await readTargets(study, Math.max(...attacks.map((attack) => attack.targets)))
  const measured = new Map<Control, ReadonlyMap<PublishedAttack, Measured>>()
  for (const control of controls) {
    measured.set(control, await measureWith(study, control, attacks, targets))
  }
  const measuredOf = (control: Control, attack: PublishedAttack) => measured.get(control)?.get(attack)
  console.table(
    attacks.map((attack) => {
      const strongest = controls.findLast((control) => measuredOf(control, attack))
      const used = measuredOf(ON, attack) ?? (strongest && measuredOf(strongest, attack))
      return {
        attack: attack.name,
        source: attack.source,
        ...Object.fromEntries(
          controls.map((control) => [`${control.name} %`, accuracyText(measuredOf(control, attack))]),
        ),
        targets: attack.targets,
        queries: perTarget(used, 'queries'),
        refused: perTarget(used, 'refused'),
      }
    }),
  )
  return attacks.flatMap((attack) => {
    const strongest = controls.findLast((control) => control !== OFF && measuredOf(control, attack))
    const last = strongest && measuredOf(strongest, attack)
    const off = measuredOf(OFF, attack)
    if (!last) return []
    return {
      what: `${attack.name}, answers inferred (${strongest.name})`,
      value: 100 * last.accuracy,
      budget: MOST_ACCURATE,
      unit: '%',
      ...(off && { reference: { name: 'shown', value: 100 * off.accuracy } }),
    }
  })
}

/** By their names or, if no attack has the name, by a part of it. */
function attacksNamed(only: readonly string[]): readonly PublishedAttack[] {
  const isNamed = (part: string) => ATTACKS.some(({ name }) => name === part)
  return ATTACKS.filter(
    ({ name }) => only.length === 0 || only.some((part) => (isNamed(part) ? name === part : name.includes(part))),
  )
}

interface Control {
  /** UNREADABLE_COUNTS */
  readonly name: string
  /** What attackers take for MIN_CELL. */
  readonly minimum: number
}

interface Measured {
  readonly accuracy: number
  /** The share of targets about which the attacker learned nothing. */
  readonly uninformed: number
  readonly targets: number
  readonly used: Usage
}

async function measureWith(
  study: StudySize,
  { name, minimum }: Control,
  attacks: readonly PublishedAttack[],
  targets: readonly LabelledTarget[],
): Promise<ReadonlyMap<PublishedAttack, Measured>> {
  const measured = new Map<PublishedAttack, Measured>()
  if (attacks.length === 0) return measured
  const accounts = attacks.reduce((sum, attack) => sum + attack.targets * attack.accounts, 0)
  const product = await startOnStudy(study, addAttackers(accounts), {
    UNREADABLE_COUNTS: name,
  })
  try {
    let firstAccount = 0
    for (const attack of attacks) {
      const accuracy = await measureAttack(product.url, attack, targets.slice(0, attack.targets), minimum, firstAccount)
      measured.set(attack, accuracy)
      firstAccount += attack.targets * attack.accounts
      console.log(`${name}, ${attack.name}: ${accuracyText(accuracy)} %`)
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
  minimum: number,
  firstAccount: number,
): Promise<Measured> {
  const used: Usage = { queries: 0, refused: 0 }
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
      const inferred = await attack({ accounts, random, used }, { ...labelled.target, minimum })
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
