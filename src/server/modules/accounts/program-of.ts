/** Longer than the User-Agent of any browser; limits the cost of the patterns. */
const LENGTH_MAX = 400

/** User-Agent patterns of browsers. Most browsers claim to be later ones of the list too: the first match counts. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOP[RT]\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  // Other WebKit programs also claim Safari, on systems without Safari.
  ['Safari', /\((?:Macintosh|iPhone|iPad|iPod)\b.* Safari\//],
]

/** An iPad in desktop mode claims to be a Mac. */
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** A User-Agent header in a few words: "Firefox on Linux". */
export function programOf(userAgent: string | undefined): string {
  const header = (userAgent ?? '').slice(0, LENGTH_MAX)
  const named = (names: typeof BROWSERS) => names.find(([, mark]) => mark.test(header))?.[0]
  const browser = named(BROWSERS)
  if (browser === undefined) return 'Another program'
  const system = named(SYSTEMS)
  return system === undefined ? browser : `${browser} on ${system}`
}
