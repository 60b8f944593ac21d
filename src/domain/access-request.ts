import { collectionName } from '#domain/access.ts'

export interface AccessRequest {
  readonly username: string
  /** Empty if the account has none. */
  readonly name: string
  /** The mail address of the recipient; null if the installation names none. */
  readonly recipient: string | null
  /** Codes of the collections to read. */
  readonly collections: readonly string[]
  readonly purpose: string
  /** The members of the team who will work with the data. */
  readonly team: string
  readonly storage: string
}

/** The text of a request for access; what the user has to add is in brackets. */
export function accessRequestText(request: AccessRequest): string {
  const { username, name, recipient, collections, purpose, team, storage } = request
  const filled = (text: string) => text.trim() || '[to fill in]'
  return [
    'Request for access to data',
    '',
    `To: ${recipient ?? 'the operator of this installation'}`,
    `Account: ${name === '' || name === username ? username : `${name} (${username})`}`,
    `Collections: ${filled(collections.map(collectionName).join(', '))}`,
    `Purpose of the study: ${filled(purpose)}`,
    `Members of the team who will work with the data: ${filled(team)}`,
    `Storage of the data: ${filled(storage)}`,
    '',
  ].join('\n')
}
