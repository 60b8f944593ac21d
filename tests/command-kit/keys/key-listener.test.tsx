import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { action, type Availability } from '#command-kit/declaration.ts'
import '#command-kit/keys/following-keys.tsx'
import { KeyListener } from '#command-kit/keys/key-listener.tsx'
import { CommandProvider } from '#command-kit/kit.tsx'
import { smallKit } from '#tests/support/small-commands.ts'

const ran: string[] = []
const isSaveReady = { current: true }
const COMMON = { section: 'Test', help: 'Does it.' }

const commands = {
  'cohorts.show': action<'cohorts.show'>({
    ...COMMON,
    title: 'Cohorts',
    keys: [{ seq: 'g c', scope: 'global' }],
    run: () => void ran.push('cohorts'),
  }),
  'form.save': action<'form.save'>({
    ...COMMON,
    title: 'Save',
    keys: [{ seq: '$mod+S', scope: 'pane' }],
    available: (): Availability => isSaveReady.current || { because: 'Nothing to save.' },
    run: () => void ran.push('save'),
  }),
  'list.next': action<'list.next'>({
    ...COMMON,
    title: 'Next row',
    keys: [{ seq: 'j', scope: 'table', repeats: true }],
    run: () => void ran.push('next'),
  }),
  'list.open': action<'list.open'>({
    ...COMMON,
    title: 'Open row',
    keys: [{ seq: 'Enter', scope: 'table' }],
    run: () => void ran.push('open'),
  }),
}

function renderKeys() {
  const { registry, parts, toast } = smallKit(commands, {
    actions: {
      'list.next': { available: true, run: () => undefined },
      'form.save': { available: true, run: () => undefined, lead: () => screen.getByLabelText('Field').focus() },
    },
  })
  const onGridKey = vi.fn<() => void>()
  render(
    <CommandProvider registry={registry} context={parts}>
      <KeyListener />
      <input aria-label="Field" />
      <button type="button">Button</button>
      <div role="grid" tabIndex={0} onKeyDown={onGridKey} />
    </CommandProvider>,
  )
  return { user: userEvent.setup(), onGridKey, toast }
}

function dispatch(init: KeyboardEventInit): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
  document.body.dispatchEvent(event)
  return event
}

beforeEach(() => {
  ran.length = 0
  isSaveReady.current = true
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('key listener', () => {
  it('runs commands by one key or by two', async () => {
    const { user } = renderKeys()
    await user.keyboard('jgcgjj')
    expect(ran).toEqual(['next', 'cohorts', 'next'])
  })

  it('types text into a field and still saves on Ctrl+S', async () => {
    const { user } = renderKeys()
    await user.click(screen.getByLabelText('Field'))
    await user.keyboard('gcj{Control>}s{/Control}')
    expect([ran, screen.getByLabelText('Field')]).toEqual([['save'], expect.objectContaining({ value: 'gcj' })])
  })

  it('stops the propagation of handled keys', async () => {
    const { user, onGridKey } = renderKeys()
    await user.click(screen.getByRole('grid'))
    await user.keyboard('gxj')
    expect([ran, onGridKey.mock.calls]).toEqual([['next'], []])
    await user.keyboard('{ArrowDown}')
    expect(onGridKey).toHaveBeenCalledOnce()
  })

  it('leaves a key to the focused button that handles it', async () => {
    const { user } = renderKeys()
    screen.getByRole('button').focus()
    await user.keyboard('{Enter}')
    expect(ran).toEqual([])
    screen.getByRole('grid').focus()
    await user.keyboard('{Enter}')
    expect(ran).toEqual(['open'])
  })

  it('does not handle keys of unavailable commands, except Ctrl+S, which shows the reason and leads to its field', () => {
    const { toast } = renderKeys()
    isSaveReady.current = false
    expect(dispatch({ key: 's', code: 'KeyS', ctrlKey: true }).defaultPrevented).toBe(true)
    expect(dispatch({ key: 'u', code: 'KeyU' }).defaultPrevented).toBe(false)
    expect(ran).toEqual([])
    expect(toast.error.mock.calls).toEqual([['Nothing to save.']])
    expect(document.activeElement).toBe(screen.getByLabelText('Field'))
  })

  it('ignores keys of an input method and events that are already handled', () => {
    renderKeys()
    dispatch({ key: 'j', code: 'KeyJ', isComposing: true })
    dispatch({ key: 'Process', code: 'KeyJ', keyCode: 229 })
    const taken = new KeyboardEvent('keydown', { key: 'j', code: 'KeyJ', bubbles: true, cancelable: true })
    Object.defineProperty(taken, 'defaultPrevented', { value: true })
    document.body.dispatchEvent(taken)
    expect(ran).toEqual([])
  })

  it('shows the possible next keys after a first key until a key or Escape', async () => {
    vi.useFakeTimers()
    renderKeys()
    act(() => void dispatch({ key: 'g', code: 'KeyG' }))
    expect(screen.queryByRole('status')).toBeNull()
    // The hint is a part that loads late.
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(screen.getByRole('status').textContent).toContain('Cohorts')
    act(() => void dispatch({ key: 'Escape', code: 'Escape' }))
    expect(screen.queryByRole('status')).toBeNull()
    act(() => void dispatch({ key: 'c', code: 'KeyC' }))
    expect(ran).toEqual([])
  })
})
