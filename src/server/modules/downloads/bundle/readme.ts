import type { Movement } from '#contract/shapes/cohort-flow.ts'
import type { Cohort } from '#contract/shapes/shapes.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { notCountedWords } from '#domain/access.ts'
import { countedWords, undecidedWords } from '#domain/cohorts/cohort-notes.ts'
import { completenessWords } from '#domain/completeness-words.ts'
import { DESCRIBED_VARIABLES_MAX } from '#domain/limits.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { idsCollide, PLINK_MISSING, type PlinkTrait } from '#domain/plink.ts'
import { lackedWords } from '#domain/question-versions.ts'
import { withdrawnSince, withdrawnWithoutRow } from '#domain/releases.ts'
import {
  customWords,
  PARTS,
  type DescribedDownload,
  type LineageStep,
} from '#server/modules/downloads/bundle/definitions.ts'
import { hasParquet, PARQUET_COLUMNS_MAX } from '#server/modules/downloads/bundle/parquet.ts'

/** README of the archive: contents and provenance. */
export function readmeText(download: DescribedDownload): string {
  const { title, madeAt, username, versions, isSynthetic, columns, extent } = download
  const parts = PARTS.map((part) => `${part} ${versions[part]}`).join(', ')
  return [
    title,
    ...(isSynthetic ? ['The data are synthetic: nobody in them exists.'] : []),
    `Made on ${madeAt.toISOString()} for ${username} by ${parts}.`,
    ...releaseLine(versions),
    `${countOf(extent.rows, 'row')}, ${countOf(columns.length, 'column')}.`,
    section('Answers', answerLines(download)),
    section('Files', filesOf(download)),
    section('How the rows were chosen', [...download.lineage.map(stepLine), ...excludedLines(download)]),
    section('Custom variables', customLines(download)),
    section('Traits in phenotype.txt', traitLines(download)),
  ].join('\n')
}

function answerLines({ completeness, lacked, lineage, set }: DescribedDownload): string[] {
  const cohortName = lineage.at(-1)?.cohort.name ?? ''
  return [
    ...(completeness === null || completeness.variables.length === 0
      ? []
      : [completenessWords(fromWire(completeness))]),
    ...(lacked.length === 0 ? [] : [lackedWords(lacked, { cohortName, setName: set.name })]),
  ]
}

function releaseLine({ release }: DescribedDownload['versions']): string[] {
  if (!release) return []
  const hash = release.content_hash === null ? '' : `, SHA-256 of the content ${release.content_hash}`
  return [`Data release ${release.name} of ${release.made_at}${hash}.`]
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`
}

const TRACED =
  'individual_id, family_id, subject_id, FID, IID: pseudonyms of this download, equal in all its files and different in any other; the order of the rows is random; manifest.json: the files, signed by the server'

function filesOf({ codeForm, set, columns, collidingIds, isTraced, tableOne }: DescribedDownload): string[] {
  const cells = codeForm === 'labels' ? 'meanings in place of codes' : 'codes as they were given'
  return [
    `data.csv: a row each individual, ${cells}; missing is an empty field; UTF-8, RFC 4180`,
    ...(isTraced ? [TRACED] : []),
    hasParquet(columns)
      ? 'data.parquet: the same rows and columns, numbers as numbers'
      : `no data.parquet: it is written for at most ${formatCount(PARQUET_COLUMNS_MAX)} columns`,
    `data-dictionary.csv: the columns of ${set.name} as a REDCap data dictionary; its fields are named as the columns are`,
    'data.json: the same as a BIDS sidecar',
    'datapackage.json: data.csv and cohort.csv as a Tabular Data Package (Frictionless), with types and codes',
    'cohort.csv: the same individuals as the table cohort of OMOP; subject_id is individual_id, to be replaced by person_id; the dates are empty, because the data have no dates of membership',
    collidingIds === null
      ? 'phenotype.txt: the traits among the columns for PLINK (--pheno), with FID and IID'
      : `no phenotype.txt: ${idsCollide(...collidingIds)}`,
    'flow.svg, flow.tsv: the steps from All Individuals to the cohort, who was excluded and who was added (CONSORT), as a picture and as a table',
    ...(tableOne === 'written'
      ? [
          'table1.tsv: the answers of the cohort to each question (Table 1); the versions of a question that the set has are one row with the name of the newest, listed in its column versions, and each individual counts with the newest version that has an answer; versions that the set lacks are not counted; counts are of all members, also of those whose records you may not read; means and quartiles are of the answers that you may read',
        ]
      : tableOne === 'too large'
        ? [`no table1.tsv: it is written for at most ${formatCount(DESCRIBED_VARIABLES_MAX)} variables`]
        : []),
    'definitions.json: the variable set, the cohort and the custom variables, each with how it was made',
    'CITATION.txt, citation.bib: how to cite these data, as text and as BibTeX',
    'ro-crate-metadata.json: all files with their sizes and sums as an RO-Crate',
    'load.R, load.py: read data.csv in R and Python; labelled("VARIABLE") words its codes; joined("VARIABLE") reads the versions of a question as one column',
    'load.sps: reads data.csv in SPSS, with labels of variables and values and with missing values',
    'SHA256SUMS: the sums of all these files (sha256sum -c SHA256SUMS)',
  ]
}

function stepLine({ cohort, words, count, movement, notCounted }: LineageStep, place: number): string {
  const size = count === null ? 'size hidden' : countOf(count, 'individual')
  const unread = notCounted.length === 0 ? '' : ` ${notCountedWords(notCounted)}: their texts were not compared.`
  return `${place + 1}. ${cohort.name}: ${words} ${size}${movementWords(cohort.parent, movement)}.${unread}${stepNotes(cohort)}`
}

function movementWords(parent: string | null, movement: Movement | null): string {
  if (parent === null || movement === null) return ''
  const parts = (['kept', 'left', 'added'] as const).flatMap((name) => {
    const count = movement[name]
    return count === null ? [] : [`${formatCount(count)} ${name}`]
  })
  return parts.length === 0 ? '' : `; of ${parent}: ${parts.join(', ')}`
}

function stepNotes({ undecided, counted, withdrawn }: Cohort): string {
  return [
    ...(undecided ? [undecidedWords(undecided)] : []),
    ...(counted && !counted.is_current ? [countedWords(counted.at, counted.people)] : []),
    ...(withdrawn ? [withdrawnSince(withdrawn)] : []),
  ]
    .map((note) => ` ${note}`)
    .join('')
}

function excludedLines({ lineage, extent, withdrawn }: DescribedDownload): string[] {
  const left = extent.excluded.map(
    ({ collection, count }) => `${count === null ? 'few' : formatCount(count)} of ${collection}`,
  )
  return [
    left.length === 0
      ? `${lineage.length + 1}. Access: nobody left out.`
      : `${lineage.length + 1}. Access: left out for want of it ${left.join(', ')}.`,
    ...(withdrawn ? [withdrawnWithoutRow(withdrawn)] : []),
    `${countOf(extent.rows, 'row')} in the file.`,
  ]
}

function customLines({ customVariables }: DescribedDownload): string[] {
  return customVariables.flatMap((variable) => [
    `${variable.name} (${variable.variableType} of ${variable.sources.map(({ name }) => name).join(', ')}) ${variable.description}`.trimEnd(),
    ...customWords(variable).map((rule) => `  ${rule}`),
  ])
}

function traitLines({ phenotypes, collidingCodes, collidingIds }: DescribedDownload): string[] {
  const leftOut = collidingCodes.map((name) => `${name}: left out, since two of its codes would have one name in PLINK`)
  if (phenotypes.length === 0 || collidingIds !== null) return leftOut
  return [
    `missing: ${PLINK_MISSING}. PLINK also takes -9 for missing: say --missing-phenotype where -9 is an answer.`,
    ...phenotypes.map(({ variable, trait }) => `${variable.name}: ${traitWords(trait)}`),
    ...leftOut,
  ]
}

function traitWords(trait: PlinkTrait): string {
  if (trait.kind === 'quantitative') return 'number'
  if (trait.kind === 'categories') return 'category, C_ and the code (PLINK 2; --split-cat-pheno makes traits of it)'
  return `2 for ${trait.affected}, ${trait.control === null ? 'missing for a flag that is not set' : `1 for ${trait.control}`}`
}
