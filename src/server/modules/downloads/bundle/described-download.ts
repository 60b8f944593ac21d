import type { CodeForm } from '#contract/downloads.ts'
import type { Versions } from '#contract/versions.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'
import type { LineageStep } from '#server/modules/downloads/bundle/lineage.ts'
import type { CustomVariable } from '#server/model/variable.ts'
import type { DownloadExtent } from '#server/engine/downloads/extent.ts'
import type { Phenotype } from '#server/engine/downloads/phenotype-lines.ts'
import type { SavedVariableSet } from '#server/store/variable-sets/variable-sets.ts'

/** All that a bundle says of its rows besides the rows. */
export interface DescribedDownload {
  readonly title: string
  readonly madeAt: Date
  readonly username: string
  readonly versions: Versions
  readonly isSynthetic: boolean
  readonly codeForm: CodeForm
  readonly set: SavedVariableSet
  readonly columns: readonly DescribedColumn[]
  readonly lineage: readonly LineageStep[]
  readonly extent: DownloadExtent
  /** Those of the set, of the lineage, and all that they are made of: what one is made of comes before it. */
  readonly customVariables: readonly CustomVariable[]
  readonly phenotypes: readonly Phenotype[]
  /** Variables that are no phenotypes, since two of their codes would have one name. */
  readonly collidingCodes: readonly string[]
  /** Two ids that would be one in PLINK's file, which is then not there. */
  readonly collidingIds: readonly [string, string] | null
}

export const PARTS = ['diverapp', 'diverweb', 'diverRPC', 'db_procs', 'db_edit'] as const
