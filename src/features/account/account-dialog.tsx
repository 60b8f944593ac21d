import { useSetAtom } from 'jotai'
import { accountSessions } from '#contract/account.ts'
import { QueryResult } from '#entities/loaded.tsx'
import { useCall } from '#entities/use-call.ts'
import { PasswordForm } from '#features/account/password-form.tsx'
import { SessionsTable } from '#features/account/sessions-table.tsx'
import { accountOpenAtom } from '#features/account/state.ts'
import { SESSIONS_KEY } from '#features/account/use-cases.ts'
import { Dialog } from '#ui/dialog.tsx'
import stack from '#ui/stack.module.css'

/** One's own password, and where one is signed in. */
export function AccountDialog() {
  const setIsOpen = useSetAtom(accountOpenAtom)
  const query = useCall({ endpoint: accountSessions, key: SESSIONS_KEY, request: {}, staleTime: 0 })
  return (
    <Dialog isOpen onClose={() => setIsOpen(false)} title="Your account">
      <div className={stack['screen']}>
        <PasswordForm />
        <section className={stack['section']} aria-labelledby="own-sessions">
          <h2 id="own-sessions">Where you are logged in</h2>
          <QueryResult query={query}>{({ data }) => <SessionsTable sessions={data} />}</QueryResult>
        </section>
      </div>
    </Dialog>
  )
}
