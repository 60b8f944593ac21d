import { act } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'

/** Waits until the typed letters and their consequences have been painted. */
export async function painted(): Promise<void> {
  await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}

/** A user who looks at the screen after typing. */
export function typingUser(): Pick<UserEvent, 'keyboard' | 'click' | 'clear' | 'hover' | 'paste' | 'pointer'> {
  const user = userEvent.setup()
  return {
    ...user,
    keyboard: async (text) => {
      await user.keyboard(text)
      await painted()
    },
    clear: async (element) => {
      await user.clear(element)
      await painted()
    },
  }
}
