// For images whose program folder is read-only at run time.
import { buildIfStale } from './build-if-stale.mjs'

await buildIfStale()
