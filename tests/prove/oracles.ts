import { ONE_NUMBER } from '#tests/prove/oracles/one-number.ts'
import type { Oracle } from '#tests/prove/oracles/oracle.ts'
import { PARTITION } from '#tests/prove/oracles/partition.ts'
import { READABLE } from '#tests/prove/oracles/readable.ts'
import { BITMAPS, POSTGRESQL, SQL } from '#tests/prove/oracles/reference.ts'
import { RELABELLING } from '#tests/prove/oracles/relabelling.ts'
import { MONOTONE, ORDER } from '#tests/prove/oracles/rule-laws.ts'
import { SETS } from '#tests/prove/oracles/sets.ts'

export const ORACLES: readonly Oracle[] = [
  BITMAPS,
  SQL,
  POSTGRESQL,
  PARTITION,
  READABLE,
  SETS,
  ORDER,
  MONOTONE,
  RELABELLING,
  ONE_NUMBER,
]
