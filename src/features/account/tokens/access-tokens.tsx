import { useAtom, useAtomValue, useStore } from 'jotai'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { tokenList } from '#contract/tokens.ts'
import { TOKEN_DAYS, TOKEN_DAYS_DEFAULT, TOKEN_NAME_MAX } from '#domain/limits.ts'
import { required } from '#domain/messages.ts'
import { momentInWords } from '#domain/moments.ts'
import { SCOPE_WORDS, TOKEN_SCOPES, type TokenScope } from '#domain/token-scopes.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { CurrentPasswordField, useSubmission } from '#features/account/password-form.tsx'
import { issueAt } from '#features/account/second-factor/use-cases.ts'
import {
  goToTokenStep,
  makeToken,
  tokenFailureAtom,
  TOKENS_KEY,
  type TokenStep,
} from '#features/account/tokens/state.ts'
import { Button } from '#ui/button.tsx'
import { CheckOption } from '#ui/forms/check-option.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import styles from '#features/account/second-factor/second-factor.module.css'
import stack from '#ui/stack.module.css'

type AccessToken = ResponseOf<typeof tokenList>['data'][number]

function Moment({ time }: { time: string }) {
  return <time dateTime={time}>{momentInWords(time)}</time>
}

const COLUMNS: readonly Column<AccessToken>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name },
  { key: 'scopes', header: 'May', cell: ({ scopes }) => scopes.join(', ') },
  { key: 'expires', header: 'Expires', cell: ({ expiresAt }) => <Moment time={expiresAt} /> },
  { key: 'used', header: 'Last used', cell: ({ usedAt }) => (usedAt === null ? 'never' : <Moment time={usedAt} />) },
  {
    key: 'revoke',
    header: 'Revoke',
    cell: ({ tokenId }) => (
      <CommandButton id="account.revoke-token" args={{ tokenId }} size="small">
        Revoke
      </CommandButton>
    ),
  },
]

/** The user's access tokens, for programs. */
export function AccessTokensSection({ newToken }: { newToken: RefObject<HTMLDivElement | null> }) {
  const query = useCall({ endpoint: tokenList, key: TOKENS_KEY, request: {}, staleTime: 0 })
  return (
    <section className={stack['section']} aria-labelledby="access-tokens">
      <h2 id="access-tokens">Access tokens</h2>
      <p className={stack['muted']}>For the command line, Python and R. A token may never do more than you may.</p>
      <QueryResult query={query}>
        {({ data }) =>
          data.length > 0 && (
            <DataTable label="Access tokens" columns={COLUMNS} rows={data} rowKey={({ tokenId }) => tokenId} />
          )
        }
      </QueryResult>
      <div ref={newToken} className={stack['row']}>
        <CommandButton id="account.new-token" args={{}} />
      </div>
    </section>
  )
}

export const TOKEN_TITLES: Readonly<Record<TokenStep['kind'], string>> = {
  new: 'New access token',
  made: 'Your new access token',
}

export function TokenSteps({ step }: { step: TokenStep }) {
  return step.kind === 'new' ? <TokenForm /> : <MadeToken token={step.token} />
}

function TokenForm() {
  const store = useStore()
  const { call } = useAtomValue(callAtom)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['catalog', 'counts'])
  const [days, setDays] = useState<number>(TOKEN_DAYS_DEFAULT)
  const [currentPassword, setCurrentPassword] = useState('')
  const [failure, setFailure] = useAtom(tokenFailureAtom)
  const { wasTried, isBusy, formProps } = useSubmission()
  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    setFailure(null)
  }
  const isComplete = name.trim() !== '' && currentPassword !== '' && scopes.length > 0
  const send = () => makeToken({ call, store }, { name, scopes: [...scopes], days, currentPassword })
  return (
    <form {...formProps(isComplete, send)} aria-label={TOKEN_TITLES.new}>
      <TextField
        label="Name"
        value={name}
        maxLength={TOKEN_NAME_MAX}
        onChange={change(setName)}
        refusal={issueAt(failure, 'name') ?? (wasTried && name.trim() === '' ? required('Name') : null)}
        hint="Where it is used, such as “Analysis on my laptop”."
        startsFocused
      />
      <fieldset className={stack['section']}>
        <legend>It may</legend>
        {TOKEN_SCOPES.map((scope) => (
          <CheckOption
            key={scope}
            label={`${scope}: ${SCOPE_WORDS[scope]}`}
            isChecked={scopes.includes(scope)}
            onChange={(isChecked) =>
              setScopes(TOKEN_SCOPES.filter((other) => (other === scope ? isChecked : scopes.includes(other))))
            }
          />
        ))}
        {wasTried && scopes.length === 0 && <Notice tone="error" title="Choose what the token may do." />}
      </fieldset>
      <SelectField
        label="Expires after"
        value={String(days)}
        options={TOKEN_DAYS.map((count) => ({ value: String(count), label: `${count} days` }))}
        onChange={(value) => setDays(Number(value))}
      />
      <CurrentPasswordField value={currentPassword} onChange={change(setCurrentPassword)} {...{ failure, wasTried }} />
      {failure && failure.issues.length === 0 && <Notice tone="error" title={failure.message} />}
      <div className={stack['row']}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Make the token
        </Button>
      </div>
    </form>
  )
}

/** The secret is shown once. */
function MadeToken({ token }: { token: string }) {
  const store = useStore()
  const words = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => words.current?.focus(), [])
  return (
    <div className={stack['section']}>
      <p ref={words} tabIndex={-1} className={styles['done'] ?? ''}>
        It is shown only once. Keep it like a password: in a password manager, never in a notebook or a repository.
      </p>
      <p className={styles['code']} role="group" aria-label="Access token">
        {token}
      </p>
      <div className={stack['row']}>
        <CommandButton id="account.copy-token" args={{}}>
          Copy
        </CommandButton>
        <Button variant="primary" onClick={() => goToTokenStep(store, null)}>
          Done
        </Button>
      </div>
    </div>
  )
}
