import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Tooltip } from '#ui/overlays/tooltip.tsx'

beforeAll(() => {
  // jsdom has no popovers.
  const isOpen = new WeakSet<HTMLElement>()
  HTMLElement.prototype.togglePopover = function (force) {
    if (force === true) isOpen.add(this)
    else isOpen.delete(this)
    return isOpen.has(this)
  }
  HTMLElement.prototype.hidePopover = function () {
    isOpen.delete(this)
  }
  // jsdom guesses it from the events of all earlier tests.
  Object.assign(HTMLElement.prototype, {
    matches(this: HTMLElement, selector: string) {
      if (selector === ':focus-visible') return this === document.activeElement
      return Element.prototype.matches.call(this, selector)
    },
  })
})

afterEach(cleanup)

const WORDS = 'These individuals never received the form.'

function Page({ hasLoaded }: { hasLoaded: boolean }) {
  return (
    <>
      <button type="button" data-tooltip={WORDS}>
        No record
      </button>
      {hasLoaded && <Tooltip fadeMilliseconds={0} />}
    </>
  )
}

test('explains an element that had the focus before the tooltip was loaded', async () => {
  const { rerender } = render(<Page hasLoaded={false} />)
  screen.getByRole('button').focus()
  rerender(<Page hasLoaded />)
  expect((await screen.findByText(WORDS)).getAttribute('popover')).toBe('manual')
})

test('explains an element that scrolls into view as it takes the focus', async () => {
  render(<Page hasLoaded />)
  screen.getByRole('button').focus()
  fireEvent.focusIn(screen.getByRole('button'))
  fireEvent.scroll(document)
  expect((await screen.findByText(WORDS)).getAttribute('popover')).toBe('manual')
})
