import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Identifier } from '#ui/tables/identifier.tsx'

afterEach(cleanup)

it.each(['AGE', 'MOOD_HIGH_EVER_X', 'A_NAME_OF_FORTY_EIGHT_LETTERS_DIGITS_UNDERSCORES'])(
  'keeps the full text of %s for copy and screen readers',
  (text) => {
    const { container } = render(<Identifier text={text} />)
    expect(container.textContent).toBe(text)
    expect(screen.queryByTitle(text) !== null).toBe(text.length > 15)
  },
)

it('marks a word that a hidden part divides', () => {
  const text = 'AAAAAAAA_BBBB_CCCCCCCCCCCCCCCCCCCCC_DDDD'
  const parts = [
    { start: 0, text: text.slice(0, 9), isMarked: false },
    { start: 9, text: 'BBBB', isMarked: true },
    { start: 13, text: text.slice(13), isMarked: false },
  ]
  const { container } = render(<Identifier text={text} parts={parts} />)
  expect(container.textContent).toBe(text)
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent).join('')).toBe('BBBB')
})
