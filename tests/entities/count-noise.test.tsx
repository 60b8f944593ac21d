import { render } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Cohort } from '#contract/shapes/shapes.ts'
import { CohortSize, CountError } from '#entities/count-noise.tsx'
import { CountNotes } from '#entities/count-notes.tsx'
import { userinfoAtom } from '#entities/session.ts'
import { entityOf } from '#tests/support/entity-of.ts'
import { userinfoOf } from '#tests/support/userinfo-of.ts'

const USER = { username: 'ada', firstName: '', lastName: '', privileges: ['bp'], collections: ['bp'] }

async function show(deviation: number, element: ReactNode): Promise<string> {
  const store = createStore()
  const countNoise = deviation > 0 ? { deviation, collections: ['au', 'sz'] } : null
  await store.set(userinfoAtom, { data: { ...userinfoOf(USER), countNoise } })
  const { container, unmount } = render(<Provider store={store}>{element}</Provider>)
  const text = container.textContent.replaceAll('\u00A0', ' ')
  unmount()
  return text
}

test('the error of a count is that of the collections that the user may not read', async () => {
  const errorOf = (noise: number, collections: readonly string[]) =>
    show(noise, <CountError collections={collections} />)
  expect(await errorOf(20, ['au'])).toBe(' ± 40')
  expect(await errorOf(20, ['au', 'sz', 'au', 'bp'])).toBe(' ± 56')
  expect(await errorOf(20, ['bp'])).toBe('')
  expect(await errorOf(0, ['au'])).toBe('')
})

test('the size of a cohort has its error, and neither All Individuals nor a hidden size has one', async () => {
  const sizeOf = (cohort: object) => {
    const entity = entityOf(Cohort, {
      cohortId: 7,
      name: 'Adults',
      rowCount: 1_200,
      collections: ['au', 'bp'],
      ...cohort,
    })
    return show(20, <CohortSize cohort={entity} />)
  }
  expect(await sizeOf({})).toBe('1,200 ± 40')
  expect(await sizeOf({ collections: ['bp'] })).toBe('1,200')
  expect(await sizeOf({ cohortId: 1 })).toBe('1,200')
  expect(await sizeOf({ rowCount: null })).toBe('hidden')
})

test('notes name the collections that are not counted, and the noise of the others', async () => {
  const notes = (noise: number, leftOut: readonly string[]) => show(noise, <CountNotes leftOut={leftOut} />)
  expect(await notes(20, ['sz', 'au', 'sz'])).toMatch(
    /^Not counted: au, sz\. .* random noise: in 95 % of cases ± 40, and ± 56 in a sum of 2 counts\.$/,
  )
  expect(await notes(0, ['sz'])).not.toContain('noise')
  expect(await notes(0, [])).toBe('')
})
