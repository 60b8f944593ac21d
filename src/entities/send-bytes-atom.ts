import { atom } from 'jotai'
import type { SendBytes } from '#api/result.ts'

/** How the client sends files to the back end; the app sets it before anything is shown. */
export const sendBytesAtom = atom<{ readonly sendBytes: SendBytes }>({
  sendBytes: () => Promise.reject(new Error('The app has not said how to reach the back end.')),
})
