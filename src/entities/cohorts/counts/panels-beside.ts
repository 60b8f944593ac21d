import { atom, useAtomValue, useSetAtom } from 'jotai'
import { use, useEffect } from 'react'
import { PaneContext } from '#command-kit/hooks.ts'

interface CountedValue {
  readonly key: string
  readonly label: string
  readonly count: number
}

/** The bars of a panel, and the individuals that they are shares of. */
export interface PanelBars {
  readonly bars: readonly CountedValue[]
  readonly whole: number
}

interface PlacedPanel {
  readonly paneId: string
  readonly title: string
  readonly panel: PanelBars
}

const placedPanelsAtom = atom<ReadonlyMap<string, PlacedPanel>>(new Map())

/** The panels with the same title in the other panes. */
export function usePanelsBeside(title: string, { bars, whole }: PanelBars): readonly PanelBars[] {
  const paneId = use(PaneContext)
  const setPlaced = useSetAtom(placedPanelsAtom)
  const counted = JSON.stringify(bars.map(({ key, label, count }) => [key, label, count]))
  useEffect(() => {
    if (paneId === null) return undefined
    const place = JSON.stringify([paneId, title])
    setPlaced((before) => new Map(before).set(place, { paneId, title, panel: { bars, whole } }))
    return () =>
      setPlaced((before) => {
        const next = new Map(before)
        next.delete(place)
        return next
      })
    // oxlint-disable-next-line react/exhaustive-deps -- the bars are new on each render
  }, [paneId, title, counted, whole, setPlaced])
  const placed = useAtomValue(placedPanelsAtom)
  return [...placed.values()].filter((one) => one.title === title && one.paneId !== paneId).map(({ panel }) => panel)
}

/** The values of panels side by side in one order, those with the largest share first, and that share. */
export function commonOrder(panels: readonly PanelBars[]): {
  readonly values: readonly Pick<CountedValue, 'key' | 'label'>[]
  readonly widest: number
} {
  const shares = new Map<string, { readonly label: string; readonly share: number }>()
  for (const { bars, whole } of panels) {
    for (const { key, label, count } of bars) {
      const share = whole === 0 ? 0 : count / whole
      if (share >= (shares.get(key)?.share ?? 0)) shares.set(key, { label, share })
    }
  }
  const sorted = [...shares].toSorted(([one, a], [other, b]) => b.share - a.share || (one < other ? -1 : 1))
  return { values: sorted.map(([key, { label }]) => ({ key, label })), widest: sorted[0]?.[1].share ?? 0 }
}
