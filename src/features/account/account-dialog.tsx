import { useAtomValue, useSetAtom, useStore, useAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { useCommandContext } from '#command-kit/hooks.ts'
import { accountSessions } from '#contract/account.ts'
import { isOffered } from '#contract/endpoint.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { tokenList } from '#contract/tokens.ts'
import { RECOVERY_CODES } from '#domain/limits.ts'
import { momentInWords } from '#domain/moments.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { secondFactorAtom } from '#entities/session/session.ts'
import { PasswordForm } from '#features/account/password-form.tsx'
import { SecondFactorSteps, TITLES } from '#features/account/second-factor/second-factor-steps.tsx'
import { secondFactorStepAtom, isBackFromStepAtom } from '#features/account/second-factor/state.ts'
import { leaveSecondFactor } from '#features/account/second-factor/use-cases.ts'
import { AccessTokensSection, TOKEN_TITLES, TokenSteps } from '#features/account/tokens/access-tokens.tsx'
import { goToTokenStep, tokenStepAtom } from '#features/account/tokens/state.ts'
import { SESSIONS_KEY, accountOpenAtom } from '#features/account/use-cases.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import stack from '#ui/stack.module.css'

/** The account, or the current step of changing its second factor. */
export function AccountDialog() {
  const store = useStore()
  const { call } = useAtomValue(callAtom)
  const setIsOpen = useSetAtom(accountOpenAtom)
  const step = useAtomValue(secondFactorStepAtom)
  const tokenStep = useAtomValue(tokenStepAtom)
  const isTokenStep = tokenStep !== null
  const newToken = useRef<HTMLDivElement>(null)
  const returnFocus = useEffectEvent(() => newToken.current?.querySelector('button')?.focus())
  useEffect(() => {
    if (!isTokenStep) return
    return () => returnFocus()
  }, [isTokenStep])
  const title = step ? TITLES[step.kind] : tokenStep ? TOKEN_TITLES[tokenStep.kind] : 'Your account'
  const close = () => {
    if (step) void leaveSecondFactor({ call, store })
    else if (tokenStep) goToTokenStep(store, null)
    else setIsOpen(false)
  }
  const closeAll = () => {
    if (step || tokenStep) close()
    setIsOpen(false)
  }
  const isShownOnce = step?.kind === 'codes' || tokenStep?.kind === 'made'
  return (
    <Dialog
      isOpen
      // A click outside must not close it.
      role={isShownOnce ? 'alertdialog' : 'dialog'}
      onPageChange={isShownOnce ? () => {} : closeAll}
      onClose={close}
      title={title}
    >
      {step ? (
        <SecondFactorSteps step={step} />
      ) : tokenStep ? (
        <TokenSteps step={tokenStep} />
      ) : (
        <AccountSections newToken={newToken} />
      )}
    </Dialog>
  )
}

function AccountSections({ newToken }: { newToken: RefObject<HTMLDivElement | null> }) {
  const { capabilities } = useCommandContext()
  const query = useCall({ endpoint: accountSessions, key: SESSIONS_KEY, request: {}, staleTime: 0 })
  return (
    <div className={stack['screen']}>
      <PasswordForm />
      <SecondFactorSection />
      {isOffered(tokenList, capabilities) && <AccessTokensSection newToken={newToken} />}
      <section className={stack['section']} aria-labelledby="own-sessions">
        <h2 id="own-sessions">Your sessions</h2>
        <QueryResult query={query}>{({ data }) => <SessionsTable sessions={data} />}</QueryResult>
      </section>
    </div>
  )
}

function SecondFactorSection() {
  const factor = useAtomValue(secondFactorAtom)
  const [isBack, setIsBack] = useAtom(isBackFromStepAtom)
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Return the focus to the button that opened the step.
    if (isBack) actions.current?.querySelector('button')?.focus()
    setIsBack(false)
  }, [isBack, setIsBack])
  if (factor === null) return null
  const { isOn, recoveryCodesLeft: left } = factor
  return (
    <section className={stack['section']} aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <p className={stack['muted']}>
        {isOn
          ? `On: the login also asks for a code. ${left} of ${RECOVERY_CODES} recovery codes are left.`
          : 'Off: the login asks for your password only. When on, it also asks for a code from your authenticator app.'}
      </p>
      <div ref={actions} className={stack['row']}>
        <CommandButton id="second-factor.turn-on" args={{}} />
        <CommandButton id="second-factor.new-codes" args={{}} />
        <CommandButton id="second-factor.turn-off" args={{}} />
      </div>
    </section>
  )
}

type OwnSession = ResponseOf<typeof accountSessions>['data'][number]

const COLUMNS: readonly Column<OwnSession>[] = [
  { key: 'program', header: 'Browser', cell: ({ program }) => program ?? 'not known' },
  {
    key: 'begun',
    header: 'Logged in',
    cell: ({ begunAt }) => <time dateTime={begunAt}>{momentInWords(begunAt)}</time>,
  },
  { key: 'used', header: 'Last used', cell: ({ usedAt }) => <time dateTime={usedAt}>{momentInWords(usedAt)}</time> },
  {
    key: 'end',
    header: 'End',
    cell: ({ sessionId, isOwn }) =>
      isOwn ? (
        'this session'
      ) : (
        <CommandButton id="account.end-session" args={{ sessionId }} size="small">
          End
        </CommandButton>
      ),
  },
]

function SessionsTable({ sessions }: { sessions: readonly OwnSession[] }) {
  return <DataTable label="Your sessions" columns={COLUMNS} rows={sessions} rowKey={({ sessionId }) => sessionId} />
}
