import { writeFileSync } from 'node:fs'
import { arch, cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAttack } from '#tests/bench/attack-rows.ts'
import { measureCatalog } from '#tests/bench/catalog-rows.ts'
import { measureDemoData } from '#tests/bench/demo-data-rows.ts'
import { measureDifferencing } from '#tests/bench/differencing-rows.ts'
import { measureDisclosure } from '#tests/bench/disclosure-rows.ts'
import { measureDownloadAttack } from '#tests/bench/download-attack-rows.ts'
import { measureEndpoints } from '#tests/bench/endpoint-rows.ts'
import { measureFirstLoad } from '#tests/bench/first-load-rows.ts'
import { measureFirstScreen } from '#tests/bench/first-screen.ts'
import { measureGrowth } from '#tests/bench/growth-rows.ts'
import { measureHonest } from '#tests/bench/honest-rows.ts'
import { measureImportBeside } from '#tests/bench/import-beside-rows.ts'
import { measureImports } from '#tests/bench/import-rows.ts'
import { measureLargeStudy } from '#tests/bench/large-rows.ts'
import { measureLighthouse } from '#tests/bench/lighthouse-rows.ts'
import { measureLoad } from '#tests/bench/load-rows.ts'
import { measureLogins } from '#tests/bench/login-rows.ts'
import { measureNested } from '#tests/bench/nested-rows.ts'
import { measurePalette } from '#tests/bench/palette-rows.ts'
import { measureReleases } from '#tests/bench/releases-rows.ts'
import { holds, printRows, type BenchRow } from '#tests/bench/report.ts'
import { measureRest } from '#tests/bench/rest-rows.ts'
import { measureSearch } from '#tests/bench/search-rows.ts'
import { measureServer } from '#tests/bench/server-rows.ts'
import { measureSoak } from '#tests/bench/soak-rows.ts'
import { measureStar } from '#tests/bench/star-rows.ts'
import { measureSuppressed } from '#tests/bench/suppressed-rows.ts'

const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    /** Fails above a budget. */
    check: { type: 'boolean' },
    json: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    sessions: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '60' },
    participants: { type: 'string' },
    /** Attacks of `disclosure`, or requests of `endpoints`, by a part of their name; all without it. */
    only: { type: 'string', multiple: true, default: [] },
    /** Controls of `disclosure`: shown, suppressed, none; all without it. */
    control: { type: 'string', multiple: true, default: [] },
    /** Multiplies the number of targets of `disclosure`. */
    targets: { type: 'string', default: '1' },
  },
})

type Measure = () => Promise<readonly BenchRow[]>

const GROUPS: Readonly<Record<string, Measure>> = {
  bundles: measureFirstScreen,
  server: measureServer,
  study: measureLargeStudy,
  catalog: measureCatalog,
  search: measureSearch,
  palette: measurePalette,
  start: measureFirstLoad,
  making: measureDemoData,
  rest: measureRest,
}

/** Only measured when named: slow, or with further requirements. */
const APART: Readonly<Record<string, Measure>> = {
  attack: async () => [
    ...(await measureAttack()),
    ...(await measureDownloadAttack(Number(options.rounds))),
    ...(await measureLogins()),
    ...(await measureNested()),
    ...(await measureEndpoints([])),
    ...(await measureDifferencing()),
    ...(await measureSuppressed()),
  ],
  endpoints: () => measureEndpoints(options.only),
  differencing: measureDifferencing,
  disclosure: () =>
    measureDisclosure({
      only: options.only,
      controls: options.control,
      factor: Number(options.targets),
      participants: participantsAsked(),
    }),
  downloads: () => measureDownloadAttack(Number(options.rounds)),
  logins: measureLogins,
  nested: measureNested,
  imports: measureImports,
  'import-beside': measureImportBeside,
  honest: () => measureHonest(Number(options.sessions)),
  releases: measureReleases,
  star: measureStar,
  load: measureLoad,
  growth: () => measureGrowth(participantsAsked()),
  lighthouse: measureLighthouse,
  suppressed: measureSuppressed,
  soak: () => measureSoak(Number(options.minutes)),
}

const known = { ...GROUPS, ...APART }
const unknown = asked.find((name) => !(name in known))
if (unknown !== undefined)
  throw new Error(`Unknown benchmark ${unknown}; choose from ${Object.keys(known).join(', ')}.`)

const rows: BenchRow[] = []
for (const name of asked.length > 0 ? asked : Object.keys(GROUPS)) rows.push(...((await known[name]?.()) ?? []))
if (rows.length > 0) printRows(rows)
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify({ machine: machine(), rows }, null, 2))
if (options.check === true && !rows.every(holds)) process.exitCode = 1

function participantsAsked(): number | undefined {
  return options.participants === undefined ? undefined : Number(options.participants)
}

function machine() {
  const [first] = cpus()
  return {
    processor: first?.model ?? 'unknown',
    cores: cpus().length,
    architecture: arch(),
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    measured: new Date().toISOString(),
  }
}
