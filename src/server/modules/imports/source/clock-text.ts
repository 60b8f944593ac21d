const [MINUTE, HOUR, SECONDS_A_DAY] = [60, 3_600, 86_400]
const LAST_YEAR = 9_999

/** Days since 1970 as YYYY-MM-DD; null outside the years 1 to 9999. */
export function dayText(days: number): string | null {
  const date = new Date(days * SECONDS_A_DAY * 1_000)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= LAST_YEAR ? date.toISOString().slice(0, 'YYYY-MM-DD'.length) : null
}

/** Seconds as HH:MM:SS with the decimals that they have; hours may be more than a day has. */
export function clockText(seconds: number, decimals: number): string {
  const parts = 10 ** decimals
  const total = Math.round(Math.abs(seconds) * parts) / parts
  const whole = Math.floor(total)
  const fraction = (total - whole)
    .toFixed(decimals)
    .slice(1)
    .replace(/\.?0+$/, '')
  const clock = [Math.floor(whole / HOUR), Math.floor(whole / MINUTE) % MINUTE, whole % MINUTE]
  return `${seconds < 0 ? '-' : ''}${clock.map((part) => String(part).padStart(2, '0')).join(':')}${fraction}`
}
