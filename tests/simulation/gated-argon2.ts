import { createRequire } from 'node:module'
import type { hash as hashFunction, verify as verifyFunction } from '@node-rs/argon2'
import * as v from 'valibot'

/** Password hashes of a simulation: computed by the real library, each as a step of the scheduler. */

type Gate = <Result>(label: string, call: () => Promise<Result>) => Promise<Result>

const isFunction = (given: unknown) => typeof given === 'function'
const Library = v.object({
  hash: v.custom<typeof hashFunction>(isFunction),
  verify: v.custom<typeof verifyFunction>(isFunction),
})
const library = v.parse(Library, createRequire(import.meta.url)('@node-rs/argon2'))

let gate: Gate = (_, call) => call()

/** Sets what lets password hashes begin. */
export function gatePasswords(own: Gate): void {
  gate = own
}

export const hash: typeof hashFunction = (...given) => gate('hash a password', () => library.hash(...given))
export const verify: typeof verifyFunction = (...given) => gate('check a password', () => library.verify(...given))
