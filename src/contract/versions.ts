import * as v from 'valibot'
import { count, textOrEmpty, textOrNull } from '#contract/values.ts'

const Stats = v.object({ individuals: count, forms: count, studies: count, collections: count })
/** Versions and settings of a back end and its data. */
export const Versions = v.object({
  diverapp: textOrEmpty,
  diverweb: textOrEmpty,
  diverRPC: textOrEmpty,
  db_procs: textOrEmpty,
  db_edit: textOrEmpty,
  capabilities: v.nullish(v.array(v.string()), []),
  stats: v.nullish(Stats, null),
  progress: v.nullish(v.object({ done: v.number(), of: v.number(), seconds_left: v.nullish(v.number(), null) }), null),
  /** The address for access requests. */
  access_request_url: textOrNull,
  /** Demo accounts; present only with synthetic data. */
  demo_accounts: v.nullish(v.array(v.object({ username: v.string(), password: v.string(), about: textOrEmpty })), []),
})
export type Versions = v.InferOutput<typeof Versions>
