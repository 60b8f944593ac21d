// @vitest-environment jsdom
import { createStore } from 'jotai'
import { beforeEach, describe, expect, test } from 'vitest'
import { tourAtom } from '#entities/session/tour.ts'
import { TOUR_STEPS } from '#features/help/tour-strip.tsx'
import {
  endTour,
  isLastStep,
  isTourOffered,
  moveTour,
  openGlossary,
  startTour,
  TOUR_LENGTH,
  tourStep,
  glossaryAtom,
  tourFocusAtom,
} from '#features/help/use-cases.ts'

/** A page that was just loaded: its screens subscribe to the tour. */
function loadedPage() {
  const store = createStore()
  store.sub(tourAtom, () => undefined)
  return { store }
}

let context: ReturnType<typeof loadedPage>
beforeEach(() => {
  localStorage.clear()
  context = loadedPage()
})

describe('the tour', () => {
  test('is offered until it is started or declined, and not again after a reload', () => {
    expect([isTourOffered(context), tourStep(context)]).toEqual([true, null])
    endTour(context)
    expect([isTourOffered(context), tourStep(context)]).toEqual([false, null])
    expect(isTourOffered(loadedPage())).toBe(false)
  })

  test('moves from the first step to the last and then ends', () => {
    startTour(context)
    expect(TOUR_STEPS).toHaveLength(TOUR_LENGTH)
    for (const place of TOUR_STEPS.keys()) {
      expect([tourStep(context), isLastStep(context)]).toEqual([place, place === TOUR_STEPS.length - 1])
      moveTour(context, 1)
    }
    expect([tourStep(context), isTourOffered(context)]).toEqual([null, false])
  })

  test('moves back to the first step at most', () => {
    startTour(context)
    moveTour(context, 1)
    moveTour(context, -1)
    moveTour(context, -1)
    expect(tourStep(context)).toBe(0)
  })

  test('does not move while it is not running', () => {
    moveTour(context, 1)
    expect(isTourOffered(context)).toBe(true)
  })

  test('continues after a reload without moving the focus, and moves the focus on each start', () => {
    startTour(context)
    moveTour(context, 1)
    const reloaded = loadedPage()
    expect([tourStep(reloaded), reloaded.store.get(tourFocusAtom)]).toEqual([1, 0])
    startTour(reloaded)
    expect([tourStep(reloaded), reloaded.store.get(tourFocusAtom)]).toEqual([0, 1])
  })

  test('limits a stored step to the last step', () => {
    context.store.set(tourAtom, TOUR_STEPS.length + 5)
    expect(tourStep(context)).toBe(TOUR_STEPS.length - 1)
  })
})

test('opens the glossary at a term or at its beginning', () => {
  openGlossary(context, 'cohort')
  expect(context.store.get(glossaryAtom)).toEqual({ term: 'cohort' })
  openGlossary(context, undefined)
  expect(context.store.get(glossaryAtom)).toEqual({ term: null })
})
