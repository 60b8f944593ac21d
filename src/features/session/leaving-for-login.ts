const KEY = 'left-for-login'
const RECENT_MILLISECONDS = 60_000
/** A session that ends again and again within a minute is none to work with. */
const RETURNS = 3

function leavings(now: number): readonly number[] {
  try {
    const times = (sessionStorage.getItem(KEY) ?? '').split(' ').map(Number)
    return times.filter((time) => now - time < RECENT_MILLISECONDS)
  } catch {
    return []
  }
}

/** Remembers, for this tab, that somebody is being taken to a login elsewhere. */
export function noteLeaving(now: number): void {
  try {
    sessionStorage.setItem(KEY, [...leavings(now), now].join(' '))
  } catch {
    // Where nothing is kept, the login page is trusted to end its rounds.
  }
}

/**
 * Whether to take somebody to a login elsewhere unasked. Who was there a moment ago and has no session was sent back,
 * and would go round in circles; a session that ended in the middle of work is another matter, up to a point.
 */
export function mayLeaveUnasked(now: number, isReturning: boolean): boolean {
  return leavings(now).length < (isReturning ? RETURNS : 1)
}
