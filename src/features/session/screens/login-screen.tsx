import { useAtom, useAtomValue, useStore } from 'jotai'
import { useState, useRef, type FormEvent } from 'react'
import { type Failure, ApiError } from '#api/result.ts'
import { ANY_NAME_MAX, PASSWORD_MAX } from '#domain/limits.ts'
import { CODE_NEEDED, required } from '#domain/messages.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { CodeField } from '#entities/session/code-field.tsx'
import { userinfoErrorAtom, versionsAtom, userinfoAtom } from '#entities/session/session.ts'
import { logIn } from '#features/session/log-in.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from '#features/session/screens/login.module.css'

/** The login form; on success the session gate opens. */
export default function LoginScreen({ isReturning }: { isReturning: boolean }) {
  const versions = useAtomValue(versionsAtom)
  const hasFailed = useAtomValue(userinfoErrorAtom) !== null
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')

  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <div>
          <h1 className={styles['brand']}>DIVER</h1>
          <p className={styles['lead']}>
            {isReturning
              ? `${hasFailed ? '' : 'Your session has ended. '}Log in to continue.`
              : 'Phenotypic research data'}
          </p>
        </div>
        <UserinfoError />
        <LoginForm username={username} onUsername={setUsername} password={password} onPassword={setPassword} />
        {versions && versions.demoAccounts.length > 0 && (
          <div className={styles['demo']}>
            <p>Synthetic data. Accounts to try:</p>
            <ul>
              {versions.demoAccounts.map((account) => (
                <li key={account.username} className={styles['account']}>
                  <button
                    type="button"
                    onClick={() => {
                      setUsername(account.username)
                      setPassword(account.password)
                    }}
                  >
                    {account.username} / {account.password}
                  </button>
                  <span>{account.about}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </main>
  )
}

interface LoginFormProps {
  username: string
  onUsername: (username: string) => void
  password: string
  onPassword: (password: string) => void
}

/** Username and password; then the code, if the account has a second factor. */
function LoginForm({ username, onUsername, password, onPassword }: LoginFormProps) {
  const store = useStore()
  const { call } = useAtomValue(callAtom)
  const [code, setCode] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  /** The username that needs a code; another name resets it. */
  const [codeOf, setCodeOf] = useState<string | null>(null)
  const [lacksCode, setLacksCode] = useState(false)
  const [passwordField, codeField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const userinfoError = useAtomValue(userinfoErrorAtom)
  // The screen shows the error of GET /userinfo above this form.
  const isShownAbove = userinfoError instanceof ApiError && userinfoError.failure === failure
  const needsCode = codeOf !== null && codeOf === username
  const refusedCode = needsCode && failure ? codeRefusal(failure) : null

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    const isCodeMissing = needsCode && code.trim() === ''
    setLacksCode(isCodeMissing)
    if (isBusy || username === '' || password === '' || isCodeMissing) return
    setIsBusy(true)
    setFailure(null)
    const result = await logIn({ call, store }, { username, password, ...(needsCode && { code }) })
    if (result.ok) return
    setFailure(result)
    setIsBusy(false)
    const isOfCode = codeRefusal(result) !== null
    if (isOfCode) setCodeOf(username)
    // Select the wrong input, so that typing replaces it.
    const field = isOfCode ? codeField : passwordField
    field.current?.focus()
    field.current?.select()
  }

  const needed = (label: string, value: string) => {
    const problemOf = (text: string) => (text === '' ? required(label) : null)
    return { label, value, problemOf, refusal: wasTried ? problemOf(value) : null }
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <TextField
        {...needed('Username', username)}
        onChange={onUsername}
        maxLength={ANY_NAME_MAX}
        autoComplete="username"
        startsFocused
      />
      <TextField
        {...needed('Password', password)}
        ref={passwordField}
        type="password"
        onChange={onPassword}
        maxLength={PASSWORD_MAX}
        autoComplete="current-password"
      />
      {needsCode && (
        <>
          <p role="status">{CODE_NEEDED}</p>
          <CodeField
            ref={codeField}
            startsFocused
            value={code}
            onChange={(next) => {
              setCode(next)
              setFailure(null)
              setLacksCode(false)
            }}
            refusal={lacksCode ? required('A code') : refusedCode === CODE_NEEDED ? null : refusedCode}
          />
        </>
      )}
      {failure && refusedCode === null && !isShownAbove && <Notice tone="error" title={failure.message} />}
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Log in
      </Button>
    </form>
  )
}

const NOT_SIGNED_IN = 401

/** The error of a second factor's code; null if the login failed for another reason. */
function codeRefusal({ status, issues }: Failure): string | null {
  return (status === NOT_SIGNED_IN && issues.find(({ path }) => path === 'code')?.message) || null
}

/** The error of `GET /userinfo`; the text stays during a retry. */
export function UserinfoError() {
  const [{ isFetching }, change] = useAtom(userinfoAtom)
  const error = useAtomValue(userinfoErrorAtom)
  const [last, setLast] = useState(error)
  if (!isFetching && error !== last) setLast(error)
  if (last === null) return null
  return (
    <Notice
      tone="error"
      title={last.message}
      actions={
        <Button isBusy={isFetching} onClick={() => void change('fetch')}>
          Try again
        </Button>
      }
    />
  )
}
