import * as v from 'valibot'
import type { PlinkTrait } from '#domain/plink.ts'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import type { Phenotype } from '#server/engine/downloads/phenotype-lines.ts'
import { GIVEN_COHORT_ID } from '#server/engine/releases/earlier-data.ts'
import { keyCheck, traceOf } from '#server/engine/sources/pseudonyms.ts'
import type { Catalog } from '#server/model/catalog.ts'
import type { User } from '#server/model/user.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import type { BundleData } from '#server/modules/downloads/bundle/bundle.ts'
import { SavedCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import { userVariables } from '#server/store/custom-variables/user-variables.ts'

const Texts = v.array(v.string())

const Trait: v.GenericSchema<PlinkTrait> = v.variant('kind', [
  v.object({ kind: v.literal('quantitative') }),
  v.object({ kind: v.literal('case-control'), control: v.nullable(v.string()), affected: v.string() }),
  v.object({ kind: v.literal('categories') }),
])

const Cited = v.object({
  cohortName: v.string(),
  setName: v.string(),
  rows: v.number(),
  variables: v.number(),
  madeAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
  software: v.string(),
  release: v.nullable(v.object({ name: v.string(), contentHash: v.nullable(v.string()) })),
  sha256: v.null(),
})

/** The definition of a file's rows and columns; its individuals and data release are stored apart. */
const Recipe = v.object({
  cohortId: v.number(),
  variables: Texts,
  /** The custom variables among them and their sources, as they were saved. */
  custom: v.array(SavedCustomVariable),
  escapesFormulas: v.boolean(),
  /** Missing in those of earlier versions. */
  splitsDates: v.optional(v.boolean(), false),
  hasByteOrderMark: v.optional(v.boolean(), false),
  /** The id of its trace, and a check of the key; missing without a trace. */
  trace: v.optional(v.object({ id: v.string(), key: v.string() })),
  labels: v.record(v.string(), v.object({ codes: Texts, labels: Texts })),
  /** The contents of a bundle; null for a CSV file. */
  bundle: v.nullable(
    v.object({
      traits: v.nullable(v.array(v.object({ variable: v.string(), trait: Trait }))),
      crate: v.object({ title: v.string(), username: v.string(), cited: Cited }),
    }),
  ),
})

interface RecipeInput {
  readonly table: DownloadTable
  readonly bundle: Omit<BundleData, 'table'> | null
}

/** Writes a recipe; `saved`: all custom variables of the account. */
export function recipeText(
  { table, bundle }: RecipeInput,
  saved: readonly SavedCustomVariable[],
  traceSecret: Uint8Array | null,
): string {
  const custom = customIds(table.variables)
  const traits = bundle?.traits?.map(({ variable, trait }) => ({ variable: variable.name, trait })) ?? null
  return JSON.stringify({
    cohortId: table.cohortId,
    variables: table.variables.map(({ name }) => name),
    custom: saved.filter(({ constructid }) => custom.has(constructid)),
    escapesFormulas: table.escapesFormulas === true,
    splitsDates: table.splitsDates === true,
    hasByteOrderMark: table.hasByteOrderMark === true,
    labels: Object.fromEntries(table.labels ?? []),
    ...(table.trace && traceSecret && { trace: { id: table.trace.id, key: keyCheck(traceSecret) } }),
    bundle: bundle && { traits, crate: bundle.crate },
  })
}

/** The ids of the custom variables and of all their custom sources. */
function customIds(variables: readonly AnyVariable[]): ReadonlySet<number> {
  const ids = new Set<number>()
  const visit = (variable: AnyVariable) => {
    if (!isCustom(variable) || ids.has(variable.constructId)) return
    ids.add(variable.constructId)
    for (const source of variable.sources) visit(source)
  }
  for (const variable of variables) visit(variable)
  return ids
}

/** The id of the trace of a recipe, and whether this key made it; null without a trace. */
export function tracedBy(
  text: string,
  secret: Uint8Array | null,
): { readonly id: string; readonly isKey: boolean } | null {
  const { trace } = v.parse(v.object({ trace: Recipe.entries.trace }), JSON.parse(text))
  return trace ? { id: trace.id, isKey: secret !== null && keyCheck(secret) === trace.key } : null
}

export interface RecipeReader {
  readonly catalog: Catalog
  readonly reader: User
  readonly traceSecret: Uint8Array | null
}

/** The table of a recipe, for the cohort of `readMembers`; null if a variable is no longer in the data. */
export function readRecipe(text: string, { catalog, reader, traceSecret }: RecipeReader): RecipeInput | null {
  const recipe = v.parse(Recipe, JSON.parse(text))
  const { find } = userVariables(catalog, recipe.custom)
  const variables = recipe.variables.flatMap((name) => find(name) ?? [])
  if (variables.length < recipe.variables.length) return null
  const traitsOf = (recorded: NonNullable<typeof recipe.bundle>['traits']): Phenotype[] | null =>
    recorded &&
    recorded.flatMap(({ variable: name, trait }) => {
      const variable = find(name)
      return variable ? [{ variable, trait }] : []
    })
  return {
    table: {
      cohortId: GIVEN_COHORT_ID,
      definitionId: recipe.cohortId,
      reader,
      variables,
      labels: new Map(Object.entries(recipe.labels)),
      escapesFormulas: recipe.escapesFormulas,
      splitsDates: recipe.splitsDates,
      hasByteOrderMark: recipe.hasByteOrderMark,
      ...(recipe.trace && traceSecret && { trace: traceOf(traceSecret, recipe.trace.id) }),
    },
    bundle: recipe.bundle && { crate: recipe.bundle.crate, traits: traitsOf(recipe.bundle.traits) },
  }
}
