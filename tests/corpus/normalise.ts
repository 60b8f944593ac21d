/** Fields of JSON whose values are random or depend on the clock. Their values are not recorded. */
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

/** Headers of a connection rather than of a response, and those that say the time. */
const HEADERS_LEFT_OUT: readonly string[] = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** Headers whose values are random or depend on the clock, with the part that is left out. */
const HEADER_PARTS: Readonly<Record<string, RegExp>> = {
  'retry-after': /\d+/,
  'set-cookie': /(?<==)[\w-]{20,}/,
}

/** Texts that are random or depend on the clock outside of such fields, each with the part that is left out. */
const TEXTS: readonly RegExp[] = [
  // The README of a bundle.
  /(?<=^Made on )\d{4}-\d\d-\d\dT[\d:.]+Z/gm,
  // Two entries of a bundle have the time of its making.
  /^[\da-f]{64}(?= {2}(?:README\.txt|definitions\.json)$)/gm,
  // The names of built files have a hash of their content.
  /(?<=\/assets\/[\w.-]+-)[\w-]{8}(?=\.\w+)/g,
]

const STRING = String.raw`"(?:[^"\\]|\\.)*"`
const VALUE = new RegExp(
  String.raw`("(?:${FIELDS.join('|')})": ?)(?:${STRING}|\d+(?:\.\d+)?|\[(?:${STRING},?)*\])`,
  'g',
)

/** A body's text without what is random or depends on the clock; null stays. All other bytes stay as they are. */
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
