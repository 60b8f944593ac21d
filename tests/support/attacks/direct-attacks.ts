import { countAnswersIn, identityOf, notTheTarget, partOf, type YesNo } from '#tests/support/attacks/counts.ts'
import { accountAt, shuffled, type Attack, type KnownAnswer } from '#tests/support/attacks/target.ts'

const FORMULATIONS = 6
const BASES = 4
const CONDITIONS_OF_BASE = 2

/**
 * Averaging (Denning 1980): the same group, which is the target alone, in several equivalent formulations. Independent
 * noise would average out.
 */
export const averaging: Attack = async (attacker, target) => {
  const call = accountAt(attacker, 0)
  let sum = 0
  for (let turn = 0; turn < FORMULATIONS; turn++) {
    const ordered = shuffled(identityOf(target), attacker.random)
    // Every second formulation is a conjunction of disjunctions.
    const group = ordered.map((known) =>
      turn % 2 === 0 ? partOf(known) : { relationship: 'OR' as const, constraints: simpleParts(known) },
    )
    const { yes, no } = await countAnswersIn(attacker, call, target, group)
    sum += (yes ?? 0) - (no ?? 0)
  }
  return sum === 0 ? null : sum > 0
}

function simpleParts(known: KnownAnswer) {
  const part = partOf(known)
  return 'constraints' in part ? part.constraints : [part, part]
}

/**
 * Differencing (tracker of Denning, Denning and Schwartz 1979): a large group, and the same without the target. With
 * two accounts each asks for one of them.
 */
export const differencing: Attack = async (attacker, target) => {
  for (let turn = 0; turn < BASES; turn++) {
    const base = shuffled(target.codes, attacker.random)
      .slice(0, CONDITIONS_OF_BASE)
      .map((known) => partOf(known))
    const all = await countAnswersIn(attacker, accountAt(attacker, 0), target, base)
    const others = await countAnswersIn(attacker, accountAt(attacker, 1), target, [...base, notTheTarget(target)])
    const inferred = differenceOf(all, others)
    if (inferred !== null) return inferred
  }
  return null
}

function differenceOf(all: YesNo, others: YesNo): boolean | null {
  if (all.yes !== null && others.yes !== null) return all.yes > others.yes
  if (all.no !== null && others.no !== null) return all.no === others.no
  return null
}

/**
 * Set inclusion (Schlörer 1975; a chain of nested groups): one more condition at each step, until the target is alone.
 * The smallest group with a count is the evidence.
 */
export const inclusionChain: Attack = async (attacker, target) => {
  const call = accountAt(attacker, 0)
  const identity = identityOf(target)
  let evidence = 0
  for (let length = 1; length <= identity.length; length++) {
    const group = identity.slice(0, length).map((known) => partOf(known))
    const { yes, no } = await countAnswersIn(attacker, call, target, group)
    if (yes !== null && no !== null && yes !== no) evidence = yes - no
  }
  return evidence === 0 ? null : evidence > 0
}
