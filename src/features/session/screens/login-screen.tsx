import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { userinfoErrorAtom, versionsAtom } from '#entities/session.ts'
import { LoginForm } from '#features/session/screens/login-form.tsx'
import { UserinfoError } from '#features/session/screens/userinfo-error.tsx'
import styles from '#features/session/screens/login.module.css'

/** The login form; on success the session gate opens. */
export function LoginScreen({ isReturning }: { isReturning: boolean }) {
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
