import { hash, verify } from '@node-rs/argon2'

/** What a guess costs; tests take less. The algorithm is argon2id, the library's default. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** The text to keep instead of the password. */
export function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  return hash(password, { ...cost, parallelism: 1 })
}

/** Whether the password is the one that was hashed; false also for a text that is no hash. */
export async function isPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password)
  } catch {
    return false
  }
}
