import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** An endpoint of the contract, for tests over all of them. */
export interface ContractCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** Whether it changes data, and whether it is idempotent. */
  readonly changes: 'again' | 'once' | undefined
  readonly summary: string
  readonly audit: string | undefined
  /** The names of its input fields. */
  readonly fields: readonly string[]
  /** Schema of its input. */
  readonly input: unknown
}

const FOLDER = join(import.meta.dirname, '../../src/contract')

const Row = v.object({
  method: v.picklist(['GET', 'POST', 'DELETE']),
  path: v.string(),
  changes: v.optional(v.picklist(['again', 'once'])),
  summary: v.string(),
  audit: v.optional(v.string()),
  input: v.looseObject({ entries: v.record(v.string(), v.unknown()) }),
})

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
