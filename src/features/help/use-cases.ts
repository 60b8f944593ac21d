import type { Store } from '#command-kit/context.ts'
import { tourAtom } from '#entities/tour.ts'
import { TOUR_STEPS } from '#features/help/tour-steps.ts'
import { atom } from 'jotai'

interface WithStore {
  readonly store: Store
}

/** The step that the tour is at, counted from 0; null while it is not running. */
export function tourStep({ store }: WithStore): number | null {
  const tour = store.get(tourAtom)
  return typeof tour === 'number' ? Math.min(tour, TOUR_STEPS.length - 1) : null
}

/** Whether somebody new has neither begun nor declined it. */
export function isTourOffered({ store }: WithStore): boolean {
  return store.get(tourAtom) === 'offered'
}

export function isLastStep(context: WithStore): boolean {
  return tourStep(context) === TOUR_STEPS.length - 1
}

export function startTour({ store }: WithStore): void {
  store.set(tourAtom, 0)
  store.set(tourFocusAtom, store.get(tourFocusAtom) + 1)
}

/** Goes on, or back; past the last step the tour is over. */
export function moveTour(context: WithStore, by: 1 | -1): void {
  const step = tourStep(context)
  if (step === null) return
  context.store.set(tourAtom, step + by < TOUR_STEPS.length ? Math.max(0, step + by) : 'over')
}

export function endTour({ store }: WithStore): void {
  store.set(tourAtom, 'over')
}

/** Opens the glossary, at a word of it where one is named; the words themselves come with the dialog. */
export function openGlossary({ store }: WithStore, term: string | undefined): void {
  store.set(glossaryAtom, { at: term ?? null })
}

/** The glossary: closed, open, or open at a word. */
export const glossaryAtom = atom<{ readonly at: string | null } | null>(null)

/** Counts up when the tour begins at somebody's wish: it then takes the focus, as it does not after a reload. */
export const tourFocusAtom = atom(0)
