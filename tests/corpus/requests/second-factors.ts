import { get, post, type CorpusRequest } from '#tests/corpus/corpus-request.ts'
import { codeAt } from '#tests/support/second-factor.ts'

const STEP_MILLISECONDS = 30_000
const PATH = '/account/second-factor'
const current_password = 'demo'
const login = { username: 'researcher', password: current_password }

/** The code of a later time step: the server accepts each step once, within one step of its clock. */
function codeAfter(steps: number): NonNullable<CorpusRequest['computes']> {
  return ['code', (saved) => codeAt(String(saved.get('secret')), Date.now() + steps * STEP_MILLISECONDS)]
}

/** A second factor: set up, activated, used at login, deactivated, and refusals. */
export function secondFactors(): CorpusRequest[] {
  const saves = { secret: 'secret', enrolment: 'enrolment' }
  const on = { current_password, enrolment: '<enrolment>' }
  const codes = { current_password, code: '<code>' }
  const recovery = { current_password, code: '<recovery>' }
  return [
    post('anonymous', `${PATH}/new`, { current_password }),
    post('researcher', `${PATH}/new`, {}),
    post('researcher', `${PATH}/new`, { current_password: 'wrong' }),
    post('researcher', `${PATH}/off`, { current_password, code: '123456' }),
    post('researcher', `${PATH}/recovery-codes`, { current_password, code: '123456' }),
    post('researcher', `${PATH}/new`, { current_password }, { saves }),
    post('researcher', `${PATH}/on`, { ...on, code: '' }),
    post('researcher', `${PATH}/on`, { ...on, enrolment: 'none', code: '123456' }),
    post('researcher', `${PATH}/on`, { ...on, code: '<code>' }, { computes: codeAfter(0) }),
    post('researcher', `${PATH}/new`, { current_password }),
    get('researcher', '/userinfo'),
    post('anonymous', '/login', login),
    post('anonymous', '/login', { ...login, code: 'none' }),
    post('researcher', `${PATH}/recovery-codes`, codes),
    post('researcher', `${PATH}/recovery-codes`, codes, {
      computes: codeAfter(1),
      saves: { recovery: 'recovery_codes.0', last: 'recovery_codes.9' },
    }),
    post('anonymous', '/login', { ...login, code: '<recovery>' }),
    get('anonymous', '/userinfo'),
    post('researcher', `${PATH}/off`, recovery),
    post('researcher', `${PATH}/off`, { current_password, code: '<last>' }),
    get('researcher', '/userinfo'),
    get('anonymous', '/userinfo'),
  ]
}

/** A session without a required second factor. */
export function factorRequired(): CorpusRequest[] {
  return [
    post('researcher', '/login', login),
    get('researcher', '/userinfo'),
    get('researcher', '/cohort/info'),
    post('researcher', '/cohort/preview', {
      parent_id: 1,
      cohort_type: 'subset',
      variable: 'SEX',
      constraint_type: 'VALID',
    }),
    get('researcher', '/account/sessions'),
    post('researcher', `${PATH}/new`, { current_password: 'wrong' }),
    get('researcher', '/codebooks/none.pdf', { isPage: true }),
  ]
}
