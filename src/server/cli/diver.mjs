#!/usr/bin/env node
// The command line of the workspace, as the server hands it out.
import { buildIfStale } from './build-if-stale.mjs'

await buildIfStale()
await import(new URL('../../../dist/client/clients/diver.mjs', import.meta.url).href)
