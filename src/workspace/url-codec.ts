import { MAXIMUM_PANES } from '#workspace/panes/panes.ts'

export interface PaneUrls {
  readonly urls: readonly string[]
  readonly focused: number
}

const BESIDE = 'beside'
/** Marks the focused pane's position among the others. */
const FOCUSED_HERE = '|'

interface Query {
  /** Without `beside`, verbatim. */
  readonly paneQuery: string
  readonly beside: readonly string[]
}

function splitQuery(search: string): Query {
  const paneParts: string[] = []
  const beside: string[] = []
  for (const part of search.replace(/^\?/, '').split('&')) {
    const [entry] = new URLSearchParams(part)
    if (entry?.[0] === BESIDE) beside.push(entry[1])
    else if (part !== '') paneParts.push(part)
  }
  return { paneQuery: paneParts.length > 0 ? `?${paneParts.join('&')}` : '', beside }
}

/** Path and query of a product URL, without hash and `beside`; null for foreign URLs. */
export function paneUrl(text: string): string | null {
  if (!text.startsWith('/') || text.startsWith('//')) return null
  const base = 'http://workspace.invalid'
  if (!URL.canParse(text, base)) return null
  const { origin, pathname, search } = new URL(text, base)
  // Backslashes and dots may resolve to another path.
  if (origin !== base || pathname.startsWith('//') || pathname.startsWith('/codebooks/')) return null
  return `${pathname}${splitQuery(search).paneQuery}`
}

/** The URL of a workspace: path and query of the focused pane, the others in `beside`. */
export function encodeWorkspace({ urls, focused }: PaneUrls): string {
  const focusedUrl = urls[focused] ?? '/'
  const others = urls.map((url, index) => (index === focused ? FOCUSED_HERE : url))
  const written = focused === 0 ? others.slice(1) : others
  const beside = written.map(
    (value) => `${BESIDE}=${encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))}`,
  )
  if (beside.length === 0) return focusedUrl
  return `${focusedUrl}${focusedUrl.includes('?') ? '&' : '?'}${beside.join('&')}`
}

/**
 * Parses a URL; never throws. The focused pane is kept, because an unknown page shows an error. Other unknown pages,
 * and panes beyond the fourth, are dropped.
 */
export function decodeWorkspace(address: string, isRoute: (url: string) => boolean): PaneUrls {
  // Two leading slashes would make a protocol-relative URL.
  const path = `/${(/^[^?#]*/.exec(address)?.[0] ?? '').replace(/^[/\\]+/, '')}`
  const { paneQuery, beside } = splitQuery(/\?[^#]*/.exec(address)?.[0] ?? '')
  const others: string[] = []
  let focused = 0
  let isFocusedPlaced = false
  for (const value of beside) {
    if (value === FOCUSED_HERE && !isFocusedPlaced) {
      isFocusedPlaced = true
      focused = others.length
    }
    const url = paneUrl(value)
    if (url !== null && isRoute(url) && others.length < MAXIMUM_PANES - 1) others.push(url)
  }
  return { urls: others.toSpliced(focused, 0, `${path}${paneQuery}`), focused }
}
