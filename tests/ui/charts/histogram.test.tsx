import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawHistogram, type HistogramShape } from '#ui/charts/histogram-drawing.ts'
import { numberShape } from '#ui/charts/histogram-shape.ts'
import { Histogram } from '#ui/charts/histogram.tsx'
import type { BarSpan } from '#ui/charts/use-brush.ts'

afterEach(cleanup)

afterEach(cleanup)

const bins = [
  { from: 18, to: 22, count: 3 },
  { from: 23, to: 27, count: 5 },
  { from: 28, to: 32, count: 0 },
]

test('a histogram has a name, and arrow keys read its bars', async () => {
  const user = userEvent.setup()
  render(<Histogram shape={numberShape('AGE', bins, String, null)} />)
  expect(screen.getByRole('figure').getAttribute('aria-label')).toBe('Histogram of AGE, 18 to 32, peak at 23 to 27')
  await user.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('18 to 22: 3')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('28 to 32: 0')
  await user.keyboard('{Home}')
  expect(document.activeElement?.getAttribute('data-tooltip')).toBe('18 to 22: 3')
})

test('a histogram keeps the room of a box plot that is still loading', () => {
  const shape = numberShape('AGE', bins, String, null)
  const box = { quantiles: [18, 20, 23, 26, 30], whiskers: null, outliers: [] } as const
  const heightOf = (shown: HistogramShape) => drawHistogram(shown, 400, 96).height
  expect(heightOf({ ...shape, hasBoxRoom: true })).toBe(heightOf(numberShape('AGE', bins, String, box)))
  expect(heightOf(shape)).toBeLessThan(heightOf({ ...shape, hasBoxRoom: true }))
})

test('bars with links have one tab stop', () => {
  render(
    <Histogram
      shape={numberShape('AGE', bins, String, null)}
      link={(place, words, isStop) => (
        <a href={`#${place}`} tabIndex={isStop ? 0 : -1}>
          {words}
        </a>
      )}
    />,
  )
  expect(screen.getAllByRole('link').map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
})

const taken: BarSpan[] = []

function Brushed() {
  const [span, setSpan] = useState<BarSpan | null>(null)
  return (
    <>
      <Histogram
        shape={numberShape('AGE', bins, String, null)}
        brush={{ span, onSpan: setSpan, onTake: (one) => taken.push(one), takesOnRelease: true }}
      />
      <p>{span === null ? 'none' : `${span.first} to ${span.last}`}</p>
    </>
  )
}

test('Shift with arrow keys extends a range of bars, Enter takes it and Escape drops it', async () => {
  taken.length = 0
  const user = userEvent.setup()
  render(<Brushed />)
  await user.tab()
  await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
  expect(screen.getByText('1 to 2')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('28 to 32: 0')
  await user.keyboard('{Shift>}{Home}{/Shift}')
  expect(screen.getByText('0 to 1')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(taken).toEqual([{ first: 0, last: 1 }])
  await user.keyboard('{Escape}')
  expect(screen.getByText('none')).toBeTruthy()
  // Without a range, Enter takes the bar itself.
  await user.keyboard('{ArrowRight}{Enter}')
  expect(taken.at(-1)).toEqual({ first: 1, last: 1 })
})

test('a drag takes its bars once, in either direction, and a click takes one bar', () => {
  taken.length = 0
  render(<Brushed />)
  const list = screen.getByRole('list')
  list.setPointerCapture = () => undefined
  list.getBoundingClientRect = () => new DOMRect(0, 0, 300, 100)
  const [first, , third] = screen.getAllByRole('button')
  if (!first || !third) throw new Error('There are no bars.')
  fireEvent.pointerDown(third, { clientX: 250, button: 0 })
  fireEvent.pointerMove(list, { clientX: 120 })
  expect(screen.getByText('1 to 2')).toBeTruthy()
  fireEvent.pointerUp(list, { clientX: 120 })
  fireEvent.click(list)
  expect(taken).toEqual([{ first: 1, last: 2 }])
  fireEvent.pointerDown(first, { clientX: 10, button: 0 })
  fireEvent.pointerUp(first, { clientX: 11 })
  fireEvent.click(first)
  expect(taken).toHaveLength(2)
  fireEvent.click(third, { shiftKey: true })
  expect(taken.slice(1)).toEqual([
    { first: 0, last: 0 },
    { first: 0, last: 2 },
  ])
})
