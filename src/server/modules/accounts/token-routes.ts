import { tokenList, tokenNew, tokenRevoke } from '#contract/tokens.ts'
import { TOKENS_MAX } from '#domain/limits.ts'
import { requirePassword } from '#server/modules/accounts/check-password.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'
import { meaningless, notFound } from '#server/platform/http/refusal.ts'
import { routeForChange } from '#server/platform/http/route-for-change.ts'
import { routeFor, type Api } from '#server/platform/http/route-for.ts'
import { deleteToken, insertToken, tokensOf } from '#server/store/accounts/access-tokens.ts'

const DAY = 24 * 60 * 60 * 1000

/** The user's own access tokens. No token makes, lists or revokes tokens. */
export function tokenRoutes(api: Api<AccountServices>): void {
  const { accessTokens, clock } = api.services
  const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString()

  routeFor(api, tokenList, async ({ authenticate, connection }) => {
    const { accountId } = await authenticate()
    const tokens = await tokensOf(connection, accountId, clock())
    return {
      data: tokens.map(({ created_at, expires_at, used_at, ...token }) => ({
        ...token,
        made_at: isoOf(created_at),
        expires_at: isoOf(expires_at),
        used_at: used_at === null ? null : isoOf(used_at),
      })),
    }
  })

  routeForChange(api, tokenNew, async (incoming) => {
    const user = await incoming.authenticate()
    const { current_password, name, scopes, days } = await incoming.validate()
    const requireSame = await requirePassword(incoming, user, current_password)
    const { token, tokenHash, tokenId } = accessTokens.newSecret()
    const createdAt = clock()
    const expiresAt = createdAt + days * DAY
    incoming.addDetails({ token_id: tokenId, scopes: scopes.join(' '), days })
    await incoming.change(async (tx) => {
      await requireSame(tx)
      const { accountId } = user
      const others = await tokensOf(tx, accountId, createdAt)
      if (others.some((other) => other.name === name)) throw meaningless('You have a token of this name.', 'name')
      if (others.length >= TOKENS_MAX) {
        throw meaningless(`You have ${TOKENS_MAX} access tokens. Revoke one of them first.`, 'name')
      }
      await insertToken(tx, { tokenHash, tokenId, accountId, name, scopes, createdAt, expiresAt })
    })
    return { token_id: tokenId, token, expires_at: isoOf(expiresAt) }
  })

  routeForChange(api, tokenRevoke, async ({ authenticate, validate, change }) => {
    const { accountId } = await authenticate()
    const { token_id } = await validate()
    await change(async (tx) => {
      if (!(await deleteToken(tx, accountId, token_id))) throw notFound('access token')
    })
    return {}
  })
}
