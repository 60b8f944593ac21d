import { hashPassword, isPassword, type PasswordCost } from '#server/platform/security/passwords.ts'

/** Whether the password belongs to the hash; without one (an unknown user) false, after the same work. */
export type PasswordCheck = (passwordHash: string | null, password: string) => Promise<boolean>

/** Takes as long for an account that is not there as for one that is. */
export function createPasswordCheck(cost: PasswordCost): PasswordCheck {
  const nobodysHash = hashPassword('the password of nobody', cost)
  return async (passwordHash, password) => {
    const isRight = await isPassword(passwordHash ?? (await nobodysHash), password)
    return isRight && passwordHash !== null
  }
}
