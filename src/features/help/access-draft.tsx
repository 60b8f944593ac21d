import { useAtom, useAtomValue } from 'jotai'
import * as v from 'valibot'
import { copyText } from '#command-kit/clipboard.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { accessRequestText } from '#domain/access-request.ts'
import { collectionName } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortAtom } from '#entities/cohorts/cohorts.ts'
import { accessAtom, accessContactAtom, accessRequestAddressAtom, userAtom } from '#entities/session/session.ts'
import { classNames } from '#ui/class-names.ts'
import { CheckOption } from '#ui/forms/check-option.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/help/screens/handbook.module.css'
import stack from '#ui/stack.module.css'

/** The user's request for the collections that are closed to them, to copy; nothing if the server has a page for requests. */
export function AccessDraft() {
  const address = useAtomValue(accessRequestAddressAtom)
  const user = useAtomValue(userAtom)
  const { data: everything } = useAtomValue(cohortAtom(ROOT_COHORT_ID))
  const { closed } = useAtomValue(accessAtom)(everything?.collections ?? [])
  if (address !== null || user === null || closed.length === 0) return null
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return <Draft username={user.username} name={name} collections={closed} />
}

const StoredDraft = v.object({
  collections: v.array(v.string()),
  purpose: v.string(),
  team: v.string(),
  storage: v.string(),
})

/** Kept for the account: a request is written in several goes. */
const draftAtom = userStorageAtom('access-request', StoredDraft, {
  collections: [],
  purpose: '',
  team: '',
  storage: '',
})

interface DraftProps {
  username: string
  name: string
  collections: readonly string[]
}

function Draft({ collections, ...account }: DraftProps) {
  const contact = useAtomValue(accessContactAtom)
  const [draft, setDraft] = useAtom(draftAtom(account.username))
  const asked = collections.filter((code) => draft.collections.includes(code))
  const text = accessRequestText({ ...account, ...draft, recipient: contact, collections: asked })
  const fill = (field: 'purpose' | 'team' | 'storage') => (typed: string) => setDraft({ ...draft, [field]: typed })
  usePaneActions({
    'access.copy-request': { available: true, run: () => copyText(text) },
  })
  return (
    <section className={stack['section']} aria-label="Draft of your request">
      <h2>Draft of your request</h2>
      <fieldset className={styles['collections']}>
        <legend>Collections to read</legend>
        {collections.map((code) => (
          <CheckOption
            key={code}
            label={collectionName(code)}
            isChecked={asked.includes(code)}
            onChange={(isAsked) =>
              setDraft({ ...draft, collections: isAsked ? [...asked, code] : asked.filter((other) => other !== code) })
            }
          />
        ))}
      </fieldset>
      <TextField label="Purpose of the study" value={draft.purpose} onChange={fill('purpose')} isMultiline />
      <TextField label="Members of the team who will work with the data" value={draft.team} onChange={fill('team')} />
      <TextField
        label="Storage of the data"
        value={draft.storage}
        onChange={fill('storage')}
        placeholder="Institution, system, country"
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions need keyboard access */}
      <pre className={classNames(styles['code'], styles['draft'])} tabIndex={0}>
        {text}
      </pre>
      <div className={stack['row']}>
        <CommandButton id="access.copy-request" args={{}} variant="primary" />
        {contact === null ? (
          <span className={stack['muted']}>Send it to the operator of this installation.</span>
        ) : (
          <a
            href={`mailto:${contact}?subject=${encodeURIComponent('Access to data')}&body=${encodeURIComponent(text)}`}
          >
            Send to {contact}
          </a>
        )}
      </div>
    </section>
  )
}
