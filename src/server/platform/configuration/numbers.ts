/* Numbers in the texts of environment variables; null for another text. */

export function wholeNumber(text: string, most: number): number | null {
  return /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : null
}

export function daysOf(text: string): number | null {
  const days = wholeNumber(text, 36_500)
  return days === 0 ? null : days
}

export function megabytesOf(text: string): number | null {
  const megabytes = wholeNumber(text, 1_000_000)
  return megabytes ? megabytes * 1024 * 1024 : null
}

export function shareOf(text: string): number | null {
  const share = /^\d*\.?\d+$/.test(text) ? Number(text) : 0
  return share > 0 && share <= 1 ? share : null
}
