import { BlockList, isIP } from 'node:net'
import {
  CAPABILITIES,
  CAPABILITY_GROUPS,
  isCapabilityName,
  partsOfCapabilities,
  type Capability,
} from '#contract/capabilities.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { NO_COUNT } from '#server/model/user.ts'
import { DEFAULT_HOST, DEFAULT_PORT } from '#server/platform/configuration/address.mjs'
import { DEFAULT_SETTINGS } from '#server/platform/configuration/settings.ts'
import { breachedPasswordsIn, nothingBreached, type IsBreached } from '#server/platform/security/breached-passwords.ts'
import { secretKeyOf } from '#server/platform/security/secret-key.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

export interface Configuration {
  readonly host: string
  /** 0 lets the operating system choose. */
  readonly port: number
  readonly dataDirectory: string
  readonly demoScale: number
  /** The PostgreSQL database with the data; null for the DuckDB file of the data folder. */
  readonly databaseUrl: string | null
  readonly logLevel: LogLevel
  readonly capabilities: readonly Capability[]
  readonly requiresSecondFactor: boolean
  /** The keys of the server derive from it; null for the key file of the data folder. */
  readonly secretKey: Uint8Array | null
  readonly tracesDownloads: boolean
  /** The file to which checkpoints of the audit log are appended; null for none. */
  readonly auditCheckpoints: string | null
  readonly isBreached: IsBreached
  /** As in the settings. */
  readonly minimumCell: number
  /** Bytes; null for a size by the data. */
  readonly engineMemory: number | null
  readonly accessRequestUrl: string | null
  /** Days of audit retention; null keeps all entries. */
  readonly auditDays: number | null
  /** How long deleted objects can be restored; 0 deletes for good. */
  readonly trashDays: number
  readonly isTrustedProxy: (address: string) => boolean
  /** Whether the server answers for this host name. A trusted proxy decides itself unless ALLOWED_HOSTS is set. */
  readonly isAllowedHost: (host: string, isFromProxy: boolean) => boolean
  /** Base URL of another back end; null where this server is the back end. */
  readonly apiUrl: URL | null
  /** Login page of another identity provider; only with another back end. */
  readonly externalAuthUrl: string | null
}

const UNREADABLE_COUNTS = ['shown', 'suppressed', 'none'] as const
const DEFAULT_MINIMUM_CELL = 10

type Environment = Readonly<Record<string, string | undefined>>

const keyFileInstruction = (file: string) =>
  `SECRET_KEY replaces it. Write its value to the file ${file} in DATA_DIR, and unset this variable`

const REMOVED_KEYS: Readonly<Record<string, string>> = {
  SECOND_FACTOR_KEY: keyFileInstruction('second-factor.key'),
  AUDIT_KEY: keyFileInstruction('audit.key'),
  TRACE_KEY: keyFileInstruction('trace.key'),
}

/** Settings of earlier versions, with what to do instead. They stop the start, so that no setting is ignored unseen. */
const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  ...REMOVED_KEYS,
  INFERENCE_LIMIT: 'UNREADABLE_COUNTS=none is what bounds averages of counts now. Unset this variable',
  CELL_NOISE: 'counts have no noise any more, UNREADABLE_COUNTS=none discloses nothing. Unset this variable',
  NOISE_KEY: 'counts have no noise any more. Unset this variable',
  SHARED_LEDGER: 'UNREADABLE_COUNTS=none is what stops users who pool results now. Unset this variable',
  BEACON: 'the Beacon was removed. Unset this variable',
}

function requireUnset(environment: Environment, name: string): void {
  const isSet = (environment[name]?.trim() ?? '') !== ''
  if (isSet) throw new ConfigurationError(name, REMOVED_SETTINGS[name] ?? 'unset this variable')
}

/** Reads the configuration. Throws a ConfigurationError that names the first invalid variable. */
export function readConfiguration(environment: Environment): Configuration {
  for (const name of Object.keys(REMOVED_SETTINGS)) requireUnset(environment, name)
  function read<Value>(
    name: string,
    whenMissing: Value,
    parse: (text: string) => Value | null,
    expected: string,
  ): Value {
    const text = environment[name]?.trim() ?? ''
    if (text === '') return whenMissing
    const value = parse(text)
    if (value === null) throw new ConfigurationError(name, `expected ${expected}, not "${text}"`)
    return value
  }

  const apiUrl = read('API_URL', null, backEndOf, `the http or https address of a back end, without ${API_PREFIX}`)
  const externalAuthUrl = read('EXTERNAL_AUTH_URL', null, webAddressOf, 'an http or https address')
  if (externalAuthUrl !== null && apiUrl === null) {
    throw new ConfigurationError('EXTERNAL_AUTH_URL', 'is for another back end only, which API_URL has to name')
  }
  const capabilities = read(
    'CAPABILITIES',
    CAPABILITIES,
    capabilitiesOf,
    `all, none or some of ${Object.keys(CAPABILITY_GROUPS).join(', ')}`,
  )
  const trashDays = read(
    'TRASH_DAYS',
    DEFAULT_SETTINGS.trashDays,
    (text) => wholeNumber(text, 36_500),
    'a whole number of days',
  )
  const unreadableCounts = read(
    'UNREADABLE_COUNTS',
    'shown',
    unreadableCountsOf,
    `one of ${UNREADABLE_COUNTS.join(', ')}`,
  )
  const leastCount = read('MIN_CELL', null, leastCountOf, 'a whole number from 2')
  if (leastCount !== null && unreadableCounts !== 'suppressed') {
    throw new ConfigurationError('MIN_CELL', 'is for UNREADABLE_COUNTS=suppressed only, which has to be set too')
  }
  const requiresSecondFactor = read('REQUIRE_SECOND_FACTOR', false, yesOrNo, '1 or 0')
  if (requiresSecondFactor && !capabilities.includes('second-factor')) {
    throw new ConfigurationError(
      'REQUIRE_SECOND_FACTOR',
      'accounts need the group accounts in CAPABILITIES to set one up',
    )
  }
  const host = read('HOST', DEFAULT_HOST, hostOf, 'a host name or an address')
  const allowedHosts = read('ALLOWED_HOSTS', null, hostsOf, 'host names or addresses without port, separated by commas')
  return {
    apiUrl,
    externalAuthUrl,
    host,
    isAllowedHost: allowedHosts ? (name) => allowedHosts.has(plainHost(name)) : hostsOfAddress(host),
    port: read('PORT', DEFAULT_PORT, (text) => wholeNumber(text, 65_535), 'a whole number from 0 to 65535'),
    dataDirectory: read('DATA_DIR', '.data', (text) => text, 'a folder'),
    databaseUrl: databaseUrlOf(environment),
    demoScale: read('DEMO_SCALE', 1, shareOf, 'a number above 0 and up to 1'),
    logLevel: read('LOG_LEVEL', 'info', logLevelOf, `one of ${LOG_LEVELS.join(', ')}`),
    capabilities: capabilities.filter((name) => trashDays > 0 || name !== 'trash'),
    requiresSecondFactor,
    secretKey: secretKeyFrom(environment),
    tracesDownloads: read('TRACE_DOWNLOADS', false, yesOrNo, '1 or 0'),
    auditCheckpoints: read('AUDIT_CHECKPOINTS', null, (text) => text, 'a file'),
    isBreached: breachedPasswordsOf(environment),
    minimumCell: { shown: 0, suppressed: leastCount ?? DEFAULT_MINIMUM_CELL, none: NO_COUNT }[unreadableCounts],
    engineMemory: read('ENGINE_MEMORY', null, megabytesOf, 'a whole number of megabytes from 1'),
    accessRequestUrl: read('ACCESS_REQUEST_URL', null, accessAddressOf, 'an http, https or mailto address'),
    trashDays,
    auditDays: read('AUDIT_DAYS', null, daysOf, 'a whole number of days from 1'),
    isTrustedProxy: read('TRUST_PROXY', () => false, trustedProxies, 'addresses or networks, separated by commas'),
  }
}

/** The value of DATABASE_URL may contain a password: messages do not quote it. */
export function databaseUrlOf(environment: Environment): string | null {
  const text = environment['DATABASE_URL']?.trim() ?? ''
  if (text === '') return null
  if (/^postgres(ql)?:\/\/\S+$/.test(text)) return text
  throw new ConfigurationError('DATABASE_URL', 'expected the address of a database, such as postgres://user@host/name')
}

/** SECRET_KEY, or null. Throws if a key of earlier versions is set: without it, data that it encrypted would be lost. */
export function secretKeyFrom(environment: Environment): Uint8Array | null {
  for (const name of Object.keys(REMOVED_KEYS)) requireUnset(environment, name)
  return keyOf('SECRET_KEY', environment['SECRET_KEY'])
}

/** A key from an environment variable; messages do not quote it. */
function keyOf(name: string, value: string | undefined): Uint8Array | null {
  const text = value?.trim() ?? ''
  if (text === '') return null
  const key = secretKeyOf(text)
  if (key === null) throw new ConfigurationError(name, 'expected 64 hexadecimal digits')
  return key
}

/** SHA-1 list of BREACHED_PASSWORDS; without one, no password counts as breached. */
export function breachedPasswordsOf(environment: Environment): IsBreached {
  const path = environment['BREACHED_PASSWORDS']?.trim() ?? ''
  if (path === '') return nothingBreached
  const isBreached = breachedPasswordsIn(path)
  if (isBreached !== null) return isBreached
  throw new ConfigurationError('BREACHED_PASSWORDS', `expected a file of SHA-1 hashes in their order, not "${path}"`)
}

function wholeNumber(text: string, most: number): number | null {
  return /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : null
}

function daysOf(text: string): number | null {
  const days = wholeNumber(text, 36_500)
  return days === 0 ? null : days
}

function megabytesOf(text: string): number | null {
  const megabytes = wholeNumber(text, 1_000_000)
  return megabytes ? megabytes * 1024 * 1024 : null
}

function shareOf(text: string): number | null {
  const share = /^\d*\.?\d+$/.test(text) ? Number(text) : 0
  return share > 0 && share <= 1 ? share : null
}

function yesOrNo(text: string): boolean | null {
  if (text === '1') return true
  return text === '0' ? false : null
}

function hostOf(text: string): string | null {
  return /^[\w.:-]+$/.test(text) ? text : null
}

/** A host name in lower case, without the brackets of an IPv6 address and the dot of a root name. */
function plainHost(text: string): string {
  return text.toLowerCase().replaceAll(/^\[|\]$|\.$/g, '')
}

function hostsOf(text: string): ReadonlySet<string> | null {
  const hosts = text.split(',').map((part) => plainHost(part.trim()))
  return hosts.every((host) => isIP(host) !== 0 || /^[\w-]+(\.[\w-]+)*$/.test(host)) ? new Set(hosts) : null
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1'])
const ALL_ADDRESSES = new Set(['0.0.0.0', '::'])

/** The hosts that HOST names: loopback under each of its names, all addresses under any name. */
function hostsOfAddress(host: string): Configuration['isAllowedHost'] {
  const bound = plainHost(host)
  if (ALL_ADDRESSES.has(bound)) return () => true
  const names = LOOPBACK.has(bound) ? LOOPBACK : new Set([bound])
  return (name, isFromProxy) => isFromProxy || names.has(plainHost(name))
}

function unreadableCountsOf(text: string): (typeof UNREADABLE_COUNTS)[number] | null {
  return UNREADABLE_COUNTS.find((choice) => choice === text) ?? null
}

function leastCountOf(text: string): number | null {
  const count = wholeNumber(text, 1_000_000)
  return count !== null && count > 1 ? count : null
}

function logLevelOf(text: string): LogLevel | null {
  return LOG_LEVELS.find((level) => level === text) ?? null
}

function capabilitiesOf(text: string): readonly Capability[] | null {
  if (text === 'all') return CAPABILITIES
  if (text === 'none') return []
  const names = text.split(',').map((name) => name.trim())
  return names.every(isCapabilityName) ? partsOfCapabilities(names) : null
}

function webAddressOf(text: string): string | null {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol) ? text : null
  } catch {
    return null
  }
}

/** The page for requests, or the mail address of the person who replies to them. */
function accessAddressOf(text: string): string | null {
  return /^mailto:[^\s@?&]+@[^\s@?&]+$/i.test(text) ? text : webAddressOf(text)
}

function backEndOf(text: string): URL | null {
  if (webAddressOf(text) === null) return null
  const url = new URL(text)
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return isBare && !url.pathname.includes(API_PREFIX) ? url : null
}

/** A matcher of IP addresses and networks (10.0.0.0/8); null where one entry is invalid. */
function trustedProxies(text: string): ((address: string) => boolean) | null {
  const list = new BlockList()
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const [address = '', prefix, ...rest] = part.split('/')
    const family = familyOf(address)
    if (family === null || rest.length > 0) return null
    if (prefix === undefined) list.addAddress(address, family)
    else if (isPrefix(prefix, family)) list.addSubnet(address, Number(prefix), family)
    else return null
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const family = familyOf(plain)
    return family !== null && list.check(plain, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  if (version === 4) return 'ipv4'
  return version === 6 ? 'ipv6' : null
}

function isPrefix(text: string, family: 'ipv4' | 'ipv6'): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= (family === 'ipv4' ? 32 : 128)
}

export class ConfigurationError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}.`)
    this.name = 'ConfigurationError'
  }
}
