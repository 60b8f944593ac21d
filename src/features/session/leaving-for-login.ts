const KEY = 'left-for-login'

/** Whoever is back so soon was sent back: to send them there again by itself would go round in circles. */
const SOON_MILLISECONDS = 60_000

/** Remembers, for this tab, that somebody is being taken to a login elsewhere. */
export function noteLeaving(now: number): void {
  try {
    sessionStorage.setItem(KEY, String(now))
  } catch {
    // Where nothing is kept, the login page is trusted to end its rounds.
  }
}

export function justLeftForLogin(now: number): boolean {
  try {
    const left = Number(sessionStorage.getItem(KEY) ?? Number.NaN)
    return now - left < SOON_MILLISECONDS
  } catch {
    return false
  }
}
