import { atom } from 'jotai'
import type { Call } from '#api/result.ts'

/** How the client reaches its back end; the app sets it before anything is shown. */
export const callAtom = atom<{ readonly call: Call }>({
  call: () => Promise.reject(new Error('The app has not said how to reach the back end.')),
})
