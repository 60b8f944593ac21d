import type { Content, Exchange } from '#tests/corpus/recording.ts'

/** Characters of context around the first difference. */
const AROUND = 80

/** Differences of two recordings: a text for each request with another response. */
export function differences(expected: readonly Exchange[], actual: readonly Exchange[]): string[] {
  const [before, after] = [byRequest(expected), byRequest(actual)]
  const changed = [...before].flatMap(([request, exchange]) => {
    const now = after.get(request)
    const lines = now === undefined ? ['is no longer sent'] : differencesOf(exchange, now)
    return lines.length === 0 ? [] : [[request, ...lines].join('\n  ')]
  })
  const added = [...after.keys()].filter((request) => !before.has(request))
  return [...changed, ...added.map((request) => `${request}\n  was not sent before`)]
}

/** Repeated requests are numbered. */
function byRequest(recording: readonly Exchange[]): Map<string, Exchange> {
  const times = new Map<string, number>()
  return new Map(
    recording.map((exchange) => {
      const time = (times.get(exchange.request) ?? 0) + 1
      times.set(exchange.request, time)
      return [time === 1 ? exchange.request : `${exchange.request} (${time})`, exchange]
    }),
  )
}

function differencesOf(before: Exchange, after: Exchange): string[] {
  const status = before.status === after.status ? [] : [`status: ${before.status} → ${after.status}`]
  const headers = namesOf(before.headers, after.headers).flatMap((name) => {
    const [old, now] = [before.headers[name], after.headers[name]]
    return old === now ? [] : [`header ${name}: ${old ?? 'none'} → ${now ?? 'none'}`]
  })
  const entries = namesOf(before.entries ?? {}, after.entries ?? {}).flatMap((name) =>
    contentDifference(`entry ${name}`, before.entries?.[name], after.entries?.[name]),
  )
  return [...status, ...headers, ...contentDifference('body', before.body, after.body), ...entries]
}

function namesOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
}

function contentDifference(what: string, before: Content | undefined, after: Content | undefined): string[] {
  if (before?.sha256 === after?.sha256) return []
  if (before === undefined) return [`${what}: none before`]
  if (after === undefined) return [`${what}: none any more`]
  if (before.text === undefined || after.text === undefined) {
    return [`${what}: ${before.bytes} bytes → ${after.bytes} bytes, not kept as text`]
  }
  const [old, now] = textDifference(before.text, after.text)
  return [`${what}: - ${old}`, `${what}: + ${now}`]
}

/** Both texts around their first difference. */
function textDifference(before: string, after: string): [string, string] {
  const length = Math.min(before.length, after.length)
  let index = 0
  while (index < length && before[index] === after[index]) index++
  const start = Math.max(0, index - AROUND)
  const shown = (text: string) => {
    const end = index + AROUND
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
  }
  return [shown(before), shown(after)]
}
