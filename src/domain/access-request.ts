import { collectionName } from '#domain/access.ts'

export interface AccessRequest {
  readonly username: string
  /** Empty if the account has none. */
  readonly name: string
  /** Codes of the collections to read. */
  readonly collections: readonly string[]
  readonly purpose: string
}

/** The text of a request for access; what the user has to add is in brackets. */
export function accessRequestText({ username, name, collections, purpose }: AccessRequest): string {
  return [
    'Request for access to data',
    '',
    `Account: ${name === '' || name === username ? username : `${name} (${username})`}`,
    `Collections: ${collections.map(collectionName).join(', ')}`,
    `Purpose of the study: ${purpose.trim() || '[to fill in]'}`,
    'Members of the team who will work with the data: [to fill in]',
    'Storage of the data: [to fill in]',
    '',
  ].join('\n')
}
