import { expect, test } from 'vitest'
import { sessionEnd } from '#features/session/session-warning.tsx'

const MINUTE = 60_000
const begun = { idleSeconds: 1800, answeredAt: 0, endsAt: 720 * MINUTE }

test('warns two minutes before the end of a session and reports whether it can be extended', () => {
  expect(sessionEnd(begun, 27 * MINUTE)).toBeNull()
  expect(sessionEnd(begun, 28 * MINUTE)).toEqual({ secondsLeft: 120, canStay: true })
  expect(sessionEnd(begun, 31 * MINUTE)).toEqual({ secondsLeft: 0, canStay: true })
  expect(sessionEnd({ ...begun, answeredAt: 20 * MINUTE }, 40 * MINUTE)).toBeNull()
  const late = { ...begun, answeredAt: 719 * MINUTE }
  expect(sessionEnd(late, 719 * MINUTE)).toEqual({ secondsLeft: 60, canStay: false })
})

test('does not warn at once if sessions are short', () => {
  expect(sessionEnd({ ...begun, idleSeconds: 60 }, 20_000)).toBeNull()
  expect(sessionEnd({ ...begun, idleSeconds: 60 }, 30_000)).toEqual({ secondsLeft: 30, canStay: true })
})
