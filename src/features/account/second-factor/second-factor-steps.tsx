import { QrCode as Ark } from '@ark-ui/react/qr-code'
import { useAtomValue, useStore, useAtom } from 'jotai'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { CommandContext } from '#command-kit/context.ts'
import { required } from '#domain/messages.ts'
import { inGroups } from '#domain/second-factor.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { CodeField, OneTimeCodeField } from '#entities/session/code-field.tsx'
import { secondFactorAtom } from '#entities/session/session.ts'
import { CurrentPasswordField, useSubmission } from '#features/account/password-form.tsx'
import { type SecondFactorStep, secondFactorFailureAtom } from '#features/account/second-factor/state.ts'
import {
  askForSecret,
  makeRecoveryCodes,
  turnOff,
  turnOn,
  leaveSecondFactor,
  sessionsEnded,
  issueAt,
} from '#features/account/second-factor/use-cases.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import codeStyles from '#features/account/second-factor/qr-code.module.css'
import styles from '#features/account/second-factor/second-factor.module.css'
import stack from '#ui/stack.module.css'

export const TITLES: Readonly<Record<SecondFactorStep['kind'], string>> = {
  'turn-on': 'Turn on a second factor',
  secret: 'Turn on a second factor',
  'turn-off': 'Turn off the second factor',
  'new-codes': 'New recovery codes',
  codes: 'Recovery codes',
}

export function SecondFactorSteps({ step }: { step: SecondFactorStep }) {
  const isRequired = useAtomValue(secondFactorAtom)?.isRequired ?? false
  const common = { key: step.kind, label: TITLES[step.kind] }
  switch (step.kind) {
    case 'turn-on':
      return (
        <SecondFactorForm
          {...common}
          asks="password"
          send={(ports, { password }) => askForSecret(ports, password)}
          submit="Continue"
        >
          <p>
            The login then asks for your password and a six-digit code. An authenticator app on your phone or a password
            manager shows a new code every 30 seconds. The password alone is then not enough to log in.
          </p>
        </SecondFactorForm>
      )
    case 'secret':
      return (
        <SecondFactorForm
          {...common}
          asks="first code"
          send={(ports, { code }) => turnOn(ports, code)}
          submit="Turn on"
        >
          <Secret secret={step.secret} address={step.address} />
        </SecondFactorForm>
      )
    case 'turn-off':
      return (
        <SecondFactorForm
          {...common}
          send={(ports, { password, code }) => turnOff(ports, password, code)}
          submit="Turn off"
          variant="danger"
        >
          <p>
            The login will ask for your password only. Your recovery codes become invalid, and your other sessions end.
            {isRequired && ' This server requires a second factor: turn it on again to continue.'}
          </p>
        </SecondFactorForm>
      )
    case 'new-codes':
      return (
        <SecondFactorForm
          {...common}
          send={(ports, { password, code }) => makeRecoveryCodes(ports, password, code)}
          submit="Make new codes"
        >
          <p>Your old codes become invalid, and your other sessions end.</p>
        </SecondFactorForm>
      )
    case 'codes':
      return <RecoveryCodes {...step} />
  }
}

function Secret({ secret, address }: { secret: string; address: string }) {
  return (
    <div className={styles['secret']}>
      <QrCode text={address} label="QR code of the secret" />
      <div className={styles['words']}>
        <p>Scan this with your authenticator app, or type the secret there:</p>
        <p className={styles['code']} aria-label="Secret" role="group">
          {inGroups(secret)}
        </p>
        <p className={stack['muted']}>The second factor is on after you enter the code that the app shows.</p>
      </div>
    </div>
  )
}

interface RecoveryCodesProps {
  codes: readonly string[]
  ended: number
  /** Whether the factor was turned on just now. */
  isNew: boolean
}

/** The codes are shown once. */
function RecoveryCodes({ codes, ended, isNew }: RecoveryCodesProps) {
  const store = useStore()
  const { call } = useAtomValue(callAtom)
  const words = useRef<HTMLParagraphElement>(null)
  // The focused field is gone: move the focus to the confirmation, so that screen readers read it.
  useEffect(() => words.current?.focus(), [])
  return (
    <div className={stack['section']}>
      <p ref={words} tabIndex={-1} className={styles['done'] ?? ''}>
        {isNew ? 'The second factor is on.' : 'The old codes are invalid.'}
        {sessionsEnded(ended)} Each code replaces the app for one login. They are shown only once: keep them in a place
        that you reach without your phone.
      </p>
      <ol className={styles['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className={styles['code']}>
            {code}
          </li>
        ))}
      </ol>
      <div className={stack['row']}>
        <CommandButton id="second-factor.copy-codes" args={{}}>
          Copy
        </CommandButton>
        <CommandButton id="second-factor.save-codes" args={{}}>
          Save as a file
        </CommandButton>
        <Button variant="primary" onClick={() => void leaveSecondFactor({ call, store })}>
          Done
        </Button>
      </div>
    </div>
  )
}

type Send = (
  ports: Pick<CommandContext, 'call' | 'store'>,
  typed: { readonly password: string; readonly code: string },
) => Promise<void>

interface SecondFactorFormProps {
  label: string
  /** The first code is that of a new secret, which has no recovery codes. */
  asks?: 'password' | 'first code' | 'password and code'
  send: Send
  submit: string
  variant?: ButtonVariant
  children: ReactNode
}

/** One step: explanation, password or code or both, and the button. */
function SecondFactorForm(props: SecondFactorFormProps) {
  const { label, asks = 'password and code', send, variant = 'primary', children } = props
  const asksPassword = asks !== 'first code'
  const store = useStore()
  const { call } = useAtomValue(callAtom)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { wasTried, isBusy, formProps } = useSubmission()
  const [failure, setFailure] = useAtom(secondFactorFailureAtom)

  const isPasswordMissing = asksPassword && password === ''
  const isCodeMissing = asks !== 'password' && code.trim() === ''
  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    setFailure(null)
  }
  const codeField = {
    value: code,
    onChange: change(setCode),
    refusal: issueAt(failure, 'code') ?? (wasTried && isCodeMissing ? required('A code') : null),
  }

  return (
    <form
      {...formProps(!isPasswordMissing && !isCodeMissing, () => send({ call, store }, { password, code }))}
      aria-label={label}
    >
      {children}
      {asksPassword && (
        <CurrentPasswordField
          value={password}
          onChange={change(setPassword)}
          {...{ failure, wasTried }}
          startsFocused
        />
      )}
      {asks === 'password and code' && <CodeField {...codeField} />}
      {asks === 'first code' && <OneTimeCodeField {...codeField} startsFocused />}
      {failure && failure.issues.length === 0 && <Notice tone="error" title={failure.message} />}
      <div className={stack['row']}>
        <Button type="submit" variant={variant} isBusy={isBusy}>
          {props.submit}
        </Button>
      </div>
    </form>
  )
}

/** A QR code: always dark on light, because scanners need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <Ark.Root value={text} encoding={{ ecc: 'M' }} className={codeStyles['code'] ?? ''}>
      <Ark.Frame className={codeStyles['frame'] ?? ''} role="img" aria-label={label}>
        <Ark.Pattern className={codeStyles['pattern'] ?? ''} />
      </Ark.Frame>
    </Ark.Root>
  )
}
