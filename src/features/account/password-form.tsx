import stack from '#ui/stack.module.css'
import { useAtom, useAtomValue, useStore } from 'jotai'
import { useState } from 'react'
import { useCommandContext } from '#command-kit/hooks.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/limits.ts'
import { CHANGES_SAVED, required } from '#domain/messages.ts'
import { countOf } from '#domain/numbers.ts'
import { passwordProblem } from '#domain/passwords.ts'
import { callAtom } from '#entities/services.ts'
import { changePassword, accountFailureAtom, currentPasswordAtom } from '#features/account/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSubmission } from '#ui/forms/use-submission.ts'
import { showSuccess } from '#ui/overlays/toasts.ts'
import { Notice } from '#ui/notice.tsx'

const AGAIN_DIFFERS = 'The two passwords differ.'

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
  const refused = failure?.issues.find(({ path }) => path === 'password')?.message ?? null
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
        refusal={refused ?? (wasTried ? problems.password : null)}
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
  const refused = failure?.issues.find(({ path }) => path === 'current_password')?.message
  return (
    <>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        value={current}
        maxLength={PASSWORD_MAX}
        onChange={(next) => {
          setCurrent(next)
          setFailure(null)
        }}
        refusal={refused ?? (wasTried && current === '' ? required('Current password') : null)}
        hint="Required to change the password and to end a session."
      />
      {failure && failure.issues.length === 0 && <Notice tone="error" title={failure.message} />}
    </>
  )
}
