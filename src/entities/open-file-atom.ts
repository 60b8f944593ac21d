import { atom } from 'jotai'
import type { OpenFile } from '#api/result.ts'

/** How the client reads files of the back end; the app sets it before anything is shown. */
export const openFileAtom = atom<{ readonly openFile: OpenFile }>({
  openFile: () => Promise.reject(new Error('The app has not said how to reach the back end.')),
})
