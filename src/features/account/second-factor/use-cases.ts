import type { Failure, Result } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { recoveryCodesNew, secondFactorNew, secondFactorOff, secondFactorOn } from '#contract/second-factor.ts'
import { countOf } from '#domain/numbers.ts'
import { secondFactorAtom, refreshUserinfo } from '#entities/session.ts'
import { listSessionsAnew, accountOpenAtom } from '#features/account/use-cases.ts'
import { saveFile } from '#ui/save-file.ts'
import { showSuccess } from '#ui/toasts.ts'
import { atom } from 'jotai'

type Ports = Pick<CommandContext, 'call' | 'store'>
type Store = Ports['store']

const CONFLICT = 409
const FILE_NAME = 'diver-recovery-codes.txt'

/** Whether the signed-in account has a second factor; null where the back end knows none. */
export function hasSecondFactor({ store }: Pick<Ports, 'store'>): boolean | null {
  return store.get(secondFactorAtom)?.isOn ?? null
}

/** Begins one of the three things that can be done. */
export function openSecondFactor({ store }: Pick<Ports, 'store'>, kind: 'turn-on' | 'turn-off' | 'new-codes'): void {
  go(store, { kind })
}

function go(store: Store, step: SecondFactorStep | null): void {
  store.set(secondFactorFailureAtom, null)
  store.set(secondFactorStepAtom, step)
}

/** Takes the answer of a step, or keeps why it was refused. */
function taken<Value>(ports: Ports, answer: Result<Value>, onDone: (value: Value) => void): void {
  if (answer.ok) return onDone(answer.value)
  ports.store.set(secondFactorFailureAtom, answer)
  // Another tab was at it, or an answer was lost on its way: how the account stands is not what is shown.
  if (answer.status === CONFLICT) void refreshUserinfo(ports)
}

export async function askForSecret(ports: Ports, password: string): Promise<void> {
  const { call, store } = ports
  const answer = await call(secondFactorNew, { currentPassword: password })
  taken(ports, answer, (made) => go(store, { kind: 'secret', password, ...made }))
}

/** Sends the first code of the secret that is shown. */
export async function turnOn(ports: Ports, code: string): Promise<void> {
  const { call, store } = ports
  const step = store.get(secondFactorStepAtom)
  if (step?.kind !== 'secret') return
  const { password, enrolment } = step
  const answer = await call(secondFactorOn, { currentPassword: password, enrolment, code })
  // Who is signed in is asked again when the codes were seen: where a factor is required the gate opens then.
  taken(ports, answer, ({ recoveryCodes: codes, ended }) => go(store, { kind: 'codes', codes, ended, isNew: true }))
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
  taken(ports, answer, ({ recoveryCodes: codes, ended }) => go(store, { kind: 'codes', codes, ended, isNew: false }))
}

/** Lets go of what was shown, and asks how the account stands now. */
export async function leaveSecondFactor(ports: Ports): Promise<void> {
  const { store } = ports
  go(store, null)
  await refreshUserinfo(ports)
  await listSessionsAnew(store)
  store.set(isBackFromStepAtom, store.get(accountOpenAtom))
}

/** " 2 other sessions ended." */
export function sessionsEnded(ended: number): string {
  return ended === 0 ? '' : ` ${countOf(ended, 'other session')} ended.`
}

/** The recovery codes that are shown now, a line each; null where none are. */
export function shownCodes({ store }: Pick<Ports, 'store'>): string | null {
  const step = store.get(secondFactorStepAtom)
  return step?.kind === 'codes' ? `${step.codes.join('\n')}\n` : null
}

export async function copyRecoveryCodes({ store }: Pick<Ports, 'store'>): Promise<void> {
  const codes = shownCodes({ store })
  if (codes !== null) await navigator.clipboard.writeText(codes)
}

export function saveRecoveryCodes({ store }: Pick<Ports, 'store'>): void {
  const codes = shownCodes({ store })
  if (codes === null) return
  saveFile(new Blob([codes], { type: 'text/plain' }), FILE_NAME)
}

/** What was wrong with one field of the step. */
export function issueAt(failure: Failure | null, field: string): string | null {
  return failure?.issues.find(({ path }) => path === field)?.message ?? null
}

/** Where somebody stands who changes their second factor. */
export type SecondFactorStep =
  /** Turning it on: the password first, then the secret and its first code. */
  | { readonly kind: 'turn-on' }
  | {
      readonly kind: 'secret'
      readonly password: string
      readonly secret: string
      readonly address: string
      readonly enrolment: string
    }
  | { readonly kind: 'turn-off' }
  | { readonly kind: 'new-codes' }
  /** What is shown once, and how many other sessions ended. */
  | { readonly kind: 'codes'; readonly codes: readonly string[]; readonly ended: number; readonly isNew: boolean }

/** Null while nobody is at it. */
export const secondFactorStepAtom = atom<SecondFactorStep | null>(null)

/** Why the last step was not taken. */
export const secondFactorFailureAtom = atom<Failure | null>(null)

/** Whether somebody came back from such a step just now. */
export const isBackFromStepAtom = atom(false)
