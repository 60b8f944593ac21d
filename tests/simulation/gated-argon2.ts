import { createRequire } from 'node:module'
import type { hash as hashFunction, verify as verifyFunction } from '@node-rs/argon2'
import * as v from 'valibot'

/** Password hashes of a simulation: computed by the real library, each as a step of the scheduler. */

type Gate = <Result>(label: string, call: () => Promise<Result>) => Promise<Result>

const isFunction = (value: unknown) => typeof value === 'function'
const Library = v.object({
  hash: v.custom<typeof hashFunction>(isFunction),
  verify: v.custom<typeof verifyFunction>(isFunction),
})
const library = v.parse(Library, createRequire(import.meta.url)('@node-rs/argon2'))

let gate: Gate = (_, call) => call()

/** Sets what lets password hashes begin. */
export function gatePasswords(newGate: Gate): void {
  gate = newGate
}

export const hash: typeof hashFunction = (...words) => gate('hash a password', () => library.hash(...words))
export const verify: typeof verifyFunction = (...words) => gate('check a password', () => library.verify(...words))
