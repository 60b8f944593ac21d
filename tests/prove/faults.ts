import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** A planted fault: a text of a file, and the text that replaces it while the file is loaded. */
const Fault = v.object({ name: v.string(), file: v.string(), find: v.string(), put: v.string() })
export type Fault = v.InferOutput<typeof Fault>

/** The planted faults of a list; by default those of the engine. */
export function readFaults(list = new URL('./faults.json', import.meta.url)): readonly Fault[] {
  return v.parse(v.array(Fault), JSON.parse(readFileSync(list, 'utf8')))
}
