import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

/** Processes of a run: each has every `of`-th piece of work, from `place`. */
export interface Part {
  readonly place: number
  readonly total: number
}

/** Reads a part as it is written in an argument, such as 0/2. */
export function readPart(text: string): Part {
  const [place = 0, total = 1] = text.split('/').map(Number)
  return { place, total }
}

/** Runs a script in a process for each processor, with its part as the last argument; `take` gets each result. */
export async function runParts<Schema extends v.GenericSchema>(
  script: URL,
  words: readonly string[],
  schema: Schema,
  take: (result: v.InferOutput<Schema>) => void,
): Promise<void> {
  const total = availableParallelism()
  const all = Array.from({ length: total }, async (_, place) => {
    for await (const result of resultsOf(script, [...words, '--part', `${place}/${total}`], schema)) take(result)
  })
  await Promise.all(all)
}

/** The results of a process that runs a script: each line that it prints, as JSON. */
export async function* resultsOf<Schema extends v.GenericSchema>(
  script: URL,
  words: readonly string[],
  schema: Schema,
): AsyncGenerator<v.InferOutput<Schema>> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fileURLToPath(script), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) yield v.parse(schema, JSON.parse(line))
  const [code] = await ended
  if (code !== 0) throw new Error(`A process with the arguments ${words.join(' ')} ended with ${code}.`)
}
