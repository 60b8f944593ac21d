import type { CodeForm } from '#contract/downloads.ts'
import type { Versions } from '#contract/versions.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'
import type { LineageStep } from '#server/modules/downloads/bundle/lineage.ts'
import type { CustomVariable } from '#server/model/variable.ts'
import type { DownloadExtent } from '#server/engine/downloads/extent.ts'
import type { Phenotype } from '#server/engine/downloads/phenotype-lines.ts'
import type { SavedVariableSet } from '#server/store/variable-sets/variable-sets.ts'

/** The documentation of a bundle, without the rows. */
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
  /** Custom variables of the set and of the lineage with all their sources; sources come first. */
  readonly customVariables: readonly CustomVariable[]
  readonly phenotypes: readonly Phenotype[]
  /** Variables that PLINK files leave out, because two codes would get one name. */
  readonly collidingCodes: readonly string[]
  /** Two ids that would be equal in a PLINK file, which is then left out. */
  readonly collidingIds: readonly [string, string] | null
}

export const PARTS = ['diverapp', 'diverweb', 'diverRPC', 'db_procs', 'db_edit'] as const
