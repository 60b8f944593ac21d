import type { VariableHit } from '#contract/shapes.ts'
import type { Catalog, CatalogVariable } from '#server/catalog/catalog.ts'

const written = new WeakMap<Catalog, readonly string[]>()

/** Every variable as the JSON text of a hit, written once: an answer of thousands of hits is then a matter of joining. */
export function hitTexts(catalog: Catalog): readonly string[] {
  const known = written.get(catalog)
  if (known) return known
  const texts = catalog.variables.map((variable) => JSON.stringify(presentHit(variable)))
  written.set(catalog, texts)
  return texts
}

function presentHit(variable: CatalogVariable): VariableHit {
  const { instrument, version, section } = variable
  return {
    variable_name: variable.name,
    variable_type: variable.variableType,
    data_type: variable.dataType,
    question: variable.question,
    observations: variable.observations,
    contributors: [{ instrument, version, section }],
  }
}
