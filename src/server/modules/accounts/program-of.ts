/** More than any browser says of itself; no pattern is tried on more. */
const READ_AT_MOST = 400

/** By what browsers name themselves. Most also claim to be those that stand below them: the first that fits counts. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOP[RT]\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  // Other programs on its engine say Safari too; they run where it does not.
  ['Safari', /\((?:Macintosh|iPhone|iPad|iPod)\b.* Safari\//],
]

/** An iPad that asks for the pages of a desktop says that it is a Mac. */
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** What a User-Agent header says, in a few words that people tell their browsers apart by: "Firefox on Linux". */
export function programOf(userAgent: string | undefined): string {
  const said = (userAgent ?? '').slice(0, READ_AT_MOST)
  const named = (names: typeof BROWSERS) => names.find(([, mark]) => mark.test(said))?.[0]
  const browser = named(BROWSERS)
  if (browser === undefined) return 'Another program'
  const system = named(SYSTEMS)
  return system === undefined ? browser : `${browser} on ${system}`
}
