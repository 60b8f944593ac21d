import { isCategory, isFlag, isNumber } from '#domain/data-types.ts'
import { OMOP_COHORT_COLUMNS } from '#server/engine/downloads/omop-cohort.ts'
import type { DescribedDownload } from '#server/modules/downloads/bundle/definitions.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'

/** The CSV files as a Tabular Data Package (Frictionless Data Package 1.0). */
export function dataPackage({ title, madeAt, columns }: DescribedDownload): string {
  const description = {
    profile: 'tabular-data-package',
    name: nameOf(title),
    title,
    created: madeAt.toISOString(),
    resources: [
      resource('data', columns.map(fieldOf), { primaryKey: ['individual_id'] }),
      resource(
        'cohort',
        OMOP_COHORT_COLUMNS.map((name) => ({
          name,
          type: name.endsWith('_date') ? 'date' : name === 'subject_id' ? 'string' : 'integer',
        })),
        {
          primaryKey: ['subject_id'],
          foreignKeys: [{ fields: ['subject_id'], reference: { resource: 'data', fields: ['individual_id'] } }],
        },
      ),
    ],
  }
  return `${JSON.stringify(description, null, 2)}\n`
}

function resource(name: string, fields: readonly object[], keys: object) {
  return {
    profile: 'tabular-data-resource',
    name,
    path: `${name}.csv`,
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    dialect: { delimiter: ',', quoteChar: '"', doubleQuote: true, header: true, lineTerminator: '\r\n' },
    schema: { fields, missingValues: [''], ...keys },
  }
}

/** Names of packages: lower-case letters, digits, `.`, `_` and `-`. */
function nameOf(title: string): string {
  const name = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name === '' ? 'data' : name
}

function fieldOf({ name, dataType, question, note, codes }: DescribedColumn) {
  const description = [question, note].filter(Boolean).join('\n')
  // Several codes in one cell are no value of the list.
  const isListed = codes.length > 0 && (isCategory(dataType) || isFlag(dataType))
  return {
    name,
    title: question.split('\n')[0] || name,
    ...(description !== '' && { description }),
    type: typeOf(dataType),
    ...(isListed && { constraints: { enum: [...new Set(codes.map(({ written }) => written))] } }),
  }
}

/** Partial dates are texts: no type of a table schema has unknown digits. */
function typeOf(dataType: string): string {
  if (isNumber(dataType)) return 'number'
  return dataType === 'date' ? 'date' : 'string'
}
