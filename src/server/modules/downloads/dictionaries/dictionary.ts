import type { DictionaryFormat } from '#contract/dictionary.ts'
import { bidsSidecar } from '#server/modules/downloads/dictionaries/bids-sidecar.ts'
import { describedColumn, RECORD_ID } from '#server/modules/downloads/dictionaries/columns.ts'
import { redcapDictionary } from '#server/modules/downloads/dictionaries/redcap-dictionary.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import type { VariableDetails } from '#server/store/catalog/catalog.ts'

/** A data dictionary of some variables: REDCap's, whose first field is the record id, or a BIDS sidecar. */
export function dictionaryText(
  format: DictionaryFormat,
  variables: readonly AnyVariable[],
  details: ReadonlyMap<string, VariableDetails>,
): string {
  const columns = variables.map((variable) => describedColumn(variable, details.get(variable.name), undefined))
  return format === 'redcap' ? redcapDictionary([RECORD_ID, ...columns]) : bidsSidecar(columns)
}
