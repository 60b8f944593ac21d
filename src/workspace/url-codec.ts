import { MAXIMUM_PANES } from '#workspace/panes.ts'

/** What an address says: the panes' URLs from left to right, and which of them has the focus. */
export interface PaneUrls {
  readonly urls: readonly string[]
  readonly focused: number
}

const BESIDE = 'beside'
/** Stands in the row of the others where the focused pane is. */
const FOCUSED_HERE = '|'

interface Query {
  /** Without `beside`, as it was written. */
  readonly own: string
  readonly beside: readonly string[]
}

function splitQuery(search: string): Query {
  const own: string[] = []
  const beside: string[] = []
  for (const part of search.replace(/^\?/, '').split('&')) {
    const [entry] = new URLSearchParams(part)
    if (entry?.[0] === BESIDE) beside.push(entry[1])
    else if (part !== '') own.push(part)
  }
  return { own: own.length > 0 ? `?${own.join('&')}` : '', beside }
}

/** Path and query of one of our own addresses, without hash and without panes beside it; null where it is none. */
export function paneUrl(text: string): string | null {
  if (!text.startsWith('/') || text.startsWith('//')) return null
  const base = 'http://workspace.invalid'
  if (!URL.canParse(text, base)) return null
  const { origin, pathname, search } = new URL(text, base)
  // Backslashes and dots can still lead elsewhere once they are resolved.
  if (origin !== base || pathname.startsWith('//') || pathname.startsWith('/codebooks/')) return null
  return `${pathname}${splitQuery(search).own}`
}

/** The one address of a workspace: the focused pane's path and query, and the others in `beside`. */
export function encodeWorkspace({ urls, focused }: PaneUrls): string {
  const own = urls[focused] ?? '/'
  const others = urls.map((url, index) => (index === focused ? FOCUSED_HERE : url))
  const written = focused === 0 ? others.slice(1) : others
  const beside = written.map(
    (value) => `${BESIDE}=${encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))}`,
  )
  if (beside.length === 0) return own
  return `${own}${own.includes('?') ? '&' : '?'}${beside.join('&')}`
}

/**
 * Reads an address; never throws. The focused pane is kept whatever it is, since an unknown page has to say so. Of the
 * others, what is no page of ours is dropped, and so are those beyond the fourth pane.
 */
export function decodeWorkspace(address: string, isRoute: (url: string) => boolean): PaneUrls {
  // Two slashes at the start would name another server once the address is written back.
  const path = `/${(/^[^?#]*/.exec(address)?.[0] ?? '').replace(/^[/\\]+/, '')}`
  const { own, beside } = splitQuery(/\?[^#]*/.exec(address)?.[0] ?? '')
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
  return { urls: others.toSpliced(focused, 0, `${path}${own}`), focused }
}
