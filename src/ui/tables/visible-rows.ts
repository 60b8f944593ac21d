import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'

/** Shorter tables render all rows. */
const VIRTUAL_FROM = 50
/** Estimated height of a row with two lines. */
const USUAL_HEIGHT = 46
const OVERSCAN = 10

interface RowsInSight {
  /** The rows to render, with the height of the gap before each; undefined for all rows. */
  readonly places: readonly { readonly place: number; readonly gap: number }[] | undefined
  readonly measure: (row: HTMLTableRowElement | null) => void
}

interface Table {
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** The row with the tab stop is always rendered with its neighbours, for the arrow keys. */
  readonly stopPlace: number
}

/** The rows of a virtual table: visible, overscan, and the active one. */
export function useRowsInSight({ body, scroller, count, stopPlace }: Table): RowsInSight {
  const isVirtual = count >= VIRTUAL_FROM
  const [top, setTop] = useState(0)
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoised
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    enabled: isVirtual,
    getScrollElement: () => scrollerOf(scroller.current),
    estimateSize: () => USUAL_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: top,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const around = [stopPlace - 1, stopPlace, stopPlace + 1].filter((place) => place >= 0 && place < count)
      return [...new Set([...defaultRangeExtractor(range), ...around])].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => {
    const outer = scrollerOf(scroller.current)
    const rows = body.current
    if (!isVirtual || !outer || !rows) return
    setTop(rows.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop)
  }, [isVirtual, body, scroller, count])

  if (!isVirtual) return { places: undefined, measure: notMeasured }
  const items = virtualizer.getVirtualItems()
  let end = top
  const places = items.map(({ index, start, end: own }) => {
    const gap = Math.max(0, start - end)
    end = own
    return { place: index, gap }
  })
  const rest = Math.max(0, virtualizer.getTotalSize() + top - end)
  return { places: rest > 0 ? [...places, { place: count, gap: rest }] : places, measure: virtualizer.measureElement }
}

function notMeasured(): void {
  // All rows are rendered, whatever their height.
}

/** The nearest vertical scroll container. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let outer = element?.parentElement; outer; outer = outer.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer
  }
  return null
}
