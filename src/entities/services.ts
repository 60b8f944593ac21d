import { atom } from 'jotai'
import type { Call, OpenFile, SendBytes } from '#api/result.ts'

const notSet = () => Promise.reject(new Error('The app has not set the API client.'))

/** The app sets the API client before the first render, the reader of files and their sender before the first screen. */
export const callAtom = atom<{ readonly call: Call }>({ call: notSet })
export const openFileAtom = atom<{ readonly openFile: OpenFile }>({ openFile: notSet })
export const sendBytesAtom = atom<{ readonly sendBytes: SendBytes }>({ sendBytes: notSet })
