import { atom } from 'jotai'
import type { Store } from '#command-kit/context.ts'
import { tourAtom } from '#entities/session/tour.ts'

/** The number of steps; their words load with the first. */
export const TOUR_LENGTH = 4

interface WithStore {
  readonly store: Store
}

/** The current step of the tour, from 0; null if it is not running. */
export function tourStep({ store }: WithStore): number | null {
  const tour = store.get(tourAtom)
  return typeof tour === 'number' ? Math.min(tour, TOUR_LENGTH - 1) : null
}

/** Whether a new user has neither started nor declined it. */
export function isTourOffered({ store }: WithStore): boolean {
  return store.get(tourAtom) === 'offered'
}

export function isLastStep(context: WithStore): boolean {
  return tourStep(context) === TOUR_LENGTH - 1
}

export function startTour({ store }: WithStore): void {
  store.set(tourAtom, 0)
  store.set(tourFocusAtom, store.get(tourFocusAtom) + 1)
}

/** One step forward or back; after the last step the tour is over. */
export function moveTour(context: WithStore, by: 1 | -1): void {
  const step = tourStep(context)
  if (step === null) return
  context.store.set(tourAtom, step + by < TOUR_LENGTH ? Math.max(0, step + by) : 'over')
}

export function endTour({ store }: WithStore): void {
  store.set(tourAtom, 'over')
}

/** Opens the glossary, optionally at a term; its content loads with the dialog. */
export function openGlossary({ store }: WithStore, term: string | undefined): void {
  store.set(glossaryAtom, { term: term ?? null })
}

/** The glossary: closed, open, or open at a term. */
export const glossaryAtom = atom<{ readonly term: string | null } | null>(null)

/** Increases when the user starts the tour: it then takes the focus, unlike after a reload. */
export const tourFocusAtom = atom(0)
