import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const Versions = v.record(v.string(), v.string())
const Manifest = v.object({ dependencies: Versions, devDependencies: Versions, license: v.string() })
const Locked = v.object({
  version: v.optional(v.string()),
  license: v.optional(v.string()),
  integrity: v.optional(v.pipe(v.string(), v.startsWith('sha512-'))),
  dev: v.optional(v.boolean(), false),
  optional: v.optional(v.boolean(), false),
  hasInstallScript: v.optional(v.boolean(), false),
})
const Lock = v.object({ packages: v.record(v.string(), Locked) })
const Bill = v.object({
  bomFormat: v.literal('CycloneDX'),
  components: v.array(v.object({ name: v.string(), version: v.string(), scope: v.string(), purl: v.string() })),
})

const ARCHITECTURE = readFileSync('src/guide/handbook/architecture.md', 'utf8')
const manifest = v.parse(Manifest, JSON.parse(readFileSync('package.json', 'utf8')))
const { '': root, ...packages } = v.parse(Lock, JSON.parse(readFileSync('package-lock.json', 'utf8'))).packages

/** Licences that allow redistribution. */
const FREE = [
  'MIT',
  'Apache-2.0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0 AND BSL-1.0',
]
/** For fonts only: may be bundled and passed on, not sold by itself. */
const FREE_FONT = 'OFL-1.1'
/** Its package.json has no licence; its LICENSE file is MIT. */
const LICENCE_IN_A_FILE = ['node_modules/png-js']

test('pins every dependency to an exact version', () => {
  const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  expect(root?.license).toBe(manifest.license)
})

test('lists the runtime dependencies in the handbook with licence and reason', () => {
  const listed = [...ARCHITECTURE.matchAll(/^\| (\S+) +\| (\S+(?: AND \S+)?) +\| (.+?) +\|$/gm)]
  const documented = new Map(
    listed.map(([, name = '', licence, reason = '']) => [name, { licence, hasReason: reason !== '' }]),
  )
  const wanted = Object.keys(manifest.dependencies)
  expect(wanted.map((name) => [name, documented.get(name)])).toEqual(
    wanted.map((name) => [name, { licence: packages[`node_modules/${name}`]?.license, hasReason: true }]),
  )
})

test('allows no install scripts, and runs none', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
  expect(Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
})

test('locks every package by hash, also for other platforms', () => {
  const unhashed = Object.entries(packages).filter(([, { integrity }]) => integrity === undefined)
  expect(unhashed.map(([path]) => path)).toEqual([])
})

test('allows only redistributable licences at runtime', () => {
  const running = Object.entries(packages).filter(([, { dev, optional }]) => !dev && !optional)
  expect(running.length).toBeGreaterThan(100)
  const free = (path: string) => (path.startsWith('node_modules/@fontsource') ? [...FREE, FREE_FONT] : FREE)
  const unfree = running.filter(([path, { license }]) => license === undefined || !free(path).includes(license))
  expect(unfree.map(([path]) => path)).toEqual(LICENCE_IN_A_FILE)
  expect(readFileSync('node_modules/png-js/LICENSE', 'utf8')).toContain('MIT License')
})

test('lists every package of the lock file in the bill of materials', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], { maxBuffer: 64 * 1024 * 1024 })
  const { components } = v.parse(Bill, JSON.parse(stdout))
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const wanted = Object.entries(packages).map(
    ([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`,
  )
  expect(wanted.filter((one) => !named.has(one))).toEqual([])
  process.stdout.write(`Bill of materials: ${components.length} packages\n`)
})

const Vex = v.object({
  statements: v.array(
    v.object({
      vulnerability: v.object({ name: v.pipe(v.string(), v.regex(/^(CVE-\d{4}-\d+|GHSA(-\w{4}){3})$/)) }),
      products: v.array(v.object({ '@id': v.string() })),
      status: v.picklist(['not_affected', 'affected', 'fixed', 'under_investigation']),
      impact_statement: v.pipe(v.string(), v.nonEmpty()),
    }),
  ),
})

test('states exploitability only of packages in the lock file: an upgrade asks for a new statement', () => {
  const { statements } = v.parse(Vex, JSON.parse(readFileSync('.github/vex.json', 'utf8')))
  const locked = new Set(
    Object.entries(packages).map(([path, { version }]) => `pkg:npm/${path.split('node_modules/').at(-1)}@${version}`),
  )
  const named = statements.flatMap(({ products }) => products.map((product) => product['@id']))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((product) => !locked.has(product))).toEqual([])
  expect(statements.filter(({ status }) => status === 'affected')).toEqual([])
  // What the statements say is not present.
  const absent = Object.keys(packages).filter((path) => /\/(react-server-dom[\w-]*|crypto-js)$/.test(path))
  expect(absent).toEqual([])
})
