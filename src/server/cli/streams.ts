import type { Readable } from 'node:stream'

export interface Streams {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  readonly environment: Readonly<Record<string, string | undefined>>
}

export const PROCESS_STREAMS: Streams = {
  input: process.stdin,
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
  environment: process.env,
}
