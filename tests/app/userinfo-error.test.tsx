import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { afterEach, expect, it, vi } from 'vitest'
import { createCall } from '#api/call.ts'
import { Footer } from '#app/footer.tsx'
import { SessionGate } from '#app/session-gate.tsx'
import { callAtom } from '#entities/server-state/services.ts'
import { userAtom } from '#entities/session/session.ts'
import { forgetUser, stayLoggedIn } from '#features/session/log-in.ts'

afterEach(cleanup)

const SIGNED_IN = { current_user: { username: 'ada', privileges: [], collections: [] }, versions: null }

function Draft() {
  return (
    <label>
      Draft <input />
    </label>
  )
}

/** The page over a back end whose responses the test sets. */
function pageWith(answers: Record<'/userinfo' | '/version', () => Response>) {
  const store = createStore()
  const fetch: typeof globalThis.fetch = async (input) => {
    const url = input instanceof Request ? input.url : input.toString()
    return answers[url.endsWith('/version') ? '/version' : '/userinfo']()
  }
  const call = createCall({ fetch, onUnauthorized: () => forgetUser(store) })
  store.set(callAtom, { call })
  render(
    <Provider store={store}>
      <SessionGate signedIn={Draft} statusPlace={null} />
      <Footer />
    </Provider>,
  )
  return { store, call, answers }
}

const failure = () => Response.json({ message: 'The disk is full.' }, { status: 500 })
const TEXT = 'Internal Server Error. The disk is full. Unable to get backend app info.'
const versions = () => Response.json({ diverapp: '1.0.0' })

it('shows the login form with the reason after a failed userinfo request, and a retry', async () => {
  const user = userEvent.setup()
  const { answers, store } = pageWith({ '/userinfo': failure, '/version': versions })
  expect(await screen.findByLabelText('Username')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain(TEXT)
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada')
  answers['/userinfo'] = () => Response.json(SIGNED_IN)
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Try again' }).ariaBusy).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Draft')).toBeTruthy()
  expect(store.get(userAtom)?.username).toBe('ada')
})

it('clears the user and keeps the work if a userinfo request fails during work', async () => {
  const { answers, store, call } = pageWith({ '/userinfo': () => Response.json(SIGNED_IN), '/version': versions })
  await userEvent.setup().type(await screen.findByLabelText('Draft'), 'half typed')
  answers['/userinfo'] = failure
  await stayLoggedIn({ store, call })
  expect(await screen.findByLabelText('Username')).toBeTruthy()
  expect(store.get(userAtom)).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain(TEXT)
  expect(screen.queryByText(/Your session has ended/)).toBeNull()
  answers['/userinfo'] = () => Response.json(SIGNED_IN)
  await stayLoggedIn({ store, call })
  await vi.waitFor(() => expect(screen.queryByLabelText('Username')).toBeNull())
  expect(screen.getByLabelText('Draft')).toHaveProperty('value', 'half typed')
})

it('shows the login form without an error after a 401', async () => {
  const refused = () => new Response('{}', { status: 401 })
  pageWith({ '/userinfo': refused, '/version': refused })
  expect(await screen.findByLabelText('Username')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows a failed version request in the footer, and a retry', async () => {
  const { answers } = pageWith({ '/userinfo': () => Response.json(SIGNED_IN), '/version': failure })
  expect(await screen.findByText(TEXT)).toBeTruthy()
  answers['/version'] = versions
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(screen.queryByText(TEXT)).toBeNull())
})
