import { hash, verify } from '@node-rs/argon2'

/** Cost of argon2id (the library's default); tests use less. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Returns the argon2id hash in PHC format. */
export function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  return hash(password, { ...cost, parallelism: 1 })
}

/** Whether the password matches the hash; false for an invalid hash. */
export async function isPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password)
  } catch {
    return false
  }
}
