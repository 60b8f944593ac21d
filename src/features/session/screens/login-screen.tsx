import { useAtomValue, useStore } from 'jotai'
import { useRef, useState, type FormEvent } from 'react'
import type { Failure } from '#api/result.ts'
import { callAtom } from '#entities/call-atom.ts'
import { versionsAtom } from '#entities/session.ts'
import { logIn } from '#features/session/use-cases.ts'
import { required } from '#domain/messages.ts'
import styles from '#features/session/screens/login.module.css'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

/** The login form; on success the gate opens by itself. */
export function LoginScreen({ isReturning }: { isReturning: boolean }) {
  const store = useStore()
  const { call } = useAtomValue(callAtom)
  const versions = useAtomValue(versionsAtom)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    if (isBusy || username === '' || password === '') return
    setIsBusy(true)
    setFailure(null)
    const result = await logIn({ call, store }, username, password)
    if (!result.ok) {
      setFailure(result)
      setIsBusy(false)
      // What is typed next takes the place of what was wrong.
      passwordField.current?.select()
    }
  }

  const missing = (label: string) => (value: string) => (value === '' ? required(label) : null)

  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <div>
          <h1 className={styles['brand']}>DIVER</h1>
          <p className={styles['lead']}>
            {isReturning ? 'Your session has ended. Log in to go on where you were.' : 'Phenotypic research data'}
          </p>
        </div>
        <form className={styles['form']} onSubmit={(event) => void handleSubmit(event)} noValidate>
          <TextField
            label="Username"
            value={username}
            onChange={setUsername}
            autoComplete="username"
            problemOf={missing('Username')}
            refusal={wasTried && username === '' ? required('Username') : null}
            startsFocused
          />
          <TextField
            ref={passwordField}
            label="Password"
            type="password"
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            problemOf={missing('Password')}
            refusal={wasTried && password === '' ? required('Password') : null}
          />
          {failure && <Notice tone="error" title={failure.message} />}
          <Button type="submit" variant="primary" isBusy={isBusy}>
            Log in
          </Button>
        </form>
        {versions && versions.demo_accounts.length > 0 && (
          <div className={styles['demo']}>
            <p>Synthetic data. Accounts to try:</p>
            <ul>
              {versions.demo_accounts.map((account) => (
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
