import type { Readable } from 'node:stream'

/** Where a command's words come from and go to. */
export interface Streams {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The streams of this process. */
export const PROCESS_STREAMS: Streams = {
  input: process.stdin,
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
  environment: process.env,
}
