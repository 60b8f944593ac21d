import { averaging, differencing, inclusionChain } from '#tests/support/attacks/direct-attacks.ts'
import { linearReconstruction } from '#tests/support/attacks/linear-reconstruction.ts'
import { ROADS } from '#tests/support/attacks/roads.ts'
import { differencingBy } from '#tests/support/attacks/saved-groups.ts'
import { searchedQueries } from '#tests/support/attacks/searched-queries.ts'
import type { Attack } from '#tests/support/attacks/target.ts'
import { weightedSums } from '#tests/support/attacks/weighted-sums.ts'

/** An attack that the literature describes, and how it is measured. */
export interface PublishedAttack {
  readonly name: string
  readonly source: string
  readonly attack: Attack
  /** Accounts that pool their results. */
  readonly accounts: number
  readonly targets: number
}

export const ATTACKS: readonly PublishedAttack[] = [
  { name: 'averaging', source: 'Denning 1980', attack: averaging, accounts: 1, targets: 100 },
  { name: 'differencing', source: 'Denning et al. 1979', attack: differencing, accounts: 1, targets: 100 },
  { name: 'inclusion chain', source: 'Schlörer 1975', attack: inclusionChain, accounts: 1, targets: 400 },
  { name: 'searched queries', source: 'arXiv 2409.01992', attack: searchedQueries, accounts: 1, targets: 60 },
  {
    name: 'linear reconstruction',
    source: 'Dinur and Nissim 2003',
    attack: linearReconstruction,
    accounts: 1,
    targets: 100,
  },
  {
    name: 'weighted sums',
    source: 'after Dobkin, Jones and Lipton 1979',
    attack: weightedSums,
    accounts: 1,
    targets: 100,
  },
  { name: 'two accounts: differencing', source: 'collusion', attack: differencing, accounts: 2, targets: 100 },
  ...Object.entries(ROADS).flatMap(([name, road]) =>
    [1, 2].map((accounts) => ({
      name: `${accounts === 1 ? '' : 'two accounts: '}differencing by ${name}`,
      source: accounts === 1 ? 'Denning et al. 1979' : 'collusion',
      attack: differencingBy(road),
      accounts,
      targets: 20,
    })),
  ),
]
