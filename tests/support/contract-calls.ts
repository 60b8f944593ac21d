import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** A call of the contract, as far as walking through all of them goes. */
export interface ContractCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** Whether it changes anything, and whether twice does so twice. */
  readonly changes: 'again' | 'once' | undefined
  readonly summary: string
  readonly audit: string | undefined
  /** The names of what it takes. */
  readonly fields: readonly string[]
  /** The schemas of its request and response. */
  readonly input: unknown
  readonly answer: unknown
}

const FOLDER = join(import.meta.dirname, '../../src/contract')

const Row = v.object({
  method: v.picklist(['GET', 'POST', 'DELETE']),
  path: v.string(),
  changes: v.optional(v.picklist(['again', 'once'])),
  summary: v.string(),
  audit: v.optional(v.string()),
  answer: v.unknown(),
  input: v.looseObject({ entries: v.record(v.string(), v.unknown()) }),
})

/** Every call of the contract, whichever file it stands in, so that a new one is walked without being told of. */
export async function contractCalls(): Promise<ContractCall[]> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(/* @vite-ignore */ join(FOLDER, file))))
  return modules
    .flatMap((module) => Object.values(module))
    .flatMap((value: unknown) => {
      const parsed = v.safeParse(Row, value)
      if (!parsed.success) return []
      const { input, ...row } = parsed.output
      return [
        {
          changes: undefined,
          audit: undefined,

          ...row,
          fields: Object.keys(input.entries),
          input,
        },
      ]
    })
}
