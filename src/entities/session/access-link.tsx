import { useAtomValue } from 'jotai'
import { CommandLink } from '#command-kit/command-link.tsx'
import { accessRequestAddressAtom } from '#entities/session/session.ts'

/** To the back end's page for access requests, or to the handbook's. */
export function AccessLink() {
  const address = useAtomValue(accessRequestAddressAtom)
  if (address === null) {
    return (
      <CommandLink id="help.show" args={{ page: 'access' }}>
        Apply for access
      </CommandLink>
    )
  }
  return (
    <a href={address} target="_blank" rel="noreferrer">
      Apply for access
    </a>
  )
}
