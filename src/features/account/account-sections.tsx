import { accountSessions } from '#contract/account.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { useCall } from '#entities/use-call.ts'
import { PasswordForm } from '#features/account/password-form.tsx'
import { SecondFactorSection } from '#features/account/second-factor/second-factor-section.tsx'
import { SessionsTable } from '#features/account/sessions-table.tsx'
import { SESSIONS_KEY } from '#features/account/use-cases.ts'
import stack from '#ui/stack.module.css'

/** One's own password, second factor, and where one is signed in. */
export function AccountSections() {
  const query = useCall({ endpoint: accountSessions, key: SESSIONS_KEY, request: {}, staleTime: 0 })
  return (
    <div className={stack['screen']}>
      <PasswordForm />
      <SecondFactorSection />
      <section className={stack['section']} aria-labelledby="own-sessions">
        <h2 id="own-sessions">Where you are logged in</h2>
        <QueryResult query={query}>{({ data }) => <SessionsTable sessions={data} />}</QueryResult>
      </section>
    </div>
  )
}
