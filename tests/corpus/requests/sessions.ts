import { ACCOUNTS, get, post, type CorpusRequest } from '#tests/corpus/corpus-request.ts'
import { PARTIAL } from '#tests/corpus/partial-account.ts'

const passwordOf = (username: string) => (username === PARTIAL.username ? PARTIAL.password : 'demo')

export function logins(): CorpusRequest[] {
  return ACCOUNTS.map((username) => post(username, '/login', { username, password: passwordOf(username) }))
}

/** Anonymous requests, refused logins, and malformed requests. */
export function withoutSession(): CorpusRequest[] {
  const login = { username: 'researcher', password: 'demo' }
  return [
    get('anonymous', '/version'),
    get('anonymous', '/userinfo'),
    get('anonymous', '/health'),
    get('anonymous', '/openapi.json'),
    get('anonymous', '/openapi.json', { headers: { 'accept-encoding': 'gzip' } }),
    get('anonymous', '/logout'),
    get('anonymous', '/no-such-call'),
    get('anonymous', ''),
    get('anonymous', '/'),
    get('anonymous', '/login'),
    { as: 'anonymous', method: 'HEAD', path: '/version' },
    { as: 'anonymous', method: 'HEAD', path: '/cohort/info' },
    { as: 'anonymous', method: 'OPTIONS', path: '/cohort/info' },
    { as: 'anonymous', method: 'PUT', path: '/cohort/info', body: {} },
    { as: 'anonymous', method: 'PATCH', path: '/version', body: {} },
    post('anonymous', '/login', {}),
    post('anonymous', '/login', { username: 'researcher' }),
    post('anonymous', '/login', { username: 'researcher', password: 'wrong' }),
    post('anonymous', '/login', { username: 'nobody', password: 'wrong' }),
    post('anonymous', '/login', { username: 'x'.repeat(256), password: 'wrong' }),
    post('anonymous', '/login', { username: 'x'.repeat(5_000), password: 'wrong' }),
    post('anonymous', '/login', login, { headers: { 'content-type': 'text/plain' } }),
    post('anonymous', '/login', login, { headers: { 'transfer-encoding': 'chunked' } }),
    post('anonymous', '/login', login, { headers: { origin: 'https://elsewhere.example' } }),
    post('anonymous', '/login', login, { headers: { 'sec-fetch-site': 'cross-site' } }),
    get('anonymous', '/logout', { headers: { 'sec-fetch-site': 'cross-site' } }),
    post('anonymous', '/cohort/preview', JSON.stringify('x'.repeat(1_100_000))),
    get('anonymous', '/cohort/info', { headers: { cookie: 'session=made-up' } }),
  ]
}

/** Each account's own data, and malformed requests with a session. */
export function withSession(): CorpusRequest[] {
  const draft = { parent_id: 1, cohort_type: 'subset' }
  return [
    ...ACCOUNTS.flatMap((as) => [
      get(as, '/userinfo'),
      get(as, '/version'),
      get(as, '/account/sessions'),
      get(as, '/project/info'),
      get(as, '/project/current'),
      get(as, '/cohort/info'),
      get(as, '/construct/list'),
      get(as, '/variableset/info'),
    ]),
    post('researcher', '/cohort/preview', draft, { headers: { 'content-type': 'text/plain' } }),
    post('researcher', '/cohort/preview', draft, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    post('researcher', '/cohort/preview', draft, { headers: { 'transfer-encoding': 'chunked' } }),
    post('researcher', '/cohort/preview', draft, { headers: { origin: 'https://elsewhere.example' } }),
    post('researcher', '/cohort/preview', JSON.stringify('x'.repeat(1_100_000))),
    get('researcher', '/cohort/info?cohortid=one'),
    get('researcher', '/cohort/info?cohortid=1&cohortid=2'),
    get('researcher', '/cohort/info?cohortid='),
    get('researcher', '/no-such-call'),
  ]
}

/** The user's account: sessions, password, logout, and too many failed logins. */
export function ownAccount(): CorpusRequest[] {
  const [current_password, password] = ['demo', 'a password that is long enough']
  return [
    post('anonymous', '/login', { username: 'newcomer', password: 'demo' }),
    get('anonymous', '/account/sessions', { saves: { other: 'data.1.session_id' } }),
    post('anonymous', '/account/sessions/end', { session_id: '<other>', current_password: 'wrong' }),
    post('anonymous', '/account/sessions/end', { session_id: '', current_password }),
    post('anonymous', '/account/sessions/end', { session_id: 'none', current_password }),
    post('anonymous', '/account/sessions/end', { session_id: '<other>', current_password }),
    get('newcomer', '/account/sessions'),
    get('anonymous', '/account/sessions'),
    post('anonymous', '/account/password', {}),
    post('anonymous', '/account/password', { current_password, password: 'short' }),
    post('anonymous', '/account/password', { current_password, password: 'newcomer' }),
    post('anonymous', '/account/password', { current_password: 'wrong', password }),
    post('newcomer', '/login', { username: 'newcomer', password: 'demo' }),
    post('anonymous', '/account/password', { current_password, password }),
    get('newcomer', '/userinfo'),
    post('newcomer', '/login', { username: 'newcomer', password: 'demo' }),
    post('newcomer', '/login', { username: 'newcomer', password }),
    get('anonymous', '/logout'),
    get('anonymous', '/account/sessions'),
    ...Array.from({ length: 11 }, () => post('anonymous', '/login', { username: 'nobody', password: 'wrong' })),
    post('anonymous', '/login', { username: 'researcher', password: 'demo' }),
    get('anonymous', '/logout'),
  ]
}
