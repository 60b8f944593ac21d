/** JSON fields with random or time-dependent values, which are not recorded. */
const FIELDS = [
  'address',
  'at',
  'begun_at',
  'decided_at',
  'download_id',
  'downloadid',
  'enrolment',
  'made_at',
  'next',
  'recovery_codes',
  'report_id',
  'seconds_left',
  'secret',
  'session_id',
  'undoable',
  'used_at',
]

/** Headers of the connection, and of the time. */
const HEADERS_LEFT_OUT: readonly string[] = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** Headers with random or time-dependent parts, which are left out. */
const HEADER_PARTS: Readonly<Record<string, RegExp>> = {
  'retry-after': /\d+/,
  'set-cookie': /(?<==)[\w-]{20,}/,
}

/** Random or time-dependent texts elsewhere, with the part to leave out. */
const TEXTS: readonly RegExp[] = [
  // The README of a bundle.
  /(?<=^(?:Made on|Data release \S+ of) )\d{4}-\d\d-\d\dT[\d:.]+Z/gm,
  // Two entries of a bundle contain its creation time.
  /^[\da-f]{64}(?= {2}(?:README\.txt|definitions\.json)$)/gm,
  // Names of built files contain a content hash.
  /(?<=\/assets\/)[\w-]{7}(?=\.\w+)/g,
]

const STRING = String.raw`"(?:[^"\\]|\\.)*"`
const VALUE = new RegExp(
  String.raw`("(?:${FIELDS.join('|')})": ?)(?:${STRING}|\d+(?:\.\d+)?|\[(?:${STRING},?)*\])`,
  'g',
)

/** The text of a body without random and time-dependent parts; null stays null. */
export function normalisedText(text: string): string {
  return TEXTS.reduce((rest, form) => rest.replaceAll(form, '…'), text.replaceAll(VALUE, '$1"…"'))
}

/** The headers that are part of the contract, sorted by name. */
export function normalisedHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || HEADERS_LEFT_OUT.includes(name)) return []
    const text = Array.isArray(value) ? value.join('\n') : value
    const part = HEADER_PARTS[name]
    return [[name, part === undefined ? text : text.replaceAll(new RegExp(part, 'g'), '…')] as const]
  })
  return Object.fromEntries(kept.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
