import { useAtom, useStore, useAtomValue } from 'jotai'
import { useState, type ReactNode } from 'react'
import type { CommandContext } from '#command-kit/context.ts'
import { required } from '#domain/messages.ts'
import { callAtom } from '#entities/services.ts'
import { CodeField, OneTimeCodeField } from '#entities/code-field.tsx'
import { issueAt, secondFactorFailureAtom } from '#features/account/second-factor/use-cases.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { useSubmission } from '#ui/forms/use-submission.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { PASSWORD_MAX } from '#domain/limits.ts'

type Send = (
  ports: Pick<CommandContext, 'call' | 'store'>,
  typed: { readonly password: string; readonly code: string },
) => Promise<void>

interface SecondFactorFormProps {
  label: string
  /** Asks for password and code; otherwise for the first code of a new secret. */
  asksPassword: boolean
  asksCode: 'none' | 'any' | 'first'
  send: Send
  submit: string
  variant?: ButtonVariant
  children: ReactNode
}

/** One step: explanation, password or code or both, and the button. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { label, asksPassword, asksCode, send, variant = 'primary', children } = props
  const store = useStore()
  const { call } = useAtomValue(callAtom)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { wasTried, isBusy, submit } = useSubmission()
  const [failure, setFailure] = useAtom(secondFactorFailureAtom)

  const problems = {
    password: asksPassword && password === '' ? required('Current password') : null,
    code: asksCode !== 'none' && code.trim() === '' ? required('A code') : null,
  }
  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    setFailure(null)
  }
  const isComplete = problems.password === null && problems.code === null
  const codeField = {
    value: code,
    onChange: change(setCode),
    refusal: issueAt(failure, 'code') ?? (wasTried ? problems.code : null),
  }

  return (
    <form
      className={stack['section']}
      onSubmit={(event) => void submit(event, isComplete, () => send({ call, store }, { password, code }))}
      noValidate
      aria-label={label}
    >
      {children}
      {asksPassword && (
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={password}
          maxLength={PASSWORD_MAX}
          onChange={change(setPassword)}
          refusal={issueAt(failure, 'current_password') ?? (wasTried ? problems.password : null)}
          startsFocused
        />
      )}
      {asksCode === 'any' && <CodeField {...codeField} />}
      {asksCode === 'first' && <OneTimeCodeField {...codeField} startsFocused />}
      {failure && failure.issues.length === 0 && <Notice tone="error" title={failure.message} />}
      <div className={stack['row']}>
        <Button type="submit" variant={variant} isBusy={isBusy}>
          {props.submit}
        </Button>
      </div>
    </form>
  )
}
