import { expect, test } from 'vitest'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { NO_COUNT } from '#server/model/user.ts'
import { ConfigurationError, readConfiguration, secretKeyFrom } from '#server/platform/configuration/configuration.ts'

test('has defaults without environment variables', async () => {
  const { isTrustedProxy, isBreached, isAllowedHost, ...configuration } = readConfiguration({ PORT: '' })
  expect(configuration).toEqual({
    host: '127.0.0.1',
    port: 8080,
    dataDirectory: '.data',
    demoScale: 1,
    databaseUrl: null,
    logLevel: 'info',
    capabilities: CAPABILITIES,
    requiresSecondFactor: false,
    secretKey: null,
    tracesDownloads: false,
    auditCheckpoints: null,
    minimumCell: 0,
    engineMemory: null,
    accessRequestUrl: null,
    auditDays: null,
    trashDays: 30,
    apiUrl: null,
    externalAuthUrl: null,
  })
  expect(isTrustedProxy('127.0.0.1')).toBe(false)
  expect(isAllowedHost('localhost', false)).toBe(true)
  expect(await isBreached('password')).toBe(false)
})

test('reads environment variables', () => {
  const { isTrustedProxy, ...configuration } = readConfiguration({
    PORT: '0',
    CAPABILITIES: 'split',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    ACCESS_REQUEST_URL: 'https://example.org/apply',
  })
  expect(configuration).toMatchObject({
    port: 0,
    capabilities: ['split'],
    accessRequestUrl: 'https://example.org/apply',
  })
  expect(readConfiguration({ CAPABILITIES: 'none' }).capabilities).toEqual([])
  const addresses = ['10.1.2.3', '::ffff:10.1.2.3', '::1', '11.0.0.1', 'unknown']
  expect(addresses.map(isTrustedProxy)).toEqual([true, true, true, false, false])
})

test.each<[Record<string, string>, string, boolean, boolean]>([
  [{}, 'localhost', false, true],
  [{}, '[::1]', false, true],
  [{}, 'data.example.org', false, false],
  [{}, 'data.example.org', true, true],
  [{ HOST: 'data.example.org' }, 'Data.example.org', false, true],
  [{ HOST: 'data.example.org' }, 'localhost', false, false],
  [{ HOST: '0.0.0.0' }, 'any.example.org', false, true],
  [{ ALLOWED_HOSTS: 'data.example.org, 10.0.0.1' }, 'data.example.org.', false, true],
  [{ ALLOWED_HOSTS: 'data.example.org, 10.0.0.1' }, '10.0.0.1', false, true],
  [{ ALLOWED_HOSTS: 'data.example.org' }, 'localhost', false, false],
  [{ ALLOWED_HOSTS: 'data.example.org' }, 'other.example.org', true, false],
  [{ ALLOWED_HOSTS: 'data.example.org', HOST: '0.0.0.0' }, 'other.example.org', false, false],
])('with %j the host %s, by a proxy %j, is allowed: %j', (environment, host, isFromProxy, isAllowed) => {
  expect(readConfiguration(environment).isAllowedHost(host, isFromProxy)).toBe(isAllowed)
})

test.each([
  ['ALLOWED_HOSTS', 'https://data.example.org'],
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['DEMO_SCALE', '0'],
  ['LOG_LEVEL', 'loud'],
  ['CAPABILITIES', 'statistics,everything'],
  ['MIN_CELL', '10'],
  ['UNREADABLE_COUNTS', 'hidden'],
  ['INFERENCE_LIMIT', '55'],
  ['CELL_NOISE', '20'],
  ['NOISE_KEY', 'ab'],
  ['SHARED_LEDGER', '1'],
  ['ENGINE_MEMORY', '0'],
  ['AUDIT_DAYS', '0'],
  ['BEACON', 'org.example.study'],
  ['REQUIRE_SECOND_FACTOR', 'yes'],
  ['SECRET_KEY', 'abc'],
  ['SECOND_FACTOR_KEY', 'ab'.repeat(32)],
  ['AUDIT_KEY', 'ab'.repeat(32)],
  ['TRACE_KEY', 'ab'.repeat(32)],
  ['TRACE_DOWNLOADS', 'yes'],
  ['BREACHED_PASSWORDS', '/nowhere/list.txt'],
  ['TRUST_PROXY', 'proxy'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['ACCESS_REQUEST_URL', 'javascript:alert(1)'],
  ['ACCESS_REQUEST_URL', 'mailto:data@example.org?bcc=a@example.org'],
  ['DATABASE_URL', 'mysql://localhost/data'],
  ['API_URL', 'ftp://example.org'],
  ['API_URL', 'https://user:secret@example.org'],
  ['API_URL', 'https://example.org/api/v0'],
  ['EXTERNAL_AUTH_URL', 'https://login.example.org'],
])('%s=%s stops the start with one line that names it', (name, value) => {
  expect(() => readConfiguration({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`))
})

test('takes a mail address for access requests', () => {
  const { accessRequestUrl } = readConfiguration({ ACCESS_REQUEST_URL: 'mailto:data@example.org' })
  expect(accessRequestUrl).toBe('mailto:data@example.org')
})

test('reads the secret key, and never prints it or a key of earlier versions', () => {
  const key = 'ab'.repeat(32)
  expect(Buffer.from(readConfiguration({ SECRET_KEY: key }).secretKey ?? []).toString('hex')).toBe(key)
  expect(() => readConfiguration({ SECRET_KEY: `${key}0` })).toThrow(/^(?!.*abab)/)
  for (const [name, file] of [
    ['SECOND_FACTOR_KEY', 'second-factor.key'],
    ['AUDIT_KEY', 'audit.key'],
    ['TRACE_KEY', 'trace.key'],
  ]) {
    const removed = { [name ?? '']: key }
    expect(() => readConfiguration(removed)).toThrow(new RegExp(`^(?!.*abab)${name}: .* the file ${file} in DATA_DIR`))
    expect(() => secretKeyFrom(removed)).toThrow(ConfigurationError)
  }
})

test('UNREADABLE_COUNTS decides what is counted of unreadable individuals, and MIN_CELL is for suppressed counts alone', () => {
  const leastOf = (environment: Record<string, string>) => readConfiguration(environment).minimumCell
  expect(leastOf({ UNREADABLE_COUNTS: 'shown' })).toBe(0)
  expect(leastOf({ UNREADABLE_COUNTS: 'suppressed' })).toBe(10)
  expect(leastOf({ UNREADABLE_COUNTS: 'suppressed', MIN_CELL: '5' })).toBe(5)
  expect(leastOf({ UNREADABLE_COUNTS: 'none' })).toBe(NO_COUNT)
  for (const unreadable of ['', 'shown', 'none']) {
    const alone = { MIN_CELL: '5', UNREADABLE_COUNTS: unreadable }
    expect(() => readConfiguration(alone)).toThrow(/^MIN_CELL: [^\n]*UNREADABLE_COUNTS=suppressed[^\n]*$/)
  }
  for (const count of ['-1', '0', '1', 'ten']) {
    expect(() => leastOf({ UNREADABLE_COUNTS: 'suppressed', MIN_CELL: count })).toThrow(/^MIN_CELL: [^\n]+$/)
  }
})

test('a second factor can be required only with its capability', () => {
  expect(readConfiguration({ REQUIRE_SECOND_FACTOR: '1' }).requiresSecondFactor).toBe(true)
  const without = { REQUIRE_SECOND_FACTOR: '1', CAPABILITIES: 'split' }
  expect(() => readConfiguration(without)).toThrow(/^REQUIRE_SECOND_FACTOR: [^\n]+$/)
})

test('API_URL and EXTERNAL_AUTH_URL name another back end and its login', () => {
  const { apiUrl, externalAuthUrl } = readConfiguration({
    API_URL: 'https://data.example.org/platform/',
    EXTERNAL_AUTH_URL: 'https://login.example.org/?back={return}',
  })
  expect([apiUrl?.href, externalAuthUrl]).toEqual([
    'https://data.example.org/platform/',
    'https://login.example.org/?back={return}',
  ])
  const wrong = { API_URL: 'https://data.example.org', EXTERNAL_AUTH_URL: 'javascript:alert(1)' }
  expect(() => readConfiguration(wrong)).toThrow(/^EXTERNAL_AUTH_URL: [^\n]+$/)
})
