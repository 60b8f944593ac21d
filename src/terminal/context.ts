import type { Readable, Writable } from 'node:stream'
import type { Call, OpenFile } from '#api/result.ts'

/** Of the process, or of a test. */
export interface Streams {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable & { readonly isTTY?: boolean }
  readonly error: Writable & { readonly isTTY?: boolean }
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/** What a command works with. */
export interface TerminalContext extends Streams {
  readonly server: string
  readonly call: Call
  readonly openFile: OpenFile
  readonly options: Options
  readonly signal: AbortSignal
}

/** Options of all commands; a command reads those that its usage names. */
export interface Options {
  readonly json: boolean
  readonly in?: string
  readonly by?: string
  readonly project?: string
  readonly output?: string
  readonly as?: string
  readonly limit?: string
  readonly remove: boolean
  readonly yes: boolean
}

export const EXIT = { done: 0, failed: 1, misused: 2, notSignedIn: 3 } as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

/** An expected failure: its message is printed, and the command ends with its code. */
export class TerminalFailure extends Error {
  readonly exit: Exit

  constructor(message: string, exit: Exit = EXIT.failed) {
    super(message)
    this.name = 'TerminalFailure'
    this.exit = exit
  }
}
