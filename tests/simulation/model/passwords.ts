import type { History } from '#tests/simulation/history.ts'
import { changesByRegister, inWords, possibleValues, ABSENT } from '#tests/simulation/model/registers.ts'
import type { Violation } from '#tests/simulation/model/violation.ts'

const UNAUTHORIZED = 401

/** A login succeeds by the password set last, and by no other. `first` is the password of every account at first. */
export function checkPasswords({ operations }: History, first: string): Violation[] {
  const changes = changesByRegister(operations)
  return operations.flatMap((login): Violation[] => {
    const { session, account, status, begun, ended } = login
    if (session?.kind !== 'begin' || (status !== UNAUTHORIZED && status !== 200) || ended === null) return []
    const changed = changes.get(passwordOf(account)) ?? []
    const possible = possibleValues(changed, begun.tick, ended.tick)
    const isPossible = possible.has(session.password) || (session.password === first && possible.has(ABSENT))
    const isOnly = isPossible && possible.size === 1
    if (status === 200 ? isPossible : !isOnly) return []
    return [
      { rule: 'a password is the one set last', lines: [inWords(login), ...changed.map(({ words }) => `  ${words}`)] },
    ]
  })
}

/** The register of an account's password. */
export function passwordOf(account: string): string {
  return `${account} password`
}
