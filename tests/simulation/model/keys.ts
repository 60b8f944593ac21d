import type { History } from '#tests/simulation/history.ts'
import { groupsByKey, inWords } from '#tests/simulation/model/registers.ts'
import type { Violation } from '#tests/simulation/model/violation.ts'

/** All responses to one idempotency key name one thing, and no two keys name the same thing. */
export function checkKeys({ operations }: History): Violation[] {
  const owners = new Map<string, string>()
  return groupsByKey(operations).flatMap((group): Violation[] => {
    const made = [...new Set(group.flatMap(({ made }) => (made === null ? [] : [made])))]
    const lines = group.map(inWords)
    const violations: Violation[] = []
    if (made.length > 1)
      violations.push({ rule: 'a key takes effect once', lines: [`made ${made.join(', ')}`, ...lines] })
    for (const id of made) {
      const action = `${group[0]?.action ?? ''} ${id}`
      const other = owners.get(action)
      if (other !== undefined)
        violations.push({ rule: 'a key takes effect once', lines: [`also made ${id}: ${other}`, ...lines] })
      owners.set(action, lines.join('; '))
    }
    return violations
  })
}
