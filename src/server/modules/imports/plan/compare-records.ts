import * as v from 'valibot'
import { countOf } from '#domain/numbers.ts'
import type { StoredAnswer } from '#server/model/data-types.ts'
import type { FormExtension } from '#server/modules/imports/plan/extend-form.ts'
import { problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { quoted } from '#server/platform/db/sql.ts'

/** An extension after comparison with existing records: the rows to store, by their source index. */
export interface ComparedExtension extends FormExtension {
  readonly places: readonly number[]
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

/** Corrections that are listed; of the others the number only. */
const CORRECTIONS_LISTED_MAX = 3

const Row = v.looseObject({ individual_id: v.string() })
const Cell = v.nullable(v.union([v.string(), v.number()]))

/** Classifies the rows of an extension: new, identical, or differing (corrections or refused). */
export async function compareRecords(
  connection: Connection,
  extension: FormExtension,
  { isUpdate, isKnown }: { readonly isUpdate: boolean; readonly isKnown: (individualId: string) => boolean },
): Promise<ComparedExtension> {
  const { existing, source } = extension
  const places = new Map<string, number>()
  for (const [place, { individualId }] of source.rows.entries()) {
    if (isKnown(individualId)) places.set(individualId, place)
  }
  const isThere = new Set<number>()
  const changes = new Map<number, string[]>()
  if (places.size > 0) {
    for await (const rows of connection.rows(recordsSql(extension))) {
      for (const row of v.parse(v.array(Row), rows)) {
        const place = places.get(row.individual_id)
        if (place === undefined) continue
        isThere.add(place)
        const found = changesOf(extension, place, row)
        if (found.length > 0) changes.set(place, found)
      }
    }
  }
  const whose = (place: number) => source.rows[place]?.individualId ?? ''
  const added = [...source.rows.keys()].filter((place) => !isThere.has(place))
  const changed = [...changes.keys()].toSorted((one, other) => one - other)
  const words = [
    countOf(added.length, 'new record'),
    countOf(isThere.size - changed.length, 'record') + ' as before',
    ...(isUpdate ? [correctionWords(changed.map((place) => `${whose(place)}: ${changes.get(place)?.[0] ?? ''}`))] : []),
  ]
  return {
    ...extension,
    places: isUpdate ? [...added, ...changed].toSorted((one, other) => one - other) : added,
    refused: isUpdate
      ? []
      : changed.map((place) => ({
          ...problemAt(
            source.file,
            source.rows[place]?.line ?? null,
            `${whose(place)} has another record of ${existing.instrument} already (${changes.get(place)?.join(', ') ?? ''}).`,
          ),
          remedy: 'update' as const,
        })),
    notes: [problemAt(source.file, null, `Added to ${existing.instrument}: ${words.join(', ')}.`)],
  }
}

function correctionWords(corrections: readonly string[]): string {
  const named = corrections.slice(0, CORRECTIONS_LISTED_MAX).join('; ')
  return `${countOf(corrections.length, 'record')} corrected${named === '' ? '' : ` (such as ${named})`}`
}

function changesOf({ variables }: FormExtension, place: number, row: Readonly<Record<string, unknown>>): string[] {
  return variables.flatMap(({ known: { variableName }, planned }, index) => {
    const [before, after] = [v.parse(Cell, row[aliasOf(index)]), planned.variable.answer(place)]
    return before === after ? [] : [`${variableName} ${wordOf(before)} → ${wordOf(after)}`]
  })
}

function wordOf(answer: StoredAnswer): string {
  return answer === null ? 'missing' : String(answer)
}

function aliasOf(index: number): string {
  return `answer_${index}`
}

function recordsSql({ existing, variables }: FormExtension): string {
  const parts = [...new Set(variables.map(({ known }) => known.tableName))].filter(
    (name) => name !== existing.tableName,
  )
  const columns = variables.map(
    ({ known }, index) => `, ${quoted(known.tableName)}.${quoted(known.columnName)} AS ${aliasOf(index)}`,
  )
  const joins = parts.map((part) => ` JOIN ${quoted(part)} USING (individual_no)`)
  return `SELECT individual_id${columns.join('')} FROM ${quoted(existing.tableName)}
    JOIN individual USING (individual_no)${joins.join('')}`
}
