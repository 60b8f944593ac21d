import { useAtom, useAtomValue, useStore } from 'jotai'
import { useState, type ComponentProps, type FormEvent } from 'react'
import type { Failure, Result } from '#api/result.ts'
import { useCommandContext } from '#command-kit/hooks.ts'
import { accountPassword } from '#contract/account.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/limits.ts'
import { CHANGES_SAVED, required } from '#domain/messages.ts'
import { countOf } from '#domain/numbers.ts'
import { passwordProblem } from '#domain/passwords.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { issueAt } from '#features/account/second-factor/use-cases.ts'
import {
  accountFailureAtom,
  currentPasswordAtom,
  refetchSessions,
  type AccountPorts,
} from '#features/account/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { showSuccess } from '#ui/overlays/toasts.ts'
import stack from '#ui/stack.module.css'

const AGAIN_DIFFERS = 'The two passwords differ.'

/** Changes the password; all other sessions end. */
export async function changePassword(
  { call, store }: AccountPorts,
  password: string,
): Promise<Result<{ ended: number }>> {
  const answer = await call(accountPassword, { currentPassword: store.get(currentPasswordAtom), password })
  store.set(accountFailureAtom, answer.ok ? null : answer)
  if (answer.ok) {
    store.set(currentPasswordAtom, '')
    await refetchSessions(store)
  }
  return answer
}

/** The current password, and the new one twice. */
export function PasswordForm() {
  const store = useStore()
  const { call } = useAtomValue(callAtom)
  const username = useCommandContext().user?.username ?? ''
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')

  const { wasTried, isBusy, formProps, reset } = useSubmission()
  const isIncomplete = useAtomValue(currentPasswordAtom) === ''
  const problems = {
    password: passwordProblem(password, username),
    again: again === password ? null : AGAIN_DIFFERS,
  }
  const [failure, setFailure] = useAtom(accountFailureAtom)
  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    setFailure(null)
  }

  const isComplete = !isIncomplete && Object.values(problems).every((problem) => problem === null)
  const save = async () => {
    const answer = await changePassword({ call, store }, password)
    if (!answer.ok) return
    const { ended } = answer.value
    showSuccess(ended === 0 ? CHANGES_SAVED : `${CHANGES_SAVED} ${countOf(ended, 'other session')} ended.`)
    for (const set of [setPassword, setAgain]) set('')
    reset()
  }

  return (
    <form {...formProps(isComplete, save)} aria-label="Change password">
      <CurrentPassword wasTried={wasTried} />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        value={password}
        maxLength={PASSWORD_MAX}
        onChange={change(setPassword)}
        problemOf={(text) => passwordProblem(text, username)}
        refusal={issueAt(failure, 'password') ?? (wasTried ? problems.password : null)}
        hint={`At least ${PASSWORD_MIN} characters. Your other sessions end.`}
      />
      <TextField
        label="Repeat new password"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={change(setAgain)}
        problemOf={(text) => (text === password ? null : AGAIN_DIFFERS)}
        refusal={wasTried ? problems.again : null}
      />
      <div className={stack['row']}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Change password
        </Button>
      </div>
    </form>
  )
}

/** Every change of an account needs its password. */
function CurrentPassword({ wasTried }: { wasTried: boolean }) {
  const [current, setCurrent] = useAtom(currentPasswordAtom)
  const [failure, setFailure] = useAtom(accountFailureAtom)
  return (
    <>
      <CurrentPasswordField
        value={current}
        onChange={(next) => {
          setCurrent(next)
          setFailure(null)
        }}
        {...{ failure, wasTried }}
        hint="Required to change the password and to end a session."
      />
      {failure && failure.issues.length === 0 && <Notice tone="error" title={failure.message} />}
    </>
  )
}

interface CurrentPasswordFieldProps extends Pick<
  ComponentProps<typeof TextField>,
  'value' | 'onChange' | 'hint' | 'startsFocused'
> {
  failure: Failure | null
  wasTried: boolean
}

export function CurrentPasswordField({ failure, wasTried, ...field }: CurrentPasswordFieldProps) {
  const isMissing = wasTried && field.value === ''
  return (
    <TextField
      {...field}
      label="Current password"
      type="password"
      autoComplete="current-password"
      maxLength={PASSWORD_MAX}
      refusal={issueAt(failure, 'current_password') ?? (isMissing ? required('Current password') : null)}
    />
  )
}

/** Submits a form once at a time, and only if it is complete. */
export function useSubmission() {
  const [wasTried, setWasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  /** The attributes of the form. */
  const formProps = (isComplete: boolean, send: () => Promise<void>) => ({
    className: stack['section'],
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      setWasTried(true)
      if (isBusy || !isComplete) return
      setIsBusy(true)
      void send().finally(() => setIsBusy(false))
    },
  })
  return { wasTried, isBusy, formProps, reset: () => setWasTried(false) }
}
