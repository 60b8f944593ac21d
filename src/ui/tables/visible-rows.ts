import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { PRINTED_ROWS_MAX, useIsPrinting } from '#ui/use-is-printing.ts'

/** Shorter tables, and all pages, render all rows. */
const VIRTUAL_ABOVE = 50
const USUAL_HEIGHT = 36
const OVERSCAN = 10

/** A row to render, with the height of the gap before it. */
interface RowInSight {
  readonly place: number
  readonly gap: number
}

interface Table {
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** Whether a long table renders the rows in sight only. Default: true. */
  readonly isVirtual?: boolean
  /** The row with the tab stop is always rendered with its neighbours, for the arrow keys. */
  readonly stopPlace: number
  readonly rowHeight: number | 'measured' | undefined
}

interface RowsInSight {
  /** Undefined for all rows. */
  readonly places: readonly RowInSight[] | undefined
  /** The ref of a row of unknown height. */
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

/** The rows of a virtual table: visible, overscan, and the active one. */
export function useRowsInSight(table: Table): RowsInSight {
  const { body, scroller, count, stopPlace } = table
  const isMeasured = table.rowHeight === 'measured'
  const rowHeight = typeof table.rowHeight === 'number' ? table.rowHeight : USUAL_HEIGHT
  const isVirtual = count > VIRTUAL_ABOVE && table.isVirtual !== false
  const isPrinting = useIsPrinting()
  const [top, setTop] = useState(0)
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoised
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    enabled: isVirtual,
    getScrollElement: () => scrollerOf(scroller.current),
    estimateSize: () => rowHeight,
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
    setTop(Math.round(rows.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop))
    // oxlint-disable-next-line react/exhaustive-deps -- another list above measured rows may change at each render
  }, [isVirtual, body, scroller, isMeasured ? {} : count])

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  if (isPrinting) {
    const places = Array.from({ length: Math.min(count, PRINTED_ROWS_MAX) }, (_, place) => ({ place, gap: 0 }))
    return { places, measure: undefined }
  }
  if (!isVirtual) return { places: undefined, measure: undefined }
  const items = virtualizer.getVirtualItems()
  let end = top
  const places = items.map(({ index, start, end: itemEnd }) => {
    const gap = Math.max(0, start - end)
    end = itemEnd
    return { place: index, gap }
  })
  const rest = Math.max(0, virtualizer.getTotalSize() + top - end)
  return {
    places: rest > 0 ? [...places, { place: count, gap: rest }] : places,
    measure: isMeasured ? virtualizer.measureElement : undefined,
  }
}

/** The nearest vertical scroll container. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let outer = element?.parentElement; outer; outer = outer.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer
  }
  return null
}
