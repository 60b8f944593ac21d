import type { Page } from '@playwright/test'

/** Events of a page besides painting. */
export interface Measures {
  /** Cumulative layout shift since the first paint, and its largest source. */
  readonly shift: number
  readonly shifted: string
  /** Elements wider than the window outside scroll containers. */
  readonly outside: readonly string[]
}

/** A shifted element with its old and new position. */
interface Source {
  readonly node?: Node
  readonly previousRect: DOMRectReadOnly
  readonly currentRect: DOMRectReadOnly
}

/** Starts recording layout shifts; before the page loads. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    Object.assign(window, { shifts })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || ('hadRecentInput' in entry && entry.hadRecentInput === true)) continue
        const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
        const names = sources.map(({ node, previousRect: from, currentRect: to }: Source) => {
          const element = node instanceof Element ? node : node?.parentElement
          const name = `${element?.tagName.toLowerCase()}.${element?.className} “${element?.textContent.slice(0, 30)}”`
          return `${name} from ${from.x},${from.y} to ${to.x},${to.y}`
        })
        shifts.push({ value: Number(entry.value), what: names.join(', ') })
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}

/** Measurements of the current page. */
export function measure(page: Page): Promise<Measures> {
  return page.evaluate(() => {
    const recorded = 'shifts' in window && Array.isArray(window.shifts) ? window.shifts : []
    const shifts: { value: number; what: string }[] = recorded
    const [most] = shifts.toSorted((one, other) => other.value - one.value)
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element): boolean => {
      for (let ancestor: Element | null = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(ancestor).overflowX) && ancestor !== document.body)
          return true
      }
      return false
    }
    const outside = [...document.querySelectorAll('#root *, [popover]:popover-open *, dialog *')].filter((element) => {
      const { right, left, width: elementWidth, height } = element.getBoundingClientRect()
      return elementWidth > 1 && height > 1 && (right > width + 1 || left < -1) && !scrolls(element)
    })
    return {
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      shifted: most?.what ?? '',
      outside: outside.map((element) => `${element.tagName.toLowerCase()}.${element.className}`).slice(0, 5),
    }
  })
}
