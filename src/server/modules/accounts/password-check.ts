import { hashPassword, isPassword, type PasswordCost } from '#server/platform/security/passwords.ts'

/** Whether the password matches the hash. Without a hash (unknown user) false, after the same work. */
export type PasswordCheck = (passwordHash: string | null, password: string) => Promise<boolean>

export function createPasswordCheck(cost: PasswordCost): PasswordCheck {
  const nobodysHash = hashPassword('the password of nobody', cost)
  return async (passwordHash, password) => {
    const isRight = await isPassword(passwordHash ?? (await nobodysHash), password)
    return isRight && passwordHash !== null
  }
}
