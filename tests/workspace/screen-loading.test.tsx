import { cleanup, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PaneErrorBoundary } from '#workspace/panes/pane-frame.tsx'
import { loadScreen, ScreenLoadError } from '#workspace/screen-loading.ts'

const Here = () => <p>Here</p>

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
})

describe('loading of a screen', () => {
  it('times out after 120 seconds', async () => {
    const outcome = loadScreen(() => new Promise(() => undefined)).catch((error: unknown) => error)
    let isOver = false
    void outcome.finally(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(119_999)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toBeInstanceOf(ScreenLoadError)
  })

  it('shows the loaded screen and clears the timeout', async () => {
    expect(await loadScreen(async () => ({ default: Here }))).toEqual({ default: Here })
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('reports a failed load and offers a reload', async () => {
    vi.useRealTimers()
    const Missing = lazy(() => loadScreen(() => Promise.reject(new TypeError('Failed to fetch'))))
    render(
      <PaneErrorBoundary url="/cohorts">
        <Suspense fallback={<p>Loading…</p>}>
          <Missing args={{}} />
        </Suspense>
      </PaneErrorBoundary>,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
    expect(screen.queryByText('Unexpected Application Error!')).toBeNull()
  })

  it.each([
    'Failed to fetch dynamically imported module: /assets/x.js',
    'error loading dynamically imported module: /assets/x.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/x.css',
  ])('reports a part of a page that failed to load: %s', async (message) => {
    vi.useRealTimers()
    const Part = lazy(() => Promise.reject(new TypeError(message)))
    render(
      <PaneErrorBoundary url="/cohorts">
        <Suspense fallback={<p>Loading…</p>}>
          <Part />
        </Suspense>
      </PaneErrorBoundary>,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('reports any other failure of a screen as unexpected', async () => {
    vi.useRealTimers()
    const Broken = () => {
      throw new Error('This one is broken')
    }
    render(
      <PaneErrorBoundary url="/cohorts">
        <Broken />
      </PaneErrorBoundary>,
    )
    expect(screen.getByRole('alert').textContent).toContain('Unexpected Application Error!')
  })
})
