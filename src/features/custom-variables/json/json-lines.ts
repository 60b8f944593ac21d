const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

interface Level {
  readonly path: string
  readonly isList: boolean
  place: number
  key: string
}

/** The line, counted from 1, on which each value of a JSON text begins, by its path: "values.0.name". */
export function jsonLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  const levels: Level[] = []
  let awaitsKey = false
  let line = 1
  let read = 0
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    line += text.slice(read, index).split('\n').length - 1
    read = index
    const level = levels.at(-1)
    if (token === '}' || token === ']') {
      levels.pop()
      awaitsKey = false
    } else if (token === ',') {
      if (level) level.place++
      awaitsKey = level?.isList === false
    } else if (token === ':') {
      awaitsKey = false
    } else if (awaitsKey && level) {
      level.key = String(JSON.parse(token))
    } else {
      const own = level ? [level.path, level.isList ? String(level.place) : level.key].filter(Boolean).join('.') : ''
      lines.set(own, line)
      if (token === '{' || token === '[') levels.push({ path: own, isList: token === '[', place: 0, key: '' })
      awaitsKey = token === '{'
    }
  }
  return lines
}
