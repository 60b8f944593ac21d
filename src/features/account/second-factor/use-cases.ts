import type { Failure, Result } from '#api/result.ts'
import { copyText } from '#command-kit/clipboard.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { recoveryCodesNew, secondFactorNew, secondFactorOff, secondFactorOn } from '#contract/account.ts'
import { countOf } from '#domain/numbers.ts'
import { refreshUserinfo } from '#entities/session/session.ts'
import {
  goToStep,
  isBackFromStepAtom,
  secondFactorFailureAtom,
  secondFactorStepAtom,
  shownCodes,
} from '#features/account/second-factor/state.ts'
import { refetchSessions, accountOpenAtom } from '#features/account/use-cases.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'
import { saveFile } from '#ui/save-file.ts'

type Ports = Pick<CommandContext, 'call' | 'store'>

const CONFLICT = 409
const FILE_NAME = 'diver-recovery-codes.txt'

/** Applies the response of a step, or keeps its error. */
function taken<Value>(ports: Ports, answer: Result<Value>, onDone: (value: Value) => void): void {
  if (answer.ok) return onDone(answer.value)
  ports.store.set(secondFactorFailureAtom, answer)
  // Another tab changed it, or a response was lost: refetch the account's state.
  if (answer.status === CONFLICT) void refreshUserinfo(ports)
}

export async function askForSecret(ports: Ports, password: string): Promise<void> {
  const { call, store } = ports
  const answer = await call(secondFactorNew, { currentPassword: password })
  taken(ports, answer, (made) => goToStep(store, { kind: 'secret', password, ...made }))
}

/** Sends the first code of the new secret. */
export async function turnOn(ports: Ports, code: string): Promise<void> {
  const { call, store } = ports
  const step = store.get(secondFactorStepAtom)
  if (step?.kind !== 'secret') return
  const { password, enrolment } = step
  const answer = await call(secondFactorOn, { currentPassword: password, enrolment, code })
  // Refetch the user after the codes were shown: a required factor then opens the gate.
  taken(ports, answer, ({ recoveryCodes: codes, ended }) =>
    goToStep(store, { kind: 'codes', codes, ended, isNew: true }),
  )
}

export async function turnOff(ports: Ports, password: string, code: string): Promise<void> {
  const answer = await ports.call(secondFactorOff, { currentPassword: password, code })
  taken(ports, answer, ({ ended }) => {
    showSuccess(`Second factor turned off.${sessionsEnded(ended)}`)
    void leaveSecondFactor(ports)
  })
}

export async function makeRecoveryCodes(ports: Ports, password: string, code: string): Promise<void> {
  const { call, store } = ports
  const answer = await call(recoveryCodesNew, { currentPassword: password, code })
  taken(ports, answer, ({ recoveryCodes: codes, ended }) =>
    goToStep(store, { kind: 'codes', codes, ended, isNew: false }),
  )
}

/** Forgets the shown secret or codes, and refetches the account's state. */
export async function leaveSecondFactor(ports: Ports): Promise<void> {
  const { store } = ports
  goToStep(store, null)
  await refreshUserinfo(ports)
  await refetchSessions(store)
  store.set(isBackFromStepAtom, store.get(accountOpenAtom))
}

/** " 2 other sessions ended." */
export function sessionsEnded(ended: number): string {
  return ended === 0 ? '' : ` ${countOf(ended, 'other session')} ended.`
}

export async function copyRecoveryCodes({ store }: Pick<Ports, 'store'>): Promise<void> {
  const codes = shownCodes({ store })
  if (codes !== null) await copyText(codes)
}

export function saveRecoveryCodes({ store }: Pick<Ports, 'store'>): void {
  const codes = shownCodes({ store })
  if (codes === null) return
  saveFile(new Blob([codes], { type: 'text/plain' }), FILE_NAME)
}

export function issueAt(failure: Failure | null, field: string): string | null {
  return failure?.issues.find(({ path }) => path === field)?.message ?? null
}
