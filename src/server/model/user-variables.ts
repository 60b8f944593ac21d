import type { Catalog } from '#server/model/catalog.ts'
import type { AnyVariable, CustomVariable } from '#server/model/variable.ts'

export interface UserVariables {
  readonly custom: readonly CustomVariable[]
  /** Finds a variable by its name, ignoring case. */
  readonly find: (name: string) => AnyVariable | undefined
  readonly catalog: Catalog
}
