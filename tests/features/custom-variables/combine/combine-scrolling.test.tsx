import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Variable } from '#contract/shapes/entities.ts'
import { CombineGrid } from '#features/custom-variables/combine/combine-grid.tsx'
import { START } from '#features/custom-variables/combine/grid-cursor.ts'
import { madeVariable } from '#tests/support/made-variable.ts'

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

const CODES = ['1', '2', '3', '4']
const TITLES = new Map([['unknown', '[UNK]']])

function Table({ first, second }: { first: Variable; second: Variable }) {
  const ref = useRef<HTMLTableElement>(null)
  const [cursor, setCursor] = useState(START)
  return (
    <CombineGrid
      ref={ref}
      label="Combinations"
      first={first}
      second={second}
      rows={CODES}
      columns={CODES}
      assigned={{}}
      titles={TITLES}
      counts={null}
      isCounted={false}
      cursor={cursor}
      onCursor={setCursor}
      onKey={() => undefined}
      onPaint={null}
    />
  )
}

it('scrolls the combine table to a cell reached by key, but not to a clicked cell', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const focused = vi.spyOn(HTMLElement.prototype, 'focus')
  render(<Table first={madeVariable('FIRST', CODES)} second={madeVariable('SECOND', CODES)} />)
  const cells = screen.getAllByRole('cell')
  const cell = cells[10]
  if (!cell) throw new Error('There is no such cell.')
  fireEvent.pointerDown(cell)
  fireEvent.pointerUp(cell)
  expect(cell.tabIndex).toBe(0)
  expect(document.activeElement).toBe(cell)
  expect(scrolled).not.toHaveBeenCalled()
  expect(focused.mock.calls).toEqual([[{ preventScroll: true }]])
  fireEvent.keyDown(cell, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(cells[6])
  expect(scrolled).toHaveBeenCalledTimes(1)
})
