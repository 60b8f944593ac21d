import type { Catalog } from '#server/model/catalog.ts'
import type { AnyVariable, CustomVariable } from '#server/model/variable.ts'

/** The variables that somebody can name: their own custom ones and those of the catalog. */
export interface UserVariables {
  /** Oldest first. */
  readonly custom: readonly CustomVariable[]
  /** Finds a variable by its name; case is ignored. */
  readonly find: (name: string) => AnyVariable | undefined
  readonly catalog: Catalog
}
