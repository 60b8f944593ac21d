import { useQuery } from '@tanstack/react-query'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo } from 'react'
import type { StratumRule, VariableCondition } from '#domain/cohorts/rules.ts'
import { formatCount } from '#domain/numbers.ts'
import { useServices } from '#entities/server-state/services.ts'
import { hasDisclosureControlAtom, isOfferedAtom } from '#entities/session/session.ts'
import type { Bar, BarListProps } from '#ui/charts/bar-list.tsx'
import type { LitBars } from '#ui/charts/lit-words.tsx'
import { useDebounced } from '#ui/forms/use-debounced.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import type { PaneId } from '#workspace/panes/panes.ts'

/** Not the endpoint: its schemas would load with each page of a number. */
export const RULES = { capability: 'rules' } as const

/** The individuals behind a number: members of the parent who meet all of these rules. */
export interface Counted {
  readonly parentId?: number
  readonly where?: readonly VariableCondition[]
  readonly memberOf?: readonly number[]
  readonly notMemberOf?: readonly number[]
  /** Needs the capability `rule-strata`. */
  readonly stratum?: Pick<StratumRule, 'field' | 'values'>
}

/** Individuals with their words: "SEX male". */
export interface NamedCounted extends Counted {
  readonly words: string
}

/** The individuals of the bar or number under the pointer or with the focus, and its pane. */
const underCursorAtom = atom<(NamedCounted & { readonly paneId: PaneId }) | null>(null)

/** Puts individuals under the linked cursor; null where the cursor leaves them. */
export function usePointAt(): (named: NamedCounted | null) => void {
  const paneId = usePaneId()
  const setUnderCursor = useSetAtom(underCursorAtom)
  return useCallback(
    (named) => setUnderCursor((before) => (named ? { ...named, paneId } : before?.paneId === paneId ? null : before)),
    [paneId, setUnderCursor],
  )
}

/** The pause in milliseconds before counts are fetched. */
const REST = 120

/**
 * How many individuals of each bar are under the cursor of another pane: counts of rules, which pass disclosure control
 * like those of a builder. With small counts suppressed there are none, because each would take room in the ledger.
 */
export function useLit(bars: readonly (Counted | undefined)[]): LitBars | undefined {
  const paneId = usePaneId()
  const elsewhereAtom = useMemo(
    () =>
      atom((get) => {
        const under = get(underCursorAtom)
        return under === null || under.paneId === paneId ? null : under
      }),
    [paneId],
  )
  const cursor = useAtomValue(elsewhereAtom)
  const settled = useDebounced(cursor, REST)
  const isOffered = useAtomValue(isOfferedAtom)
  const isSuppressed = useAtomValue(hasDisclosureControlAtom)
  const { call, queryClient } = useServices()
  const isOn = isOffered(RULES) && !isSuppressed && bars.some(Boolean)
  const asked = isOn && cursor !== null && settled === cursor ? { bars, cursor } : null
  const { data } = useQuery(
    {
      queryKey: ['linked-cursor', asked],
      enabled: asked !== null,
      queryFn: async ({ signal }) => {
        const { litCounts } = await import('#entities/counts/lit-counts.ts')
        return asked && litCounts(call, asked, signal)
      },
    },
    queryClient,
  )
  if (asked === null || !data) return undefined
  return { counts: data.counts, words: `${formatCount(data.all)} also ${asked.cursor.words}` }
}

interface LinkedBar extends Bar {
  readonly counted?: NamedCounted | undefined
}

/** Bars that put their individuals under the cursor, and show the share of those under the cursor of another pane. */
export function useLinkedBars(bars: readonly LinkedBar[]): Pick<BarListProps, 'bars' | 'lit' | 'onPoint'> {
  const lit = useLit(bars.map(({ counted }) => counted))
  const pointAt = usePointAt()
  return {
    bars,
    lit,
    onPoint: (place) => pointAt((place === null ? undefined : bars[place]?.counted) ?? null),
  }
}
