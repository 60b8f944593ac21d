import type { Statistics } from '#server/model/statistics.ts'
import type { AccessTokens } from '#server/modules/accounts/access-tokens.ts'
import type { PasswordCheck } from '#server/modules/accounts/check-password.ts'
import type { LoginThrottle } from '#server/modules/accounts/login-throttle.ts'
import type { PasswordQueue } from '#server/modules/accounts/password-queue.ts'
import type { SecondFactors } from '#server/modules/accounts/second-factors.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { Sessions } from '#server/store/accounts/sessions.ts'

/** Services of accounts, sessions and second factors. */
export interface AccountServices extends HttpServices {
  readonly sessions: Sessions
  readonly accessTokens: AccessTokens
  readonly checkPassword: PasswordCheck
  readonly passwordQueue: PasswordQueue
  readonly secondFactors: SecondFactors
  readonly throttle: LoginThrottle
  readonly statistics: (connection: Connection) => Promise<Statistics>
}
