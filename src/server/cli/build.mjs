// Builds ahead what every command would otherwise build first: where the program cannot be written to once it runs.
import { buildIfStale } from './build-if-stale.mjs'

await buildIfStale()
